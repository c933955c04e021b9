(* How many games of eight players are solvable. Coq itself takes a minute and a half: `build.sh --eight`. *)
From Coq Require Import NArith.
Require Import Spec Check Theorems.
Require Certificate8.

Theorem solvable_8 : solvable 8 = 2564964371760%N.
Proof. by_certificate Certificate8.certificate. Qed.
Print Assumptions solvable_8.
