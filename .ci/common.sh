# shellcheck shell=bash
# Code that .ci/run and .ci/quick share. It works with bash 3.2 and without GNU tools, as on a Mac.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# A run writes only to this directory and to Go's caches. It builds its tools in this directory, so that it neither
# uses nor changes installed tools.
work=$(mktemp -d)
mkdir "$work/jobs" "$work/bin"
clean_up() {
	local pid
	for pid in $(jobs -pr); do kill -- "-$pid"; done
	wait # for what the jobs still write
	rm -rf "$work"
}
trap clean_up EXIT
export GOBIN="$work/bin" PATH="$work/bin:$PATH"
# Releases are built with these settings, so CI compiles everything once.
export GOFLAGS=-trimpath CGO_ENABLED=0

fail() {
	echo "$*" >&2
	exit 1
}

# cpu FILE writes the CPU seconds of all child processes that this shell has waited for.
cpu() {
	times > "$1.times"
	tr , . < "$1.times" | awk 'NR == 2 {
		for (i = 1; i <= 2; i++) { split($i, t, "m"); sum += 60 * t[1] + t[2] }
		printf "%.1f\n", sum
	}' > "$1"
}

# step NAME... ends the current step, and begins another one.
step_name=
step() {
	end_step
	step_name=$* step_start=$SECONDS
	printf '\n== %s (after %d s)\n' "$*" "$SECONDS"
}

# end_step records the time and the CPU time of the current step. The CPU time of background jobs is subtracted, because
# each job has a line of its own.
echo 0 > "$work/before"
end_step() {
	[ -n "$step_name" ] || return 0
	local total used job
	cpu "$work/now"
	for job in "$work"/jobs/*.cpu; do
		[ ! -f "$job" ] || cat "$job" >> "$work/now"
	done
	total=$(awk 'NR == 1 { sum = $1 } NR > 1 { sum -= $1 } END { print sum }' "$work/now")
	used=$(awk -v total="$total" '{ printf "%.1f", total - $1 }' "$work/before")
	echo "$total" > "$work/before"
	printf '%6d %8s  %s\n' $((SECONDS - step_start)) "$used" "$step_name" >> "$work/steps"
	step_name=
}

# background NAME COMMAND... starts a job, whose output `finished NAME` waits for. The job is a process group of its
# own, so that the trap ends all its processes.
background() {
	# shellcheck disable=SC2034 # the trap reads start
	local name=$1 start=$SECONDS
	shift
	set -m
	(
		set +m
		trap 'code=$?
			cpu "$work/jobs/$name.sum"
			printf "%6d %8s  %s, in the background\n" $((SECONDS - start)) "$(cat "$work/jobs/$name.sum")" "$name" >> "$work/steps"
			mv "$work/jobs/$name.sum" "$work/jobs/$name.cpu"
			echo "$code" > "$work/jobs/$name.code"
			exit $code' EXIT
		"$@"
	) > "$work/jobs/$name.log" 2>&1 < /dev/null &
	set +m
	echo $! > "$work/jobs/$name.pid"
}

# finished NAME waits for a job, prints its last lines, and fails if the job has failed.
#
# The exit code is in a file, because the shell forgets the code of a job that has ended when another process gets the same
# number: then wait returns 127.
finished() {
	local code
	wait "$(cat "$work/jobs/$1.pid")" || true
	rm "$work/jobs/$1.pid"
	code=$(cat "$work/jobs/$1.code" 2> /dev/null || echo "unknown, it was killed")
	if [ "$code" != 0 ]; then
		cat "$work/jobs/$1.log"
		fail "$1 failed: exit code $code"
	fi
	tail -n "${2:-20}" "$work/jobs/$1.log"
}

# not_checked WHAT WHY notes a check that this machine cannot do. The last line of the run names it.
not_checked() {
	echo "NOT CHECKED: $1 ($2)"
	printf '%s not checked (%s)\n' "$1" "$2" >> "$work/unchecked"
}

# finish prints what the steps took, and the result. What was not checked is a failure if $strict is set.
finish() {
	local pid unchecked
	for pid in "$work"/jobs/*.pid; do
		[ ! -f "$pid" ] || fail "the result of a job is ignored: $(basename "$pid" .pid)"
	done
	end_step
	printf '\n%6s %8s  step\n' seconds CPU
	cat "$work/steps"
	if [ ! -s "$work/unchecked" ]; then
		echo "all steps passed"
		return
	fi
	unchecked=$(awk '{ printf "%s%s", separator, $0; separator = "; " }' "$work/unchecked")
	[ -z "${strict:-}" ] || fail "failed, because of --strict: $unchecked"
	echo "all steps passed, except: $unchecked"
}

# formatting fails if gofmt would change a file.
formatting() {
	local unformatted
	unformatted=$(gofmt -l .)
	[ -z "$unformatted" ] || fail "not formatted: $unformatted"
}

install_staticcheck() { go install honnef.co/go/tools/cmd/staticcheck@v0.8.2; }

# main_job counts on an empty database, $ENUMERATE_DB.
main_job() {
	[ ! -e "$ENUMERATE_DB" ] || fail "$ENUMERATE_DB exists"
	go run ./cmd/enumerate --n 6 --resume > "$work/main-job"
	cat "$work/main-job"
	grep -q ' 6 .* 64,000,000 .* 10,561,680 .* 14,780 ' "$work/main-job" || fail "these are not the totals of 6 players"
}
