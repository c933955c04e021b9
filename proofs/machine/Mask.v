(* Sets of players below `width` as machine words, with the same names and statements as ../Mask.v.
   Coq takes operations on words of 63 bits, and what they compute, as axioms; Assumptions.v lists them. *)
From Coq Require Import List ZArith NArith Arith Bool Lia Uint63.
Open Scope uint63_scope.

Definition width : nat := 62.
Definition mask := int.
Definition none : mask := 0.
Fixpoint get (m : mask) (i : nat) : bool :=
  match i with O => negb (m land 1 =? 0) | S i' => get (m >> 1) i' end.
Fixpoint bit (i : nat) : mask := match i with O => 1 | S i' => bit i' << 1 end.
Definition join (a b : mask) : mask := a lor b.
Definition minus (a b : mask) : mask := (a lor b) lxor b.
Definition meets (a b : mask) : bool := negb (a land b =? 0).
Definition within (a b : mask) : bool := a lor b =? b.
Definition same (a b : mask) : bool := a =? b.

Lemma eqb_Z a b : (a =? b) = (φ a =? φ b)%Z.
Proof.
  apply eq_true_iff_eq. rewrite Uint63.eqb_spec, Z.eqb_eq. split; [now intros ->|apply Uint63.to_Z_inj].
Qed.

Lemma odd_Z a : negb (a land 1 =? 0) = Z.odd (φ a).
Proof.
  rewrite eqb_Z, Uint63.land_spec'. change (φ 1)%uint63 with (Z.ones 1). rewrite Z.land_ones by lia.
  change (2 ^ 1)%Z with 2%Z. rewrite Zmod_odd. now destruct (Z.odd _).
Qed.

Lemma half_Z a : φ (a >> 1) = (φ a / 2)%Z.
Proof. rewrite Uint63.lsr_spec. reflexivity. Qed.

Lemma get_Z i : forall m, get m i = Z.testbit (φ m) (Z.of_nat i).
Proof.
  induction i as [|i IH]; intros m.
  - change (get m 0) with (negb (m land 1 =? 0)). rewrite odd_Z. symmetry. apply Z.bit0_odd.
  - change (get m (S i)) with (get (m >> 1) i). rewrite IH, half_Z, Nat2Z.inj_succ.
    change 2%Z with (2 ^ 1)%Z. rewrite Z.div_pow2_bits by lia. reflexivity.
Qed.

Lemma bit_Z i : (i < width)%nat -> φ (bit i) = (2 ^ Z.of_nat i)%Z.
Proof.
  induction i as [|i IH]; intros H; [reflexivity|].
  change (bit (S i)) with (bit i << 1). rewrite Uint63.lsl_spec, IH by lia.
  change (2 ^ φ 1)%Z with 2%Z. rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia. rewrite Z.mul_comm.
  apply Z.mod_small. split; [apply Z.mul_nonneg_nonneg; [lia|apply Z.pow_nonneg; lia]|].
  rewrite <- Z.pow_succ_r by lia. change Uint63.wB with (2 ^ 63)%Z. apply Z.pow_lt_mono_r; unfold width in H; lia.
Qed.

Lemma get_none i : get none i = false.
Proof. rewrite get_Z. apply Z.testbit_0_l. Qed.

Lemma get_bit i j : (i < width)%nat -> (j < width)%nat -> get (bit i) j = (i =? j)%nat.
Proof.
  intros Hi _. rewrite get_Z, bit_Z, Z.pow2_bits_eqb by lia.
  apply eq_true_iff_eq. rewrite Z.eqb_eq, Nat.eqb_eq. lia.
Qed.

Lemma get_join a b i : (i < width)%nat -> get (join a b) i = get a i || get b i.
Proof. intros _. rewrite !get_Z. unfold join. now rewrite Uint63.lor_spec', Z.lor_spec. Qed.

Lemma get_minus a b i : (i < width)%nat -> get (minus a b) i = get a i && negb (get b i).
Proof.
  intros _. rewrite !get_Z. unfold minus. rewrite Uint63.lxor_spec', Uint63.lor_spec', Z.lxor_spec, Z.lor_spec.
  now destruct (Z.testbit (φ a) _), (Z.testbit (φ b) _).
Qed.

Lemma within_get a b i : (i < width)%nat -> within a b = true -> get a i = true -> get b i = true.
Proof.
  intros _. unfold within. rewrite eqb_Z, Z.eqb_eq, Uint63.lor_spec', !get_Z. intros H Ha.
  rewrite <- H, Z.lor_spec, Ha. reflexivity.
Qed.

Lemma meets_get a b i : (i < width)%nat -> get a i = true -> get b i = true -> meets a b = true.
Proof.
  intros _. rewrite !get_Z. unfold meets. rewrite eqb_Z, Uint63.land_spec'. intros Ha Hb.
  destruct (Z.eqb_spec (Z.land (φ a) (φ b)) (φ 0)) as [E|]; auto.
  assert (F : Z.testbit (Z.land (φ a) (φ b)) (Z.of_nat i) = false) by (rewrite E; apply Z.testbit_0_l).
  rewrite Z.land_spec, Ha, Hb in F. discriminate.
Qed.

Lemma meets_bit a i : (i < width)%nat -> meets a (bit i) = get a i.
Proof.
  intros Hi. destruct (get a i) eqn:E.
  - apply (meets_get a (bit i) i Hi E). rewrite get_bit by auto. apply Nat.eqb_refl.
  - unfold meets. rewrite eqb_Z, Uint63.land_spec', bit_Z by auto. rewrite get_Z in E.
    replace (Z.land (φ a) (2 ^ Z.of_nat i)) with 0%Z; [reflexivity|].
    symmetry. apply Z.bits_inj_0. intros j. rewrite Z.land_spec, Z.pow2_bits_eqb by lia.
    destruct (Z.eqb_spec (Z.of_nat i) j) as [<-|]; [now rewrite E|apply andb_false_r].
Qed.

Lemma same_eq a b : same a b = true -> a = b.
Proof. apply Uint63.eqb_correct. Qed.

(* How many there are in all of some sets, of players below k: at most 62 * 62, so no word overflows. *)
Fixpoint add_number (k : nat) (m acc : int) : int :=
  match k with O => acc | S k' => add_number k' (m >> 1) (acc + (m land 1)) end.
Fixpoint to_N (bits : nat) (x : int) : N :=
  match bits with
  | O => 0
  | S b => if x =? 0 then 0 else if x land 1 =? 0 then N.double (to_N b (x >> 1)) else N.succ_double (to_N b (x >> 1))
  end.
Definition total (k : nat) (ms : list mask) : N := to_N 12 (fold_left (fun acc m => add_number k m acc) ms 0).

Lemma low_Z m : φ (m land 1) = (if Z.odd (φ m) then 1 else 0)%Z.
Proof.
  rewrite Uint63.land_spec'. change (φ 1)%uint63 with (Z.ones 1). rewrite Z.land_ones by lia. apply Zmod_odd.
Qed.

Lemma add_number_Z k : forall m acc, (φ acc + Z.of_nat k < 2 ^ 63)%Z ->
  φ (add_number k m acc) = (φ acc + Z.of_nat (length (filter (get m) (seq 0 k))))%Z.
Proof.
  induction k as [|k IH]; intros m acc H; [simpl; lia|].
  change (add_number (S k) m acc) with (add_number k (m >> 1) (acc + (m land 1))).
  assert (B := proj1 (Uint63.to_Z_bounded acc)).
  assert (E : φ (acc + (m land 1)) = (φ acc + if Z.odd (φ m) then 1 else 0)%Z).
  { rewrite Uint63.add_spec, low_Z. apply Z.mod_small. change Uint63.wB with (2 ^ 63)%Z.
    destruct (Z.odd (φ m)); lia. }
  rewrite IH; [|rewrite E; destruct (Z.odd (φ m)); lia]. rewrite E.
  assert (F : length (filter (get m) (map S (seq 0 k))) = length (filter (get (m >> 1)) (seq 0 k))).
  { clear. induction (seq 0 k) as [|i l IHl]; [reflexivity|]. cbn [map filter].
    change (get m (S i)) with (get (m >> 1) i). destruct (get (m >> 1) i); simpl; rewrite IHl; reflexivity. }
  cbn [seq filter]. rewrite <- seq_shift. change (get m 0) with (negb (m land 1 =? 0)). rewrite odd_Z.
  destruct (Z.odd (φ m)); cbn [length]; rewrite F; lia.
Qed.

Lemma to_N_Z b : forall x, (φ x < 2 ^ Z.of_nat b)%Z -> to_N b x = Z.to_N (φ x).
Proof.
  induction b as [|b IH]; intros x H.
  - assert (B := proj1 (Uint63.to_Z_bounded x)). simpl in *. replace (φ x) with 0%Z by lia. reflexivity.
  - assert (B := proj1 (Uint63.to_Z_bounded x)). rewrite Nat2Z.inj_succ, Z.pow_succ_r in H by lia.
    assert (D := Z.div_mod (φ x) 2 ltac:(lia)). rewrite Zmod_odd in D.
    assert (O := odd_Z x). cbn [to_N]. rewrite IH by (rewrite half_Z; apply Z.div_lt_upper_bound; lia).
    rewrite half_Z. destruct (x =? 0) eqn:E.
    + rewrite eqb_Z, Z.eqb_eq in E. rewrite E. reflexivity.
    + destruct (x land 1 =? 0); simpl in O; rewrite <- O in D;
        assert (P := Z.div_pos (φ x) 2 B ltac:(lia)); [rewrite N.double_spec|rewrite N.succ_double_spec]; lia.
Qed.

Lemma total_spec k ms : (k <= width)%nat -> (length ms <= width)%nat ->
  total k ms = fold_right (fun m a => N.of_nat (length (filter (get m) (seq 0 k))) + a)%N 0%N ms.
Proof.
  intros Hk L. unfold width in *. unfold total.
  set (s := fold_right _ _ ms).
  assert (S62 : (Z.of_N s <= 62 * Z.of_nat (length ms))%Z).
  { unfold s. clear - Hk. induction ms as [|m ms IH]; [reflexivity|]. cbn [fold_right length].
    assert (F : (length (filter (get m) (seq 0 k)) <= 62)%nat).
    { etransitivity; [|apply Hk]. etransitivity; [|apply Nat.eq_le_incl, (seq_length k 0)].
      clear. induction (seq 0 k) as [|i l IHl]; simpl; auto. destruct (get m i); simpl; lia. }
    lia. }
  assert (G : forall acc, (φ acc + 62 * Z.of_nat (length ms) < 2 ^ 63)%Z ->
    φ (fold_left (fun acc m => add_number k m acc) ms acc) = (φ acc + Z.of_N s)%Z).
  { unfold s. clear - Hk. induction ms as [|m ms IH]; intros acc H; [simpl; lia|]. cbn [fold_left fold_right length] in *.
    assert (E : φ (add_number k m acc) = (φ acc + Z.of_nat (length (filter (get m) (seq 0 k))))%Z)
      by (apply add_number_Z; lia).
    assert (F : (length (filter (get m) (seq 0 k)) <= 62)%nat).
    { etransitivity; [|apply Hk]. etransitivity; [|apply Nat.eq_le_incl, (seq_length k 0)].
      clear. induction (seq 0 k) as [|i l IHl]; simpl; auto. destruct (get m i); simpl; lia. }
    rewrite IH by lia. rewrite E. lia. }
  assert (Z0 : φ 0 = 0%Z) by reflexivity.
  rewrite to_N_Z; rewrite G, Z0; lia.
Qed.

Global Opaque width get none bit join minus meets within same total.
