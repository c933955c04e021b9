(* A certificate checked by many: each takes some of the B lines, which rest on no other fact, and tells their values.
   Whoever has these values need not compute them again. *)
From Coq Require Import List Arith NArith PArith Bool Lia FMapPositive.
Import ListNotations.
Require Import Spec Mask Completions Closure Twins Bulk Check.

Definition part (n k : nat) (cs : list closure) : option N :=
  if n <=? width then option_map value (derive n (PositiveMap.empty _) (Bulk k cs)) else None.

(* The fact of a B line with a value that is believed. *)
Definition claim (g : log) (k : nat) (cs : list closure) (v : N) : option log :=
  if (k <=? players g) && forallb (properb (players g)) cs
  then Some (add_fact g {| left := k; frontier := with_twins (players g) cs; value := v |}) else None.

Theorem part_sound n k cs v : part n k cs = Some v -> v = completions n k cs.
Proof.
  unfold part. destruct (Nat.leb_spec n width) as [W|]; [|discriminate].
  destruct (derive n _ _) as [L|] eqn:D; [|discriminate]. intros E. injection E as <-.
  assert (F := D). apply (derive_holds n W) in D; [|intros j K; rewrite PositiveMap.gempty; discriminate].
  cbn [derive] in F. destruct (_ && _) in F; [|discriminate]. injection F as <-.
  destruct D as (_ & _ & _ & V). simpl in V. now rewrite with_twins_fst in V.
Qed.

(* Values that `part` has given may be claimed: what is proved with them is true. *)
Theorem claim_valid g k cs v g' : valid g -> part (players g) k cs = Some v ->
  claim g k cs v = Some g' -> valid g' /\ players g' = players g.
Proof.
  intros V P. apply part_sound in P. subst v. unfold claim. assert (W := proj1 V).
  destruct (_ && _) eqn:E; [|discriminate]. intros H. injection H as <-. split; [|reflexivity].
  apply add_fact_valid; auto. apply andb_true_iff in E. destruct E as [E1 E2]. apply Nat.leb_le in E1.
  rewrite forallb_forall in E2. unfold holds. simpl. rewrite with_twins_fst.
  split; [auto|split; [|split; [apply with_twins_reverse|auto]]].
  intros c Hc. apply (properb_proper _ W). auto.
Qed.
