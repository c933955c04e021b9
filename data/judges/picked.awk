BEGIN { print "picked unpicked" }
{ verdict = "picked"
  for (p = 1; p <= NF; p++)
    if (!index($0, substr("ABCDEFGHIJKLMNOPQRSTUVWXYZ", p, 1))) verdict = "unpicked"
  print verdict }
