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

Lemma width_62 : width = 62.
Proof. reflexivity. Qed.

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
  | S k' => match m with 0%N => 0 | _ => (if N.odd m then 1 else 0) + number k' (N.div2 m) end
  end.

Lemma number_spec k m : k <= width -> number k m = N.of_nat (length (filter (get m) (seq 0 k))).
Proof.
  intros _. revert m. induction k as [|k IH]; intros m; [reflexivity|].
  transitivity ((if N.odd m then 1 else 0) + number k (N.div2 m))%N; [destruct m; auto; clear; induction k; auto|].
  cbn [seq filter]. rewrite <- seq_shift, IH.
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

(* A mask may have the sets of several players, its rows: that of row r has place n*r + y for y.  So many fit; with
   binary numbers one is enough. *)
Definition room (n : nat) : nat := 1.
Definition everyone (n : nat) : mask := N.ones (N.of_nat n).             (* the players below n *)
Definition heads (n r : nat) : mask := 1%N.                              (* the first place of r rows *)

Definition amount := nat.
Definition amount_of (k : nat) : amount := k.
Definition drop (k : amount) (m : mask) : mask := N.shiftr_nat m k.
Definition lift (k : amount) (m : mask) : mask := N.shiftl_nat m k.
(* In every row that has x, the set s. *)
Definition times (all first : mask) (m : mask) (x : amount) (s : mask) : mask := if N.testbit_nat m x then s else 0%N.

Lemma room_width n : 0 < n -> n <= width -> 0 < room n /\ n * room n <= width.
Proof. unfold room. lia. Qed.

Lemma get_everyone n i : n <= width -> i < width -> get (everyone n) i = (i <? n).
Proof.
  intros _ _. unfold everyone, get. destruct (Nat.ltb_spec i n).
  - apply N.ones_spec_low. lia.
  - apply N.ones_spec_high. lia.
Qed.

Lemma get_heads n r i : 0 < n -> i < r -> n * r <= width -> r <= room n -> get (heads n r) (n * i) = true.
Proof. unfold room. intros _ Hi _ Hr. replace i with 0 by lia. now rewrite Nat.mul_0_r. Qed.

Lemma get_drop k m i : k + i < width -> get (drop (amount_of k) m) i = get m (k + i).
Proof. intros _. unfold drop, get, amount_of. rewrite <- (Nat2N.id k) at 1.
  rewrite Nshiftr_nat_equiv, N.shiftr_spec'. f_equal. lia. Qed.

Lemma get_lift k m i : k <= width -> i < width -> get (lift (amount_of k) m) i = (k <=? i) && get m (i - k).
Proof.
  intros _ _. unfold lift, get, amount_of. rewrite <- (Nat2N.id k) at 1. rewrite Nshiftl_nat_equiv.
  destruct (Nat.leb_spec k i); simpl.
  - rewrite N.shiftl_spec_high' by lia. f_equal. lia.
  - apply N.shiftl_spec_low. lia.
Qed.

Lemma get_times n m x s i j : x < n -> j < n -> i < room n -> n * room n <= width ->
  get (times (everyone n) (heads n (room n)) m (amount_of x) s) (n * i + j) = get m (n * i + x) && get s j.
Proof.
  unfold room, times, get, amount_of. intros _ _ Hi _. replace i with 0 by lia. rewrite Nat.mul_0_r. simpl.
  rewrite <- (Nat2N.id x) at 1. rewrite Nbit_Ntestbit.
  destruct (N.testbit m _); auto.
Qed.

(* Numbers below 2^62 that grow by the players in a mask, those below k. *)
Definition count := N.
Definition limit := nat.
Definition limit_of (k : nat) : limit := k.
Definition worth (c : count) : N := c.
Definition tally (k : limit) (m : mask) (c : count) : count := (number k m + c)%N.
Definition nil_count : count := 0%N.
Lemma worth_nil : worth nil_count = 0%N.
Proof. reflexivity. Qed.
Lemma worth_tally k m c : k <= width -> (worth c + 62 < 4611686018427387904)%N ->
  worth (tally (limit_of k) m c) = (worth c + N.of_nat (length (filter (get m) (seq 0 k))))%N.
Proof. intros Hk _. unfold worth, tally, limit_of. rewrite number_spec by auto. apply N.add_comm. Qed.

Global Opaque width get none bit join minus meets within same number room everyone heads amount amount_of drop lift times
  count limit limit_of worth tally nil_count.
