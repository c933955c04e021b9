# shellcheck shell=bash
# Checks that only .ci/run makes, as functions: .ci/check-checks breaks the input of each, and expects
# a failure. Sourced after common.sh.
set -euo pipefail
: "${work:?common.sh comes first}"

# tests RUN ARGUMENT... runs go test, and prints what go test prints. It fails if a pattern matches no
# test, or if other tests are skipped than .ci/skips lists for the run. With verbose=-v it also prints the output of tests
# that pass. It does not run go vet, which is a step of its own.
tests() {
	local run=$1
	shift
	install_tests
	GOFLAGS="$GOFLAGS -vet=off" go test -json "$@" | tests_report "$run"
}

# install_tests builds the program that reads the events of go test -json.
install_tests() { [ -e "$GOBIN/tests" ] || go build -o "$GOBIN/tests" .ci/tests/main.go; }

# tests_report RUN [LIST] reads the events of go test -json.
# shellcheck disable=SC2086 # one flag or none
tests_report() { "$GOBIN/tests" ${verbose:-} "$1" "${2:-.ci/skips}"; }

# skipping LIST prints a pattern for the flag -skip that matches the tests in a list and no other. A line of the list has the
# directory of a package and the name of a test, or of a script of TestScripts. It fails if a test does not exist.
skipping() {
	local dir name pattern=
	while read -r dir name; do
		case $dir,$name in
		,* | '#'*) continue ;;
		*,TestScripts/*) [ -e "$dir/testdata/script/${name#*/}.txtar" ] || fail "no script of $dir is called ${name#*/}" ;;
		*) grep -qsE "^func $name\(" "$dir"/*_test.go || fail "no test of $dir is called $name" ;;
		esac
		pattern="${pattern:+$pattern|}^${name/\//\$/^}\$"
	done < "$1"
	[ -n "$pattern" ] || fail "$1 names no test"
	echo "$pattern"
}

# ignored_errors DIR fails if code of a module ignores an error, or returns no error though it has one. .ci/errcheck.txt
# says which errors may be ignored; a comment "lint:ignore nilerr" says why no error is returned.
ignored_errors() {
	local list=$PWD/.ci/errcheck.txt
	[ -e "$GOBIN/errcheck" ] || go install github.com/kisielk/errcheck@v1.30.0
	[ -e "$GOBIN/nilerr" ] || go install github.com/gostaticanalysis/nilerr/cmd/nilerr@v0.1.2
	(
		cd "$1"
		errcheck -ignoretests -exclude "$list" ./... || fail "these errors are ignored"
		nilerr -test=false ./... || fail "here an error is not returned"
	)
}

# tracked_files [DIR] refuses large files outside data/, and programs that are not scripts.
tracked_files() {
	local dir=${1:-.} mode size path start next LC_ALL=C
	git -C "$dir" -c core.quotePath=false ls-files -s | sed 's/^\([0-9]*\) \([0-9a-f]*\) [0-3]	/\2 \1 /' |
		git -C "$dir" cat-file --batch-check='%(objectsize) %(rest)' > "$work/tracked"
	[ -s "$work/tracked" ] || fail "no file is tracked"
	while read -r size mode path; do
		case $mode in 120000 | 160000) continue ;; esac
		case $path in
		data/*) ;;
		*) [ "$size" -le 1000000 ] || fail "larger than 1 MB: $path" ;;
		esac
		{
			IFS= read -r -d '' -n 4 start || true
			IFS= read -r -d '' -n 3 next || true # WebAssembly begins with a NUL, at which the first read stops
		} < "$dir/$path"
		case $start,$next in
		$'\x7fELF',* | MZ* | ,asm | $'\xcf\xfa\xed\xfe',* | $'\xce\xfa\xed\xfe',* | $'\xca\xfe\xba\xbe',*) fail "a program: $path" ;;
		esac
		case $mode,$start in
		100755,'#!'*) ;;
		100755,*) fail "executable, but not a script: $path" ;;
		esac
	done < "$work/tracked"
}

# generated COMMAND... runs a command that generates code, and fails if it changes a file. Then a generated file is not what
# its generator writes: it was edited, or not generated again.
generated() {
	local state
	git ls-files -z | xargs -0 grep -l '^// Code generated' > "$work/generated" || fail "no generated code was found"
	for state in before after; do
		{
			git status --porcelain
			git --no-pager diff --no-ext-diff
		} > "$work/$state-generation"
		[ "$state" = after ] || "$@"
	done
	diff "$work/before-generation" "$work/after-generation" || fail "generated code is not what its generator writes"
}

# other_systems checks the types of the packages and their tests as other systems see them: each system compiles some files
# that this one does not. For Windows the release is compiled too.
other_systems() {
	typechecked windows/amd64 ./...
	typechecked darwin/arm64 ./...
	typechecked js/wasm ./rooms/web/offline
}
build_typecheck() { [ -e "$GOBIN/typecheck" ] || go build -o "$GOBIN/typecheck" .ci/typecheck.go; }
typechecked() {
	build_typecheck
	"$GOBIN/typecheck" "$@"
}

# vulnerabilities looks for known vulnerabilities in a module; the variable VULNDB may name a copy of the database.
vulnerabilities() {
	local found=0
	govulncheck -C "$1" -test -db "${VULNDB:-https://vuln.go.dev}" ./... > "$work/vulnerabilities" 2>&1 || found=$?
	if grep -q '^govulncheck: fetching vulnerabilities: ' "$work/vulnerabilities"; then
		tail -n 1 "$work/vulnerabilities"
		return 1
	fi
	cat "$work/vulnerabilities"
	[ "$found" = 0 ] || fail "govulncheck of $1: exit code $found"
}

# install_go_licenses does not use `go install PACKAGE@VERSION`, which wants a proxy that lists all versions.
install_go_licenses() {
	mkdir "$work/licences"
	cd "$work/licences"
	go mod init licences
	go mod edit -require=github.com/google/go-licenses/v2@v2.0.1 -tool=github.com/google/go-licenses/v2
	go mod tidy
	go install github.com/google/go-licenses/v2
}

# licences DIR PACKAGE ALLOWED [FLAG] fails if a linked module has another licence than the allowed ones.
# Without GOROOT, go-licenses takes every package for the standard library.
licences() {
	local dir=$1 package=$2 allowed=$3
	shift 3
	(cd "$dir" && GOROOT=$(go env GOROOT) go-licenses check "$package" --allowed_licenses="$allowed" "$@") 2> "$work/licences.log"
}

permissive=MIT,BSD-2-Clause,BSD-3-Clause,Apache-2.0,ISC,Unlicense
all_licences() {
	local system
	for system in linux darwin windows; do
		GOOS=$system licences . ./cmd/enumerate $permissive || fail "$(cat "$work/licences.log")"
	done
	# If only one licence is allowed, the check must fail and say why. If it passed, it would not see the modules.
	if licences . ./cmd/enumerate MIT; then fail "go-licenses does not see the linked modules"; fi
	grep -q 'Not allowed license' "$work/licences.log" || fail "go-licenses does not work: $(cat "$work/licences.log")"
	licences tools/bench/browser . $permissive --include_tests --ignore enumerate || fail "$(cat "$work/licences.log")"
	if [ -z "${strict:-}" ]; then
		not_checked "licences of tools/clusters/kubernetes/validate" "its modules take minutes to fetch"
		return
	fi
	licences tools/clusters/kubernetes/validate . $permissive --include_tests --ignore enumerate || fail "$(cat "$work/licences.log")"
}

# scripts runs shellcheck on all tracked scripts.
scripts() {
	git grep -lE '^#!/(usr/bin/env (ba)?sh|bin/(ba)?sh)|^# shellcheck shell=' -- ':!*.go' ':!*.txtar' > "$work/scripts"
	grep -qx '.ci/run' "$work/scripts" || fail "no scripts were found"
	# shellcheck disable=SC2046 # one word for each script
	shellcheck -x -P SCRIPTDIR $(cat "$work/scripts")
}

# same_release DIR SYSTEM... builds a release again, in another directory, time zone and file mode mask, and
# compares all archives of these systems.
same_release() {
	local dir=$1 target archive compared=0
	shift
	if [ -n "$(git status --porcelain --untracked-files=no)" ]; then
		not_checked "whether a second build makes the same release" "uncommitted changes"
		return
	fi
	git clone -q . "$work/clone"
	(umask 077 && TZ=Asia/Kathmandu LC_ALL=C RELEASE_IMAGES=no "$work/clone/tools/release/build.sh" "$work/again" "$@") > "$work/log" 2>&1 || fail "$(cat "$work/log")"
	for target; do
		for archive in "$work"/again/*-"${target%/*}-${target#*/}".*; do
			cmp "$archive" "$dir/$(basename "$archive")" || fail "two builds of a release differ: $(basename "$archive")"
			compared=$((compared + 1))
		done
	done
	[ "$compared" -ge $# ] || fail "a release was not built again"
}

# totals_of_this_run compares data/results with what the database of this run has.
totals_of_this_run() {
	go run ./cmd/enumerate results --format csv --db "$ENUMERATE_DB" > "$work/totals"
	local n
	for n in 3 4 5 6 7 8 9; do
		grep -q "^wonderwall,$n," "$work/totals" || fail "this run has no totals of $n players"
	done
	cp -r data/results "$work"
	go run ./cmd/enumerate results --into "$work/results"
	diff -r data/results "$work/results"
}
