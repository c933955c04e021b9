(* Sets of players below `width` as masks of bits; here binary numbers.  Everything above this file uses the
   statements below and nothing else, so that machine/Mask.v can stand in its place. *)
From Coq Require Import List NArith Arith Bool Lia.

Definition width : nat := 62.
Definition mask := N.
Definition none : mask := 0%N.
Definition get (m : mask) (i : nat) : bool := N.testbit m (N.of_nat i).
Definition bit (i : nat) : mask := N.shiftl 1 (N.of_nat i).
Definition join (a b : mask) : mask := N.lor a b.
Definition minus (a b : mask) : mask := N.ldiff a b.
Definition meets (a b : mask) : bool := negb (N.eqb (N.land a b) 0).
Definition within (a b : mask) : bool := N.eqb (N.ldiff a b) 0.

Lemma get_none i : get none i = false.
Proof. apply N.bits_0. Qed.

Lemma get_bit i j : i < width -> j < width -> get (bit i) j = (i =? j).
Proof.
  intros _ _. unfold get, bit. rewrite N.shiftl_1_l, N.pow2_bits_eqb.
  destruct (Nat.eqb_spec i j) as [->|H]; [apply N.eqb_refl|].
  apply N.eqb_neq. lia.
Qed.

Lemma get_join a b i : i < width -> get (join a b) i = get a i || get b i.
Proof. intros _. apply N.lor_spec. Qed.

Lemma get_minus a b i : i < width -> get (minus a b) i = get a i && negb (get b i).
Proof. intros _. apply N.ldiff_spec. Qed.

Lemma within_get a b i : i < width -> within a b = true -> get a i = true -> get b i = true.
Proof.
  intros _ H Ha. apply N.eqb_eq in H.
  assert (H' : N.testbit (N.ldiff a b) (N.of_nat i) = false) by (rewrite H; apply N.bits_0).
  rewrite N.ldiff_spec in H'. unfold get in *. rewrite Ha in H'. destruct (N.testbit b _); auto.
Qed.

Lemma meets_bit a i : i < width -> meets a (bit i) = get a i.
Proof.
  intros _. unfold meets, bit, get. rewrite N.shiftl_1_l.
  destruct (N.testbit a (N.of_nat i)) eqn:E.
  - destruct (N.eqb_spec (N.land a (2 ^ N.of_nat i)) 0) as [H|H]; auto.
    assert (H' : N.testbit (N.land a (2 ^ N.of_nat i)) (N.of_nat i) = false) by (rewrite H; apply N.bits_0).
    rewrite N.land_spec, E, N.pow2_bits_true in H'. discriminate.
  - replace (N.land a (2 ^ N.of_nat i)) with 0%N; auto.
    symmetry. apply N.bits_inj_0. intro j. rewrite N.land_spec, N.pow2_bits_eqb.
    destruct (N.eqb_spec (N.of_nat i) j) as [<-|]; [rewrite E; auto|apply andb_false_r].
Qed.

(* How many of the players below k are in m. *)
Fixpoint number (k : nat) (m : mask) : N :=
  match k with
  | 0 => 0
  | S k' => (if N.odd m then 1 else 0) + number k' (N.div2 m)
  end.

Lemma number_spec k m : k <= width -> number k m = N.of_nat (length (filter (get m) (seq 0 k))).
Proof.
  intros _. revert m. induction k as [|k IH]; intros m; [reflexivity|].
  simpl. rewrite <- seq_shift, IH.
  assert (E : length (filter (get m) (map S (seq 0 k))) = length (filter (get (N.div2 m)) (seq 0 k))).
  { clear IH. induction (seq 0 k) as [|i l IHl]; simpl; auto.
    replace (get (N.div2 m) i) with (get m (S i)).
    - destruct (get m (S i)); simpl; rewrite ?IHl; reflexivity.
    - unfold get. rewrite N.div2_spec, N.shiftr_spec', Nat2N.inj_succ. f_equal. lia. }
  replace (get m 0) with (N.odd m) by (symmetry; apply N.bit0_odd).
  destruct (N.odd m); simpl length; rewrite E; lia.
Qed.

Lemma meets_get a b i : i < width -> get a i = true -> get b i = true -> meets a b = true.
Proof.
  intros _ Ha Hb. unfold meets, get in *. destruct (N.eqb_spec (N.land a b) 0) as [E|]; auto.
  assert (F : N.testbit (N.land a b) (N.of_nat i) = false) by (rewrite E; apply N.bits_0).
  rewrite N.land_spec, Ha, Hb in F. discriminate.
Qed.

Definition same (a b : mask) : bool := N.eqb a b.

Lemma same_eq a b : same a b = true -> a = b.
Proof. apply N.eqb_eq. Qed.

(* How many there are in all of some sets. *)
Definition total (k : nat) (ms : list mask) : N := fold_right (fun m a => number k m + a)%N 0%N ms.

Lemma total_spec k ms : k <= width -> length ms <= width ->
  total k ms = fold_right (fun m a => N.of_nat (length (filter (get m) (seq 0 k))) + a)%N 0%N ms.
Proof.
  intros Hk _. unfold total. induction ms as [|m ms IH]; simpl; auto. now rewrite number_spec, IH.
Qed.

Global Opaque width get none bit join minus meets within same number total.
