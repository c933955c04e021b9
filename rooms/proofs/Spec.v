(* The statement: how many games of n players are solvable, by its definition.  This file is trusted.
   Players are 0, ..., n-1; a choice of player p is (w, b): w its wonderwall, b its ninja. *)
From Coq Require Import List Arith NArith Bool.
Import ListNotations.

(* The choices of p: p, w and b are three different players. *)
Definition choices (n p : nat) : list (nat * nat) :=
  filter (fun c => negb (fst c =? p) && negb (snd c =? p) && negb (fst c =? snd c))
         (list_prod (seq 0 n) (seq 0 n)).

(* The games of the players ps: one choice for each of them, in their order. *)
Fixpoint games (n : nat) (ps : list nat) : list (list (nat * nat)) :=
  match ps with
  | [] => [[]]
  | p :: ps' => flat_map (fun c => map (cons c) (games n ps')) (choices n p)
  end.

(* The orders of n players: all lists of n numbers below n without a repetition. *)
Fixpoint words (n k : nat) : list (list nat) :=
  match k with
  | 0 => [[]]
  | S k' => flat_map (fun x => map (cons x) (words n k')) (seq 0 n)
  end.
Fixpoint distinct (l : list nat) : bool :=
  match l with
  | [] => true
  | x :: l' => negb (existsb (Nat.eqb x) l') && distinct l'
  end.
Definition orders (n : nat) : list (list nat) := filter distinct (words n n).

(* Where x stands in the order l, counted from 0. *)
Fixpoint place (x : nat) (l : list nat) : nat :=
  match l with
  | [] => 0
  | y :: l' => if x =? y then 0 else S (place x l')
  end.

(* w stands between p and b. *)
Definition between (l : list nat) (p w b : nat) : bool :=
  ((place p l <? place w l) && (place w l <? place b l)) ||
  ((place b l <? place w l) && (place w l <? place p l)).

(* The order l satisfies the choices g of the players ps. *)
Definition satisfies (l ps : list nat) (g : list (nat * nat)) : bool :=
  forallb (fun pc => between l (fst pc) (fst (snd pc)) (snd (snd pc))) (combine ps g).

(* How many games of n players some order satisfies. *)
Definition solvable (n : nat) : N :=
  N.of_nat (length (filter (fun g => existsb (fun l => satisfies l (seq 0 n) g) (orders n))
                           (games n (seq 0 n)))).
