(* How many games of eight players are solvable, and how many classes.  Coq's native compiler evaluates the checker;
   `eight.sh --vm` puts Coq's virtual machine in its place, which needs some minutes. *)
From Coq Require Import Arith NArith.
Require Import Spec Classes Check Unchanged Theorems.
Require Certificate8.

Ltac by_compiling := match goal with |- _ = Some ?N => native_cast_no_check (eq_refl (Some N)) end.

Theorem solvable_8 : solvable 8 = 2564964371760%N.
Proof. symmetry. apply (check_sound _ Certificate8.certificate). by_compiling. Qed.

Definition known_8 (f : nat) : option N := if Nat.eqb f 8 then Some 2564964371760%N else known f.
Lemma known_8_solvable f v : known_8 f = Some v -> v = solvable f.
Proof.
  unfold known_8. destruct (Nat.eqb_spec f 8) as [->|_]; [rewrite solvable_8; congruence|apply known_solvable].
Qed.

Theorem solvable_classes_8 : solvable_classes 8 = 63886007%N.
Proof. symmetry. apply (count_classes_sound known_8); [exact known_8_solvable|by_compiling]. Qed.

Definition theorems := (solvable_8, solvable_classes_8).
Print Assumptions theorems.
