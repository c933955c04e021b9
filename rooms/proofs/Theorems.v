(* How many games of 4, 5, 6 and 7 players are solvable, and how many classes. Coq itself checks the certificates. *)
From Coq Require Import NArith.
Require Import Spec Classes Check Unchanged.
Require Certificate4 Certificate5 Certificate6 Certificate7.

Ltac by_computing := match goal with |- _ = Some ?N => vm_cast_no_check (eq_refl (Some N)) end.
Ltac by_certificate c := symmetry; apply (check_sound _ c); by_computing.

Theorem solvable_4 : solvable 4 = 108%N.
Proof. by_certificate Certificate4.certificate. Qed.

Theorem solvable_5 : solvable 5 = 30480%N.
Proof. by_certificate Certificate5.certificate. Qed.

Theorem solvable_6 : solvable 6 = 10561680%N.
Proof. by_certificate Certificate6.certificate. Qed.

Theorem solvable_7 : solvable 7 = 4650660000%N.
Proof. by_certificate Certificate7.certificate. Qed.

(* Classes of solvable games: known are the theorems above. *)
Definition known (f : nat) : option N :=
  match f with 4 => Some 108%N | 5 => Some 30480%N | 6 => Some 10561680%N | 7 => Some 4650660000%N | _ => None end.
Lemma known_solvable f v : known f = Some v -> v = solvable f.
Proof.
  do 4 (destruct f as [|f]; [discriminate|]).
  destruct f as [|[|[|[|f]]]]; [rewrite solvable_4|rewrite solvable_5|rewrite solvable_6|rewrite solvable_7|]; simpl; congruence.
Qed.
Ltac by_types := symmetry; apply (count_classes_sound known); [exact known_solvable|by_computing].

Theorem solvable_classes_4 : solvable_classes 4 = 6%N. Proof. by_types. Qed.
Theorem solvable_classes_5 : solvable_classes 5 = 254%N. Proof. by_types. Qed.
Theorem solvable_classes_6 : solvable_classes 6 = 14780%N. Proof. by_types. Qed.
Theorem solvable_classes_7 : solvable_classes 7 = 925943%N. Proof. by_types. Qed.

(* All games need no certificate. *)
Ltac by_sum := match goal with |- _ = ?N => rewrite <- count_all_sound; vm_cast_no_check (eq_refl N) end.
Ltac by_power := match goal with |- _ = ?N => rewrite all_games_power; vm_cast_no_check (eq_refl N) end.

Theorem all_games_4 : all_games 4 = 1296%N. Proof. by_power. Qed.
Theorem all_games_5 : all_games 5 = 248832%N. Proof. by_power. Qed.
Theorem all_games_6 : all_games 6 = 64000000%N. Proof. by_power. Qed.
Theorem all_games_7 : all_games 7 = 21870000000%N. Proof. by_power. Qed.
Theorem all_games_8 : all_games 8 = 9682651996416%N. Proof. by_power. Qed.
Theorem all_games_9 : all_games 9 = 5416169448144896%N. Proof. by_power. Qed.
Theorem all_games_10 : all_games 10 = 3743906242624487424%N. Proof. by_power. Qed.
Theorem all_games_11 : all_games 11 = 3138105960900000000000%N. Proof. by_power. Qed.

Theorem all_classes_4 : all_classes 4 = 60%N. Proof. by_sum. Qed.
Theorem all_classes_5 : all_classes 5 = 2084%N. Proof. by_sum. Qed.
Theorem all_classes_6 : all_classes 6 = 89630%N. Proof. by_sum. Qed.
Theorem all_classes_7 : all_classes 7 = 4371098%N. Proof. by_sum. Qed.
Theorem all_classes_8 : all_classes 8 = 242061587%N. Proof. by_sum. Qed.
Theorem all_classes_9 : all_classes 9 = 15049524648%N. Proof. by_sum. Qed.
Theorem all_classes_10 : all_classes 10 = 1040530182059%N. Proof. by_sum. Qed.
Theorem all_classes_11 : all_classes 11 = 79299584141276%N. Proof. by_sum. Qed.
