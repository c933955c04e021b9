(* How many games of 4, 5, 6 and 7 players are solvable.  Coq itself checks the certificates. *)
From Coq Require Import NArith.
Require Import Spec Check.
Require Certificate4 Certificate5 Certificate6 Certificate7.

Ltac by_certificate c :=
  symmetry; apply (check_sound _ c);
  match goal with |- _ = Some ?N => vm_cast_no_check (eq_refl (Some N)) end.

Theorem solvable_4 : solvable 4 = 108%N.
Proof. by_certificate Certificate4.certificate. Qed.

Theorem solvable_5 : solvable 5 = 30480%N.
Proof. by_certificate Certificate5.certificate. Qed.

Theorem solvable_6 : solvable 6 = 10561680%N.
Proof. by_certificate Certificate6.certificate. Qed.

Theorem solvable_7 : solvable 7 = 4650660000%N.
Proof. by_certificate Certificate7.certificate. Qed.
