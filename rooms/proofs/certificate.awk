# Converts a certificate (docs/reference/certificates.md) of n players to a file for Coq. Its masks are numbers
# of a scope of Coq: awk -v n=7 -v scope=N_scope -f certificate.awk
function closure(s,  x, text) {
	for (x = 0; x < n; x++) text = text (x ? ";" : "") "0x" substr(s, x * width + 1, width)
	return "[" text "]"
}
function relabeling(s,  i, text) {
	for (i = 1; i <= length(s); i++) text = text (i > 1 ? ";" : "") index(digits, substr(s, i, 1)) - 1
	return "[" text "]%nat"
}
BEGIN {
	width = int((n + 3) / 4)
	digits = "0123456789abcdefghijklmnopqrstuvwxyz"
	print "From Coq Require Import List NArith PArith Uint63.\nImport ListNotations.\nRequire Import Mask Closure Check."
	print "Local Open Scope " scope "."
}
# Coq reads a long list slowly, so write pieces of 200 lines.
NR % 200 == 1 { printf "%sDefinition piece_%d : list line := [\n", (NR > 1 ? "].\n" : ""), pieces++ }
NR % 200 != 1 { printf ";\n" }
$1 == "D" { printf "Delete %d", $2; next }
{
	text = ""
	for (i = 4; i < 4 + $3; i++) text = text (i > 4 ? ";" : "") closure($i)
	printf "%s %d [%s]", ($1 == "S" ? "Step" : "Bulk"), $2, text
}
$1 == "S" {
	text = ""
	for (; i <= NF; i++) {
		text = text (text == "" ? "" : ";")
		if (substr($i, 1, 1) == "=") text = text "Same " substr($i, 2)
		else { text = text "Fact " $i " " relabeling($(i + 1)); i++ }
	}
	printf " [%s]", text
}
END {
	printf "].\nDefinition certificate : list line := piece_0"
	for (i = 1; i < pieces; i++) printf " ++ piece_%d", i
	print "."
}
