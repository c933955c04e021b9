(* How many games of eight players are solvable, and how many classes. Coq itself takes some minutes: `build.sh --eight`. *)
From Coq Require Import Arith NArith.
Require Import Spec Classes Check Unchanged Theorems.
Require Certificate8.

Theorem solvable_8 : solvable 8 = 2564964371760%N.
Proof. by_certificate Certificate8.certificate. Qed.

Definition known_8 (f : nat) : option N := if Nat.eqb f 8 then Some 2564964371760%N else known f.
Lemma known_8_solvable f v : known_8 f = Some v -> v = solvable f.
Proof.
  unfold known_8. destruct (Nat.eqb_spec f 8) as [->|_]; [rewrite solvable_8; congruence|apply known_solvable].
Qed.

Theorem solvable_classes_8 : solvable_classes 8 = 63886007%N.
Proof. symmetry. apply (count_classes_sound known_8); [exact known_8_solvable|by_computing]. Qed.

Definition theorems := (solvable_8, solvable_classes_8).
Print Assumptions theorems.
