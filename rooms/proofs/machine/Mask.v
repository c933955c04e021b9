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

Lemma width_62 : width = 62%nat.
Proof. reflexivity. Qed.

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

(* Rows: a word has those of several players. *)
Definition room (n : nat) : nat := Nat.div 62 n.
Definition amount := int.
Fixpoint amount_of (k : nat) : amount := match k with O => 0 | S k' => amount_of k' + 1 end.
Definition drop (k : amount) (m : mask) : mask := m >> k.
Definition lift (k : amount) (m : mask) : mask := m << k.
Fixpoint everyone (n : nat) : mask := match n with O => 0 | S n' => (everyone n' << 1) + 1 end.
Definition heads (n r : nat) : mask :=
  (fix heads (r : nat) := match r with O => 0 | S r' => (heads r' << amount_of n) + 1 end) r.
Definition times (all first : mask) (m : mask) (x : amount) (s : mask) : mask :=
  ((m >> x) land first) * (s land all).

Lemma wB_63 : Uint63.wB = 9223372036854775808%Z.
Proof. reflexivity. Qed.

Lemma pow_62 k : (k <= 62)%nat -> (0 < 2 ^ Z.of_nat k <= 4611686018427387904)%Z.
Proof.
  intros H. change 4611686018427387904%Z with (2 ^ 62)%Z. split; [apply Z.pow_pos_nonneg; lia|apply Z.pow_le_mono_r; lia].
Qed.

Lemma amount_Z k : (k <= 62)%nat -> φ (amount_of k) = Z.of_nat k.
Proof.
  induction k as [|k IH]; intros H; [reflexivity|]. cbn [amount_of]. rewrite Uint63.add_spec, IH by lia.
  change (φ 1)%uint63 with 1%Z. rewrite Z.mod_small; rewrite ?wB_63; lia.
Qed.

Lemma drop_Z k m : (k <= 62)%nat -> φ (drop (amount_of k) m) = (φ m / 2 ^ Z.of_nat k)%Z.
Proof. intros H. unfold drop. now rewrite Uint63.lsr_spec, amount_Z. Qed.

Lemma get_drop k m i : (k + i < width)%nat -> get (drop (amount_of k) m) i = get m (k + i).
Proof.
  unfold width. intros H. rewrite !get_Z, drop_Z by lia. rewrite Z.div_pow2_bits by lia. f_equal. lia.
Qed.

Lemma get_lift k m i : (k <= width)%nat -> (i < width)%nat -> get (lift (amount_of k) m) i = (k <=? i)%nat && get m (i - k).
Proof.
  unfold width. intros H Hi. unfold lift. rewrite !get_Z, Uint63.lsl_spec, amount_Z by lia. change Uint63.wB with (2 ^ 63)%Z.
  rewrite Z.mod_pow2_bits_low by lia. destruct (Nat.leb_spec k i); simpl.
  - rewrite Z.mul_pow2_bits by lia. f_equal. lia.
  - rewrite Z.mul_pow2_bits_low by lia. reflexivity.
Qed.

Lemma everyone_Z n : (n <= 62)%nat -> φ (everyone n) = (2 ^ Z.of_nat n - 1)%Z.
Proof.
  induction n as [|n IH]; intros H; [reflexivity|]. cbn [everyone]. assert (P := pow_62 (S n) H).
  rewrite Nat2Z.inj_succ, Z.pow_succ_r in * by lia.
  rewrite Uint63.add_spec, Uint63.lsl_spec, IH by lia. change (φ 1)%uint63 with 1%Z. rewrite wB_63.
  change (2 ^ 1)%Z with 2%Z. rewrite (Z.mod_small (_ * 2)) by lia. rewrite Z.mod_small; lia.
Qed.

Lemma get_everyone n i : (n <= width)%nat -> (i < width)%nat -> get (everyone n) i = (i <? n)%nat.
Proof.
  unfold width. intros H _. rewrite get_Z, everyone_Z by auto.
  replace (2 ^ Z.of_nat n - 1)%Z with (Z.ones (Z.of_nat n)) by (rewrite Z.ones_equiv; lia).
  destruct (Nat.ltb_spec i n); [apply Z.ones_spec_low|apply Z.ones_spec_high]; lia.
Qed.

Lemma room_width n : (0 < n)%nat -> (n <= width)%nat -> (0 < room n)%nat /\ (n * room n <= width)%nat.
Proof.
  unfold room, width. intros H W. split; [apply Nat.div_str_pos; lia|apply Nat.mul_div_le; lia].
Qed.

(* One digit below 2^t, and the others. *)
Lemma testbit_low t a b i : (0 <= a < 2 ^ t)%Z -> (0 <= t)%Z -> (i < t)%Z -> Z.testbit (a + 2 ^ t * b) i = Z.testbit a i.
Proof.
  intros H T I. rewrite <- (Z.mod_pow2_bits_low _ t) by auto. rewrite Z.mul_comm, Z.mod_add by lia.
  now rewrite Z.mod_pow2_bits_low by auto.
Qed.

Lemma testbit_high t a b i : (0 <= a < 2 ^ t)%Z -> (0 <= t)%Z -> (0 <= i)%Z -> Z.testbit (a + 2 ^ t * b) (t + i) = Z.testbit b i.
Proof.
  intros H T I. rewrite Z.add_comm with (n := t), <- Z.div_pow2_bits by auto.
  rewrite Z.mul_comm, Z.div_add, Z.div_small by lia. reflexivity.
Qed.

Fixpoint heads_of (n : Z) (r : nat) : Z := match r with O => 0%Z | S r' => (1 + 2 ^ n * heads_of n r')%Z end.

Lemma heads_of_pos n r : (0 < n)%Z -> (0 <= heads_of n r < 2 ^ (n * Z.of_nat r))%Z.
Proof.
  intros H. induction r as [|r IH]; [simpl; rewrite Z.mul_0_r; simpl; lia|]. cbn [heads_of].
  replace (n * Z.of_nat (S r))%Z with (n + n * Z.of_nat r)%Z by lia. rewrite Z.pow_add_r by lia.
  assert (2 ^ 1 <= 2 ^ n)%Z by (apply Z.pow_le_mono_r; lia). nia.
Qed.

Lemma heads_Z n r : (0 < n)%nat -> (n * r <= 62)%nat -> φ (heads n r) = heads_of (Z.of_nat n) r.
Proof.
  intros H. unfold heads. induction r as [|r IH]; intros B; [reflexivity|].
  assert (P := heads_of_pos (Z.of_nat n) (S r) ltac:(lia)). cbn [heads_of] in *.
  assert (Q := pow_62 (n * S r) B). rewrite Nat2Z.inj_mul in Q.
  rewrite Uint63.add_spec, Uint63.lsl_spec, amount_Z, IH by nia. change (φ 1)%uint63 with 1%Z. rewrite wB_63.
  rewrite (Z.mul_comm (heads_of _ _)). assert (R := heads_of_pos (Z.of_nat n) r ltac:(lia)).
  assert (0 < 2 ^ Z.of_nat n)%Z by (apply Z.pow_pos_nonneg; lia). rewrite (Z.mod_small (2 ^ _ * _)) by nia. rewrite Z.mod_small; lia.
Qed.

Lemma land_ones_mod x s : (0 <= s)%Z -> Z.land x (2 ^ s - 1) = (x mod 2 ^ s)%Z.
Proof. intros H. rewrite <- Z.land_ones by auto. now rewrite Z.ones_equiv, <- Z.sub_1_r. Qed.

(* The digits of a mask of digits, one after the other. *)
Lemma land_split x s t m : (0 <= s <= t)%Z ->
  Z.land x (2 ^ s - 1 + 2 ^ t * m) = (x mod 2 ^ s + 2 ^ t * Z.land (x / 2 ^ t) m)%Z.
Proof.
  intros H. assert (P : (0 < 2 ^ s)%Z) by (apply Z.pow_pos_nonneg; lia).
  assert (Q : (2 ^ s <= 2 ^ t)%Z) by (apply Z.pow_le_mono_r; lia).
  assert (B := Z.mod_pos_bound x (2 ^ s) P). apply Z.bits_inj'. intros i Hi. rewrite Z.land_spec.
  destruct (Z.lt_ge_cases i t) as [L|L].
  - rewrite !testbit_low by lia. now rewrite <- land_ones_mod, Z.land_spec by lia.
  - replace i with (t + (i - t))%Z by lia. rewrite !testbit_high by lia. rewrite Z.land_spec, Z.div_pow2_bits by lia.
    do 2 f_equal. lia.
Qed.

Lemma product_Z n r : (0 < n)%Z -> forall m s, (0 <= m)%Z -> (0 <= s < 2 ^ n)%Z ->
  let p := (Z.land m (heads_of n r) * s)%Z in
  (0 <= p < 2 ^ (n * Z.of_nat r))%Z /\
  forall i j, (i < r)%nat -> (0 <= j < n)%Z -> Z.testbit p (n * Z.of_nat i + j) = Z.testbit m (n * Z.of_nat i) && Z.testbit s j.
Proof.
  intros Hn. induction r as [|r IH]; intros m s Hm Hs p; subst p.
  - cbn [heads_of]. rewrite Z.land_0_r, Z.mul_0_r. simpl. split; [lia|intros; lia].
  - cbn [heads_of]. assert (P : (0 < 2 ^ n)%Z) by lia. change (1 + 2 ^ n * heads_of n r)%Z with (2 ^ 1 - 1 + 2 ^ n * heads_of n r)%Z.
    rewrite land_split by lia. assert (D := Z.div_pos m (2 ^ n) Hm P).
    destruct (IH (m / 2 ^ n)%Z s D Hs) as [B G]. clear IH. set (q := Z.land (m / 2 ^ n) (heads_of n r)) in *.
    change (2 ^ 1)%Z with 2%Z. rewrite Zmod_odd, <- Z.bit0_odd.
    replace (((if Z.testbit m 0 then 1 else 0) + 2 ^ n * q) * s)%Z with
      ((if Z.testbit m 0 then s else 0) + 2 ^ n * (q * s))%Z by (destruct (Z.testbit m 0); lia).
    assert (C : (0 <= (if Z.testbit m 0 then s else 0) < 2 ^ n)%Z) by (destruct (Z.testbit m 0); lia).
    replace (n * Z.of_nat (S r))%Z with (n + n * Z.of_nat r)%Z by lia. rewrite Z.pow_add_r by lia. split; [nia|].
    intros [|i] j Hi Hj.
    + rewrite Z.mul_0_r, Z.add_0_l, testbit_low by lia. destruct (Z.testbit m 0); simpl; auto using Z.testbit_0_l.
    + replace (n * Z.of_nat (S i) + j)%Z with (n + (n * Z.of_nat i + j))%Z by lia. rewrite testbit_high by lia.
      rewrite G by lia. rewrite Z.div_pow2_bits by lia. do 2 f_equal. lia.
Qed.

Lemma heads_bit n r i : (0 < n)%Z -> (i < r)%nat -> Z.testbit (heads_of n r) (n * Z.of_nat i) = true.
Proof.
  intros Hn. revert i. induction r as [|r IH]; [lia|]. assert (P : (2 ^ 1 <= 2 ^ n)%Z) by (apply Z.pow_le_mono_r; lia).
  change (2 ^ 1)%Z with 2%Z in P. intros [|i] Hi; cbn [heads_of].
  - rewrite Z.mul_0_r, testbit_low by lia. reflexivity.
  - replace (n * Z.of_nat (S i))%Z with (n + n * Z.of_nat i)%Z by lia. rewrite testbit_high by lia. apply IH. lia.
Qed.

Lemma get_heads n r i : (0 < n)%nat -> (i < r)%nat -> (n * r <= width)%nat -> (r <= room n)%nat -> get (heads n r) (n * i) = true.
Proof.
  unfold width. intros Hn Hi W _. rewrite get_Z, heads_Z, Nat2Z.inj_mul by auto. apply heads_bit; lia.
Qed.

Lemma get_times n m x s i j : (x < n)%nat -> (j < n)%nat -> (i < room n)%nat -> (n * room n <= width)%nat ->
  get (times (everyone n) (heads n (room n)) m (amount_of x) s) (n * i + j) = get m (n * i + x) && get s j.
Proof.
  unfold width. intros Hx Hj Hi W. assert (n <= 62)%nat by nia. rewrite !get_Z. unfold times. fold (drop (amount_of x) m).
  rewrite Uint63.mul_spec, !Uint63.land_spec', drop_Z, heads_Z, everyone_Z by lia.
  assert (A := proj1 (Uint63.to_Z_bounded m)). assert (B := proj1 (Uint63.to_Z_bounded s)).
  assert (P : (0 < 2 ^ Z.of_nat x)%Z) by (apply Z.pow_pos_nonneg; lia).
  rewrite land_ones_mod by lia. assert (P' : (0 < 2 ^ Z.of_nat n)%Z) by (apply Z.pow_pos_nonneg; lia).
  assert (D := Z.div_pos _ _ A P). assert (Q := Z.mod_pos_bound (φ s) _ P').
  destruct (product_Z (Z.of_nat n) (room n) ltac:(lia) (φ m / 2 ^ Z.of_nat x) (φ s mod 2 ^ Z.of_nat n) D Q) as [C G].
  rewrite Z.mod_small. 2:{ assert (R := pow_62 (n * room n) W). rewrite Nat2Z.inj_mul in R. rewrite wB_63. lia. }
  rewrite Nat2Z.inj_add, Nat2Z.inj_mul, G by lia. rewrite Z.div_pow2_bits, Z.mod_pow2_bits_low by lia.
  rewrite Nat2Z.inj_add, Nat2Z.inj_mul. reflexivity.
Qed.

(* The bits of a word, counted in pairs, then in fours, and so on. *)
Definition pairwise (s m x : int) : int := (x land m) + ((x >> s) land m).
Definition bits_in (x : int) : int :=
  pairwise 32 0xffffffff (pairwise 16 0xffff0000ffff (pairwise 8 0xff00ff00ff00ff
    (pairwise 4 0xf0f0f0f0f0f0f0f (pairwise 2 0x3333333333333333 (pairwise 1 0x5555555555555555 x))))).

Fixpoint digits (k : nat) (s x : Z) : Z := match k with O => 0%Z | S k' => (x mod 2 ^ s + digits k' s (x / 2 ^ s))%Z end.
Fixpoint evens (k : nat) (s : Z) : Z := match k with O => 0%Z | S k' => (2 ^ s - 1 + 2 ^ (2 * s) * evens k' s)%Z end.

Lemma pairwise_digits s k : (0 < s)%Z -> forall x, (0 <= x)%Z ->
  let y := (Z.land x (evens k s) + Z.land (x / 2 ^ s) (evens k s))%Z in
  (0 <= y <= x)%Z /\ digits k (2 * s) y = digits (k + k) s x.
Proof.
  intros Hs. assert (P : (2 ^ 1 <= 2 ^ s)%Z) by (apply Z.pow_le_mono_r; lia). change (2 ^ 1)%Z with 2%Z in P.
  induction k as [|k IH]; intros x Hx y; subst y; [cbn [evens digits Nat.add]; rewrite !Z.land_0_r; lia|].
  assert (S2 : (2 ^ (2 * s) = 2 ^ s * 2 ^ s)%Z) by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
  assert (P2 : (0 < 2 ^ (2 * s))%Z) by nia.
  cbn [evens]. rewrite !land_split by lia.
  replace (x / 2 ^ s / 2 ^ (2 * s))%Z with (x / 2 ^ (2 * s) / 2 ^ s)%Z by (rewrite !Z.div_div by lia; f_equal; lia).
  assert (D := Z.div_pos x (2 ^ (2 * s)) Hx ltac:(lia)). destruct (IH _ D) as [B G]. clear IH.
  set (u := Z.land (x / 2 ^ (2 * s)) (evens k s)) in *. set (v := Z.land (x / 2 ^ (2 * s) / 2 ^ s) (evens k s)) in *.
  assert (A1 := Z.mod_pos_bound x (2 ^ s) ltac:(lia)). assert (A2 := Z.mod_pos_bound (x / 2 ^ s) (2 ^ s) ltac:(lia)).
  assert (X1 := Z.div_mod x (2 ^ s) ltac:(lia)). assert (X2 := Z.div_mod (x / 2 ^ s) (2 ^ s) ltac:(lia)).
  rewrite Z.div_div, <- S2 in X2 by lia.
  set (a := (x mod 2 ^ s)%Z) in *. set (b := ((x / 2 ^ s) mod 2 ^ s)%Z) in *.
  replace (a + 2 ^ (2 * s) * u + (b + 2 ^ (2 * s) * v))%Z with (a + b + (u + v) * 2 ^ (2 * s))%Z by lia.
  assert (X3 := Z.div_mod x (2 ^ (2 * s)) ltac:(lia)). split; [nia|].
  rewrite Nat.add_succ_r. cbn [digits]. rewrite Z.mod_add, Z.div_add by lia.
  rewrite (Z.mod_small (a + b)), (Z.div_small (a + b)) by nia. cbn [Nat.add]. rewrite Z.add_0_l, G.
  cbn [digits]. rewrite Z.div_div, <- S2 by lia. fold a. fold b. lia.
Qed.

Lemma pairwise_Z s m k x : (0 < φ s)%Z -> (φ x < 4611686018427387904)%Z -> φ m = evens k (φ s) ->
  (φ (pairwise s m x) <= φ x)%Z /\ digits k (2 * φ s) (φ (pairwise s m x)) = digits (k + k) (φ s) (φ x).
Proof.
  intros Hs Hx E. assert (B := proj1 (Uint63.to_Z_bounded x)).
  destruct (pairwise_digits (φ s) k Hs (φ x) B) as [Y G]. unfold pairwise.
  rewrite Uint63.add_spec, !Uint63.land_spec', Uint63.lsr_spec, E. rewrite Z.mod_small by (rewrite wB_63; lia). auto. lia.
Qed.

Lemma bits_in_Z x : (φ x < 4611686018427387904)%Z -> φ (bits_in x) = digits 64 1 (φ x).
Proof.
  intros H. unfold bits_in.
  destruct (pairwise_Z 1 0x5555555555555555 32 x eq_refl ltac:(lia) eq_refl) as [B1 E1]. set (y1 := pairwise 1 _ x) in *.
  destruct (pairwise_Z 2 0x3333333333333333 16 y1 eq_refl ltac:(lia) eq_refl) as [B2 E2]. set (y2 := pairwise 2 _ y1) in *.
  destruct (pairwise_Z 4 0xf0f0f0f0f0f0f0f 8 y2 eq_refl ltac:(lia) eq_refl) as [B3 E3]. set (y3 := pairwise 4 _ y2) in *.
  destruct (pairwise_Z 8 0xff00ff00ff00ff 4 y3 eq_refl ltac:(lia) eq_refl) as [B4 E4]. set (y4 := pairwise 8 _ y3) in *.
  destruct (pairwise_Z 16 0xffff0000ffff 2 y4 eq_refl ltac:(lia) eq_refl) as [B5 E5]. set (y5 := pairwise 16 _ y4) in *.
  destruct (pairwise_Z 32 0xffffffff 1 y5 eq_refl ltac:(lia) eq_refl) as [B6 E6]. set (y6 := pairwise 32 _ y5) in *.
  transitivity (digits 1 64 (φ y6)).
  { cbn [digits]. assert (B := proj1 (Uint63.to_Z_bounded y6)). change (2 ^ 64)%Z with 18446744073709551616%Z.
    rewrite Z.mod_small; lia. }
  exact (eq_trans E6 (eq_trans E5 (eq_trans E4 (eq_trans E3 (eq_trans E2 E1))))).
Qed.

Lemma digits_number k : forall x, digits k 1 x = Z.of_nat (length (filter (fun i => Z.testbit x (Z.of_nat i)) (seq 0 k))).
Proof.
  induction k as [|k IH]; intros x; [reflexivity|]. cbn [digits seq filter]. change (2 ^ 1)%Z with 2%Z.
  rewrite IH, Zmod_odd, <- Z.bit0_odd, <- seq_shift. change (Z.of_nat 0) with 0%Z.
  assert (F : length (filter (fun i => Z.testbit x (Z.of_nat i)) (map S (seq 0 k))) =
              length (filter (fun i => Z.testbit (x / 2) (Z.of_nat i)) (seq 0 k))).
  { clear. induction (seq 0 k) as [|i l IHl]; [reflexivity|]. cbn [map filter].
    replace (Z.testbit (x / 2) (Z.of_nat i)) with (Z.testbit x (Z.of_nat (S i)))
      by (change 2%Z with (2 ^ 1)%Z; rewrite Z.div_pow2_bits by lia; f_equal; lia).
    destruct (Z.testbit x (Z.of_nat (S i))); simpl; rewrite IHl; reflexivity. }
  rewrite <- F. destruct (Z.testbit x 0); cbn [length]; lia.
Qed.

(* Numbers below 2^62 that grow by the players in a mask, those below k. *)
Definition count := int.
Definition limit := int.
Definition limit_of (k : nat) : limit := everyone k.
Fixpoint to_N (bits : nat) (x : int) : N :=
  match bits with
  | O => 0
  | S b => if x =? 0 then 0 else if x land 1 =? 0 then N.double (to_N b (x >> 1)) else N.succ_double (to_N b (x >> 1))
  end.
Definition worth (c : count) : N := to_N 63 c.
Definition tally (k : limit) (m : mask) (c : count) : count := c + bits_in (m land k).
Definition nil_count : count := 0.

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

Lemma filter_nothing {X} (f : X -> bool) l : (forall x, In x l -> f x = false) -> filter f l = nil.
Proof. induction l as [|x l IH]; simpl; intros H; auto. rewrite H, IH; auto. Qed.

Lemma worth_Z c : worth c = Z.to_N (φ c).
Proof. apply (to_N_Z 63). apply Uint63.to_Z_bounded. Qed.

Lemma worth_nil : worth nil_count = 0%N.
Proof. reflexivity. Qed.

Lemma worth_tally k m c : (k <= width)%nat -> (worth c + 62 < 4611686018427387904)%N ->
  worth (tally (limit_of k) m c) = (worth c + N.of_nat (length (filter (get m) (seq 0 k))))%N.
Proof.
  unfold width. intros Hk H. rewrite !worth_Z in *. unfold tally, limit_of.
  assert (Bc := proj1 (Uint63.to_Z_bounded c)).
  assert (Bm := proj1 (Uint63.to_Z_bounded m)). assert (P := pow_62 k Hk).
  assert (E : φ (m land everyone k) = (φ m mod 2 ^ Z.of_nat k)%Z)
    by (rewrite Uint63.land_spec', everyone_Z by auto; apply land_ones_mod; lia).
  assert (Q := Z.mod_pos_bound (φ m) (2 ^ Z.of_nat k) ltac:(lia)).
  assert (F : φ (bits_in (m land everyone k)) = Z.of_nat (length (filter (get m) (seq 0 k)))).
  { rewrite bits_in_Z by lia. rewrite digits_number, E. f_equal.
    replace 64%nat with (k + (64 - k))%nat by lia. rewrite seq_app, filter_app, app_length. cbn [Nat.add].
    replace (filter _ (seq k (64 - k))) with (@nil nat).
    - rewrite Nat.add_0_r. f_equal. apply filter_ext_in. intros i Hi. apply in_seq in Hi.
      rewrite get_Z. apply Z.mod_pow2_bits_low. lia.
    - symmetry. apply filter_nothing. intros i Hi. apply in_seq in Hi. apply Z.mod_pow2_bits_high. lia. }
  assert (L : (length (filter (get m) (seq 0 k)) <= 62)%nat).
  { etransitivity; [|apply Hk]. etransitivity; [|apply Nat.eq_le_incl, (seq_length k 0)].
    clear. induction (seq 0 k) as [|i l IHl]; simpl; auto. destruct (get m i); simpl; lia. }
  assert (W : (Z.of_N (Z.to_N (φ c)) + 62 < 4611686018427387904)%Z) by lia. rewrite Z2N.id in W by auto.
  rewrite Uint63.add_spec, F. rewrite Z.mod_small by (rewrite wB_63; lia). lia.
Qed.

Global Opaque width get none bit join minus meets within same room everyone heads amount amount_of drop lift times
  count limit limit_of worth tally nil_count.
