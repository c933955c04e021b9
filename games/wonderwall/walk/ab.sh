# ab.sh A B N MOD REPS: user seconds in turn
for i in $(seq $5); do for b in $1 $2; do echo -n "$b "; LABN=$3 LABMOD=$4 /usr/bin/time -f %U ./$b -test.run TestLab 2>&1 >/dev/null | tail -1; done; done | awk '{a[$1]=a[$1]" "$2; if(!($1 in m)||$2<m[$1])m[$1]=$2; s[$1]+=$2} END{for(k in a) print k, "min", m[k], "sum", s[k], ":", a[k]}'
