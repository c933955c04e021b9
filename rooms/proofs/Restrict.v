(* (17) of docs/papers/count.md: when only players below f choose, among themselves, then what closures say of these is enough. *)
From Coq Require Import List Arith NArith Bool Lia Permutation.
Import ListNotations.
Require Import Spec Classes Mask Completions Closure Twins Bulk Burnside Questions.

Section Restrict.
Variables n f : nat.
Hypothesis f_le : f <= n.
Hypothesis n_width : n <= width.

(* An order of n players shows an order of f if these stand in it as there. *)
Definition agrees (l l' : list nat) : bool := all2 f (fun x y => Bool.eqb (place x l <=? place y l) (place x l' <=? place y l')).
Definition shadow (A : list nat -> bool) (l' : list nat) : bool := existsb (fun l => A l && agrees l l') (orders n).

Lemma agrees_iff l l' : agrees l l' = true <->
  forall x y, x < f -> y < f -> (place x l <= place y l <-> place x l' <= place y l').
Proof.
  unfold agrees. rewrite (all2_iff f) by lia. setoid_rewrite eqb_true_iff.
  split; intros H x y Hx Hy; specialize (H x y Hx Hy).
  - rewrite <- !Nat.leb_le. now rewrite H.
  - apply eq_true_iff_eq. now rewrite !Nat.leb_le.
Qed.

Lemma filter_order l : In l (orders n) -> In (filter (fun x => x <? f) l) (orders f).
Proof.
  rewrite !in_orders. intros (D & L & B). split; [now apply NoDup_filter'|]. split.
  - assert (P : Permutation l (seq 0 n)) by (apply orders_perm, in_orders; auto).
    apply (filter_perm (fun x => x <? f)), Permutation_length in P. rewrite P. clear - f_le.
    replace n with (f + (n - f)) by lia. rewrite seq_app, filter_app, app_length. simpl.
    rewrite (filter_all (fun x => x <? f) (seq 0 f)), (filter_none (fun x => x <? f) (seq f (n - f))), seq_length; simpl; try lia.
    + intros x Hx. apply in_seq in Hx. apply Nat.ltb_ge. lia.
    + intros x Hx. apply in_seq in Hx. apply Nat.ltb_lt. lia.
  - intros x Hx. apply filter_In in Hx. now apply Nat.ltb_lt.
Qed.

Lemma place_filter (P : nat -> bool) l x y : In x l -> In y l -> P x = true -> P y = true ->
  (place x l <= place y l <-> place x (filter P l) <= place y (filter P l)).
Proof.
  induction l as [|a l IH]; simpl; [tauto|]. intros Hx Hy Px Py.
  destruct (Nat.eqb_spec x a) as [->|Nx].
  - rewrite Px. simpl. rewrite Nat.eqb_refl. split; lia.
  - destruct (Nat.eqb_spec y a) as [->|Ny].
    + rewrite Py. simpl. rewrite Nat.eqb_refl. destruct (Nat.eqb_spec x a); [congruence|]. split; lia.
    + assert (E := IH ltac:(intuition congruence) ltac:(intuition congruence) Px Py).
      destruct (P a); simpl; [|lia]. destruct (Nat.eqb_spec x a), (Nat.eqb_spec y a); try congruence. lia.
Qed.

Lemma filter_agrees l : In l (orders n) -> agrees l (filter (fun x => x <? f) l) = true.
Proof.
  intros H. apply agrees_iff. intros x y Hx Hy.
  apply place_filter; try (apply Nat.ltb_lt; lia); apply (in_order n); auto; lia.
Qed.

Lemma agrees_between l l' p w b : agrees l l' = true -> p < f -> w < f -> b < f -> between l p w b = between l' p w b.
Proof.
  rewrite agrees_iff. intros H Hp Hw Hb. unfold between.
  assert (L : forall x y, x < f -> y < f -> (place x l <? place y l) = (place x l' <? place y l')).
  { intros x y Hx Hy. rewrite !Nat.ltb_antisym. f_equal. apply eq_true_iff_eq. rewrite !Nat.leb_le. auto. }
  now rewrite !L by auto.
Qed.

(* The question that a player below f is asked, among f. *)
Definition single (p : nat) (c : nat * nat) : picks := [(p, c)].

Lemma Q_shadow todo : (forall p, In p todo -> p < f) -> forall A,
  Q n (map (fun p => map (single p) (choices f p)) todo) A = T f todo (shadow A).
Proof.
  induction todo as [|p todo IH]; simpl; intros B A.
  - unfold one. replace (existsb (shadow A) (orders f)) with (existsb A (orders n)); auto.
    apply eq_true_iff_eq. unfold shadow. rewrite !existsb_exists. split.
    + intros (l & Hl & E). exists (filter (fun x => x <? f) l). split; [now apply filter_order|].
      apply existsb_exists. exists l. rewrite E. split; auto. now apply filter_agrees.
    + intros (l' & _ & E). apply existsb_exists in E. destruct E as (l & Hl & E). apply andb_true_iff in E.
      exists l. tauto.
  - rewrite sum_map. apply sum_ext. intros [w b] Hc. apply in_choices in Hc. rewrite IH by auto. apply T_ext. intros l' Hl'.
    unfold shadow, holds, single. simpl. apply eq_true_iff_eq. rewrite andb_true_iff, !existsb_exists.
    assert (Bp := B p (or_introl eq_refl)). split.
    + intros (l & Hl & E). rewrite !andb_true_iff in E. destruct E as [[E [F _]] G].
      rewrite (agrees_between l l') in F by tauto. split; auto. exists l. now rewrite E, G.
    + intros [(l & Hl & E) F]. apply andb_true_iff in E. destruct E as [E G]. exists l. split; auto.
      rewrite (agrees_between l l') by tauto. now rewrite E, F, G.
Qed.

(* What a closure says of players below f. *)
Definition restrict (c : closure) : closure := map (fun x => gather f (says c x) (fun y => y)) (seq 0 f).

Lemma f_width : f <= width.
Proof. lia. Qed.

Lemma says_restrict c x y : x < f -> y < f -> says (restrict c) x y = says c x y.
Proof.
  intros Hx Hy. unfold restrict. unfold says at 1. rewrite (row_map f), (get_gather f f_width) by auto.
  apply eq_true_iff_eq. rewrite (existsb_seq f f_width). setoid_rewrite andb_true_iff. setoid_rewrite Nat.eqb_eq.
  split; [intros (u & Hu & E & ->); auto|]. intros E. exists y. auto.
Qed.

Lemma restrict_proper c : proper n c -> proper f (restrict c).
Proof.
  intros (R & Tr & An). split; [|split].
  - intros x Hx. rewrite says_restrict by auto. apply R. lia.
  - intros x y z Hx Hy Hz. rewrite !says_restrict by auto. apply Tr; lia.
  - intros x y Hx Hy. rewrite !says_restrict by auto. apply An; lia.
Qed.

(* An order of f players that extends the restriction is the shadow of one that extends the closure. *)
Lemma lift c l' : proper n c -> In l' (orders f) -> extends f (places l') (restrict c) ->
  exists l, In l (orders n) /\ agrees l l' = true /\ extends n (places l) c.
Proof.
  intros (R & Tr & An) Hl' X.
  assert (Xl : forall u v, u < f -> v < f -> says c u v = true -> place u l' <= place v l').
  { intros u v Hu Hv E. apply X; auto. now rewrite says_restrict. }
  set (E := fun x y => says c x y ||
    existsb (fun u => says c x u && existsb (fun v => (place u l' <=? place v l') && says c v y) (seq 0 f)) (seq 0 f)).
  assert (Ei : forall x y, E x y = true <-> says c x y = true \/
    exists u v, u < f /\ v < f /\ says c x u = true /\ place u l' <= place v l' /\ says c v y = true).
  { intros x y. unfold E. rewrite orb_true_iff, (existsb_seq f f_width). setoid_rewrite andb_true_iff.
    setoid_rewrite (existsb_seq f f_width). setoid_rewrite andb_true_iff. setoid_rewrite Nat.leb_le.
    split; intros [H|H]; auto; right; [destruct H as (u & Hu & H1 & v & Hv & H2 & H3)|destruct H as (u & v & Hu & Hv & H1 & H2 & H3)].
    - exists u, v. auto.
    - exists u. split; [auto|split; [auto|]]. exists v. auto. }
  set (d := map (fun x => gather n (E x) (fun y => y)) (seq 0 n)).
  assert (D : forall x y, x < n -> y < n -> says d x y = E x y).
  { intros x y Hx Hy. unfold d, says. rewrite (row_map n), (get_gather n n_width) by auto.
    apply eq_true_iff_eq. rewrite (existsb_seq n n_width). setoid_rewrite andb_true_iff. setoid_rewrite Nat.eqb_eq.
    split; [intros (u & Hu & F & ->); auto|]. intros F. exists y. auto. }
  assert (W : proper n d).
  { split; [|split].
    - intros x Hx. rewrite D by auto. apply Ei. auto.
    - intros x y z Hx Hy Hz. rewrite !D by auto. rewrite !Ei.
      intros [H|(u & v & Hu & Hv & H1 & H2 & H3)] [K|(u' & v' & Hu' & Hv' & K1 & K2 & K3)].
      + left. apply (Tr x y z); auto.
      + right. exists u', v'. repeat split; auto. apply (Tr x y u'); auto; lia.
      + right. exists u, v. repeat split; auto. apply (Tr v y z); auto; lia.
      + right. exists u, v'. repeat split; auto.
        assert (place v l' <= place u' l') by (apply Xl; auto; apply (Tr v y u'); auto; lia). lia.
    - intros x y Hx Hy. rewrite !D by auto. rewrite !Ei.
      intros [H|(u & v & Hu & Hv & H1 & H2 & H3)] [K|(u' & v' & Hu' & Hv' & K1 & K2 & K3)].
      + apply An; auto.
      + assert (F : place v' l' <= place u' l') by (apply Xl; auto; apply (Tr v' x u'); auto; try lia; apply (Tr x y u'); auto; lia).
        assert (u' = v') by (apply (places_inj f l'); auto; unfold places; lia). subst v'.
        apply An; auto. apply (Tr y u' x); auto. lia.
      + assert (F : place v l' <= place u l') by (apply Xl; auto; apply (Tr v y u); auto; try lia; apply (Tr y x u); auto; lia).
        assert (u = v) by (apply (places_inj f l'); auto; unfold places; lia). subst v.
        apply An; auto. apply (Tr x u y); auto. lia.
      + assert (F : place v l' <= place u' l') by (apply Xl; auto; apply (Tr v y u'); auto; lia).
        assert (G : place v' l' <= place u l') by (apply Xl; auto; apply (Tr v' x u); auto; lia).
        assert (u = v) by (apply (places_inj f l'); auto; unfold places; lia). subst v.
        assert (u' = v') by (apply (places_inj f l'); auto; unfold places; lia). subst v'.
        assert (u = u') by (apply (places_inj f l'); auto; unfold places; lia). subst u'.
        apply An; auto; [apply (Tr x u y)|apply (Tr y u x)]; auto; lia. }
  destruct (proper_has_order n n_width d W) as (l & Hl & Y). exists l. split; auto. split.
  - apply agrees_iff.
    assert (U : forall x y, x < f -> y < f -> place x l' <= place y l' -> place x l <= place y l).
    { intros x y Hx Hy H. apply Y; try lia. rewrite D by lia. apply Ei. right. exists x, y. repeat split; auto; apply R; lia. }
    intros x y Hx Hy. split; auto. intros H. destruct (Nat.le_gt_cases (place x l') (place y l')) as [|G]; auto.
    assert (place y l <= place x l) by (apply U; auto; lia).
    assert (x = y) by (apply (places_inj n l); auto; unfold places; lia). now subst.
  - intros x y Hx Hy H. apply Y; auto. rewrite D by auto. apply Ei. auto.
Qed.

Lemma proper_reverse c : proper n c -> proper n (reverse n c).
Proof.
  intros (R & Tr & An). split; [|split].
  - intros x Hx. rewrite (says_reverse n n_width) by auto. auto.
  - intros x y z Hx Hy Hz. rewrite !(says_reverse n n_width) by auto. intros H K. apply (Tr z y x); auto.
  - intros x y Hx Hy. rewrite !(says_reverse n n_width) by auto. auto.
Qed.

(* (17) *)
Lemma shadow_allows cs l' : (forall c, In c cs -> proper n c) -> In l' (orders f) ->
  shadow (allows n cs) l' = allows f (map restrict cs) l'.
Proof.
  intros W Hl'. apply eq_true_iff_eq. unfold shadow. rewrite existsb_exists, (allows_iff f f_width). split.
  - intros (l & Hl & E). apply andb_true_iff in E. destruct E as [E G]. rewrite agrees_iff in G.
    apply (allows_iff n n_width) in E. destruct E as (c & Hc & E). exists (restrict c). split; [now apply in_map|].
    destruct E as [E|E]; [left|right]; intros x y Hx Hy F; rewrite says_restrict in F by auto; apply E in F; try lia;
      unfold places, places_back in *.
    + now apply G.
    + assert (P := order_place n l x Hl ltac:(lia)). assert (P' := order_place n l y Hl ltac:(lia)).
      assert (H := proj1 (G y x Hy Hx) ltac:(lia)). lia.
  - intros (d & Hd & E). apply in_map_iff in Hd. destruct Hd as (c & <- & Hc). destruct E as [E|E].
    + destruct (lift c l' (W c Hc) Hl' E) as (l & Hl & G & X). exists l. split; auto. rewrite G, andb_true_r.
      apply (allows_iff n n_width). exists c. auto.
    + destruct (lift (reverse n c) l') as (l & Hl & G & X); auto using proper_reverse.
      * intros x y Hx Hy F. rewrite says_restrict, (says_reverse n n_width) in F by lia.
        assert (P := order_place f l' x Hl' Hx). assert (P' := order_place f l' y Hl' Hy).
        specialize (E y x Hy Hx). rewrite says_restrict in E by auto. apply E in F. unfold places, places_back in *. lia.
      * exists l. split; auto. rewrite G, andb_true_r. apply (allows_iff n n_width). exists c. split; auto. right.
        now apply (reverse_extends n n_width).
Qed.

(* A closure that relates at most two players: all orders extend it, or its reverse. *)
Definition relates_few (c : closure) : bool :=
  match filter (fun xy => negb (fst xy =? snd xy) && says c (fst xy) (snd xy)) (list_prod (seq 0 f) (seq 0 f)) with
  | [] | [_] => true
  | _ => false
  end.

Lemma relates_few_allows c cs l : In c cs -> relates_few c = true -> In l (orders f) -> allows f cs l = true.
Proof.
  intros Hc H Hl. apply (allows_iff f f_width). exists c. split; auto. unfold relates_few in H.
  assert (I : forall x y, x < f -> y < f -> says c x y = true -> x = y \/
    In (x, y) (filter (fun xy => negb (fst xy =? snd xy) && says c (fst xy) (snd xy)) (list_prod (seq 0 f) (seq 0 f)))).
  { intros x y Hx Hy E. destruct (Nat.eq_dec x y) as [|N]; auto. right. apply filter_In. rewrite in_prod_iff, !in_seq. simpl.
    rewrite E. destruct (Nat.eqb_spec x y); [congruence|]. split; auto. lia. }
  destruct (filter _ _) as [|[u v] [|]]; [| |discriminate].
  - left. intros x y Hx Hy E. destruct (I x y Hx Hy E) as [->|[]]. auto.
  - destruct (Nat.le_gt_cases (place u l) (place v l)) as [G|G]; [left|right]; intros x y Hx Hy E;
      (destruct (I x y Hx Hy E) as [->|[K|[]]]; [auto|injection K as <- <-]); unfold places, places_back; lia.
Qed.
End Restrict.
