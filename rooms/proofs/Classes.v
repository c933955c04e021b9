(* The statement of classes: how many games of n players there are that are not the same but for the players' names,
   by definition.  This file is trusted, with Spec.v. *)
From Coq Require Import List Arith NArith Bool.
Import ListNotations.
Require Import Spec.

Definition game_of (n : nat) := games n (seq 0 n).
Definition is_solvable (n : nat) (g : list (nat * nat)) : bool :=
  existsb (fun l => satisfies l (seq 0 n) g) (orders n).

(* The renaming that calls x the number at place x of pi makes h of g: if p chooses (w, b) in g, then
   pi(p) chooses (pi(w), pi(b)) in h. *)
Definition makes (n : nat) (pi : list nat) (g h : list (nat * nat)) : bool :=
  forallb (fun p => let (w, b) := nth p g (0, 0) in let (w', b') := nth (nth p pi 0) h (0, 0) in
                    (w' =? nth w pi 0) && (b' =? nth b pi 0)) (seq 0 n).
Definition isomorphic (n : nat) (g h : list (nat * nat)) : bool :=
  existsb (fun pi => makes n pi g h) (orders n).

(* The classes of some games: of each class the last one in the list is counted. *)
Fixpoint classes (n : nat) (gs : list (list (nat * nat))) : N :=
  match gs with
  | [] => 0
  | g :: gs' => ((if existsb (isomorphic n g) gs' then 0 else 1) + classes n gs')%N
  end.

Definition all_games (n : nat) : N := N.of_nat (length (game_of n)).
Definition all_classes (n : nat) : N := classes n (game_of n).
Definition solvable_classes (n : nat) : N := classes n (filter (is_solvable n) (game_of n)).
