(* The last player in bulk: statement (11) of docs/papers/count.md.  A closure is kept with its
   reverse, its twin, so that those before a player are as near as those after it. *)
From Coq Require Import List Arith NArith Bool Lia Permutation.
Import ListNotations.
Require Import Spec Mask Completions Closure.

Definition twin := (closure * closure)%type.

Definition push_twin (t : twin) (x y z : nat) : option twin :=
  let (c, d) := t in
  if cyclic c x y z then None else Some (push_rows c x y z, push_rows d z y x).

Fixpoint after_twins (ts : list twin) (p w b : nat) : list twin :=
  match ts with
  | [] => []
  | t :: ts' => opt (push_twin t p w b) (opt (push_twin t b w p) (after_twins ts' p w b))
  end.

(* Row w of the matrix A(c, q): the ninjas that q can choose with the wonderwall w.  up and down are
   the rows of q in c and its twin, u and d those of w, which f and g may have to change first. *)
Definition A_row (full bq up down : mask) (f g : mask -> mask) (bw u d : mask) : mask :=
  if meets up bw then if meets down bw then none else minus full (g d)
  else if meets down bw then minus full (f u) else minus full (join bq bw).

(* The matrices in acc, each joined with its row of A. *)
Fixpoint A_rows (full bq up down : mask) (f g : mask -> mask) (bs c d acc : list mask) : list mask :=
  match bs, c, d, acc with
  | bw :: bs, u :: c, v :: d, a :: acc =>
      join a (A_row full bq up down f g bw u v) :: A_rows full bq up down f g bs c d acc
  | _, _, _, _ => []
  end.

Definition unchanged (m : mask) : mask := m.

Definition A_twin (full bq : mask) (bs : list mask) (q : nat) (t : twin) (acc : list mask) : list mask :=
  A_rows full bq (row (fst t) q) (row (snd t) q) unchanged unchanged bs (fst t) (snd t) acc.

(* A closure that says all that another says allows nothing that the other does not. *)
Fixpoint prune (kept ts : list twin) : list twin :=
  match ts with
  | [] => kept
  | t :: ts' =>
      if existsb (fun k => lies_within (fst k) (fst t) || lies_within (snd k) (fst t)) kept
      then prune kept ts' else prune (t :: kept) ts'
  end.

Lemma sum_filter {X} (f : X -> N) P l : sum f (filter P l) = sum (fun x => if P x then f x else 0%N) l.
Proof. induction l; simpl; auto. destruct (P a); simpl; lia. Qed.

Lemma sum_prod {X Y} (f : X * Y -> N) l m : sum f (list_prod l m) = sum (fun x => sum (fun y => f (x, y)) m) l.
Proof. induction l; simpl; auto. rewrite sum_app, sum_map, IHl. auto. Qed.

Lemma sum_nth {X} (f : X -> N) d l : sum f l = sum (fun i => f (nth i l d)) (seq 0 (length l)).
Proof. induction l; simpl; auto. rewrite <- seq_shift, sum_map, IHl. auto. Qed.

Section Last.
Variable n : nat.
Hypothesis n_width : n <= width.

Definition bits : list mask := map bit (seq 0 n).
Definition everybody : mask := gather n (fun _ => true) (fun y => y).
Definition zeros : list mask := repeat none n.

Lemma bits_nth w : w < n -> nth w bits none = bit w.
Proof. apply (row_map n bit). Qed.

Lemma bits_length : length bits = n.
Proof. unfold bits. now rewrite map_length, seq_length. Qed.

Lemma get_everybody b : b < n -> get everybody b = true.
Proof.
  intros Hb. unfold everybody. rewrite (get_gather n n_width) by auto.
  apply (existsb_seq n n_width). exists b. split; auto. now rewrite Nat.eqb_refl.
Qed.

(* A closure and its reverse, row by row. *)
Definition twins (t : twin) : Prop :=
  length (fst t) = n /\ length (snd t) = n /\ forall x y, x < n -> y < n -> says (snd t) x y = says (fst t) y x.

Definition sound (t : twin) : Prop := twins t /\ proper n (fst t).

Lemma push_twin_push t x y z : push (fst t) x y z = option_map fst (push_twin t x y z).
Proof. destruct t as [c d]. unfold push, push_twin. simpl. destruct (cyclic c x y z); auto. Qed.

Lemma push_twin_twins t x y z e : twins t -> x < n -> y < n -> z < n -> push_twin t x y z = Some e -> twins e.
Proof.
  intros (Lc & Ld & M) Hx Hy Hz. destruct t as [c d]. unfold push_twin. simpl in *.
  destruct (cyclic c x y z); [discriminate|]. intros E. injection E as <-.
  split; [|split]; simpl; unfold push_rows at 1; rewrite ?map_length; auto.
  intros u v Hu Hv. fold (push_rows d z y x). rewrite !(says_push n n_width), !M by auto.
  destruct (says c v u), (says c z u), (says c v y), (says c v x), (says c y u); reflexivity.
Qed.

Lemma after_twins_after ts p w b : after (map fst ts) p w b = map fst (after_twins ts p w b).
Proof.
  induction ts as [|t ts IH]; simpl; auto. rewrite !push_twin_push, IH.
  destruct (push_twin t p w b), (push_twin t b w p); simpl; auto.
Qed.

Lemma in_after_twins ts p w b e : In e (after_twins ts p w b) <->
  exists t, In t ts /\ (push_twin t p w b = Some e \/ push_twin t b w p = Some e).
Proof.
  assert (O : forall (o : option twin) l, In e (opt o l) <-> o = Some e \/ In e l).
  { intros [a|] l; simpl; intuition congruence. }
  induction ts as [|t ts IH]; simpl; [firstorder|]. rewrite !O, IH. clear. firstorder (subst; eauto).
Qed.

Lemma after_twins_sound ts p w b : (forall t, In t ts -> sound t) -> p < n -> w < n -> b < n ->
  forall e, In e (after_twins ts p w b) -> sound e.
Proof.
  intros M Hp Hw Hb e He. split.
  - apply in_after_twins in He. destruct He as (t & Ht & [H|H]); apply M in Ht; destruct Ht as [Ht _];
      eapply push_twin_twins in H; eauto.
  - apply (after_proper n n_width (map fst ts) p w b); auto.
    + intros c Hc. apply in_map_iff in Hc. destruct Hc as (t & <- & Ht). now apply M.
    + rewrite after_twins_after. now apply in_map.
Qed.

(* Whether w and b are in the matrix A of q, by what the closure says. *)
Definition A (c : closure) (q w b : nat) : bool :=
  if says c q w then if says c w q then false else negb (says c b w)
  else if says c w q then negb (says c w b) else negb (q =? b) && negb (w =? b).

Lemma get_A_row c d q w b : twins (c, d) -> q < n -> w < n -> b < n ->
  get (A_row everybody (bit q) (row c q) (row d q) unchanged unchanged (bit w) (row c w) (row d w)) b = A c q w b.
Proof.
  intros (_ & _ & M) Hq Hw Hb. simpl in M. unfold A_row, A, unchanged.
  rewrite !meets_bit by lia. fold (says c q w). fold (says d q w). rewrite M by auto.
  assert (D : forall m, get (minus everybody m) b = negb (get m b)).
  { intros m. rewrite get_minus, get_everybody by lia. auto. }
  destruct (says c q w), (says c w q); rewrite ?D, ?get_none; auto.
  - fold (says d w b). now rewrite M by auto.
  - rewrite get_join, !get_bit by lia. apply negb_orb.
Qed.

(* (11) *)
Lemma A_spec c q w b : proper n c -> q < n -> w < n -> b < n ->
  A c q w b = true <-> (w <> q /\ b <> q /\ w <> b) /\ (push c q w b <> None \/ push c b w q <> None).
Proof.
  intros (R & Tr & An) Hq Hw Hb. unfold A, push, cyclic.
  assert (Rw := R w Hw). assert (T4 := Tr b q w Hb Hq Hw). assert (T3 := Tr w q b Hw Hq Hb).
  assert (T1 := Tr q w b Hq Hw Hb). assert (T2 := Tr b w q Hb Hw Hq).
  assert (T5 := Tr q b w Hq Hb Hw). assert (T6 := Tr w b q Hw Hb Hq).
  destruct (Nat.eq_dec w q) as [->|Nwq]; [rewrite R by auto; intuition discriminate|].
  destruct (Nat.eq_dec b q) as [->|Nbq].
  { rewrite Nat.eqb_refl. destruct (says c q w), (says c w q); simpl; intuition discriminate. }
  destruct (Nat.eq_dec w b) as [->|Nwb].
  { rewrite R, Nat.eqb_refl, andb_false_r by auto. destruct (says c q b), (says c b q); simpl; intuition discriminate. }
  destruct (Nat.eqb_spec q b); [congruence|]. destruct (Nat.eqb_spec w b); [congruence|].
  destruct (says c q w) eqn:E1, (says c w q) eqn:E2; [destruct Nwq; symmetry; now apply An| | |];
    destruct (says c b w) eqn:E3, (says c w b) eqn:E4; try (destruct Nwb; now apply An);
    destruct (says c b q) eqn:E5, (says c q b) eqn:E6; simpl;
    (split; [intros H|intros (_ & [H|H])]); try (repeat split; auto; fail); try congruence;
    try (split; [auto|left; congruence]); try (split; [auto|right; congruence]);
    exfalso; first [discriminate (T1 eq_refl eq_refl)|discriminate (T2 eq_refl eq_refl)
                   |discriminate (T3 eq_refl eq_refl)|discriminate (T4 eq_refl eq_refl)
                   |discriminate (T5 eq_refl eq_refl)|discriminate (T6 eq_refl eq_refl)
                   |congruence|destruct Nbq; now apply An].
Qed.

(* A list of rows that shows a matrix of booleans. *)
Definition shows (rows : list mask) (P : nat -> nat -> Prop) : Prop :=
  length rows = n /\ forall w b, w < n -> b < n -> (get (nth w rows none) b = true <-> P w b).

Lemma shows_iff rows P Q : (forall w b, w < n -> b < n -> (P w b <-> Q w b)) -> shows rows P -> shows rows Q.
Proof. intros E [L H]. split; auto. intros w b Hw Hb. rewrite H by auto. auto. Qed.

Lemma zeros_shows : shows zeros (fun _ _ => False).
Proof.
  split; [apply repeat_length|]. intros w b Hw Hb. unfold zeros.
  replace (nth w (repeat none n) none) with none by (symmetry; apply nth_repeat).
  rewrite get_none. intuition discriminate.
Qed.

Lemma A_rows_length full bq up down f g bs : forall m c d acc,
  length bs = m -> length c = m -> length d = m -> length acc = m ->
  length (A_rows full bq up down f g bs c d acc) = m.
Proof.
  induction bs as [|b bs IH]; intros m [|u c] [|v d] [|a acc]; simpl; try lia.
  destruct m as [|m]; [lia|]. intros. rewrite (IH m); lia.
Qed.

Lemma A_rows_nth full bq up down f g bs : forall c d acc w,
  w < length bs -> w < length c -> w < length d -> w < length acc ->
  nth w (A_rows full bq up down f g bs c d acc) none =
  join (nth w acc none) (A_row full bq up down f g (nth w bs none) (nth w c none) (nth w d none)).
Proof.
  induction bs as [|b bs IH]; intros [|u c] [|v d] [|a acc] w; simpl; try lia.
  destruct w; auto. intros. apply IH; lia.
Qed.

Lemma A_twin_shows t q acc P : twins t -> q < n -> shows acc P ->
  shows (A_twin everybody (bit q) bits q t acc) (fun w b => P w b \/ A (fst t) q w b = true).
Proof.
  intros M Hq [L S]. assert (B := bits_length). destruct M as (Lc & Ld & M). split.
  - now apply A_rows_length.
  - intros w b Hw Hb. unfold A_twin. rewrite A_rows_nth by lia. rewrite bits_nth by auto.
    fold (row (fst t) w). fold (row (snd t) w). destruct t as [c d]. simpl fst in *. simpl snd in *.
    rewrite get_join, (get_A_row c d) by (try lia; repeat split; auto).
    rewrite orb_true_iff, S by auto. tauto.
Qed.

(* The number of choices of q that are in the matrix of one of the closures. *)
Definition last_count (full : mask) (bs : list mask) (q : nat) (ts : list twin) : N :=
  total n (fold_right (A_twin full (bit q) bs q) zeros ts).

Lemma union_shows ts q : (forall t, In t ts -> twins t) -> q < n ->
  shows (fold_right (A_twin everybody (bit q) bits q) zeros ts)
        (fun w b => exists t : twin, In t ts /\ A (fst t) q w b = true).
Proof.
  intros M Hq. induction ts as [|t ts IH]; simpl.
  - eapply shows_iff; [|apply zeros_shows]. firstorder.
  - eapply shows_iff; [|apply A_twin_shows; [apply M; simpl; auto|auto|apply IH; intros; apply M; simpl; auto]].
    intros w b _ _. simpl. firstorder (subst; eauto).
Qed.

Lemma number_sum m : N.of_nat (length (filter (get m) (seq 0 n))) = sum (fun b => if get m b then 1%N else 0%N) (seq 0 n).
Proof.
  induction (seq 0 n) as [|b l IH]; simpl; auto. destruct (get m b); simpl length; lia.
Qed.

Lemma total_shows rows P (f : nat -> nat -> bool) : shows rows P ->
  (forall w b, w < n -> b < n -> (P w b <-> f w b = true)) ->
  total n rows = sum (fun w => sum (fun b => if f w b then 1%N else 0%N) (seq 0 n)) (seq 0 n).
Proof.
  intros [L S] E. rewrite total_spec by lia.
  change (sum (fun m => N.of_nat (length (filter (get m) (seq 0 n)))) rows =
    sum (fun w => sum (fun b => if f w b then 1%N else 0%N) (seq 0 n)) (seq 0 n)).
  rewrite (sum_nth _ none), L. apply sum_ext. intros w Hw. apply in_seq in Hw. rewrite number_sum.
  apply sum_ext. intros b Hb. apply in_seq in Hb.
  assert (G : get (nth w rows none) b = f w b).
  { apply eq_true_iff_eq. rewrite S, E by lia. reflexivity. }
  now rewrite G.
Qed.

Lemma A_after (ts : list twin) q w b : (forall t, In t ts -> proper n (fst t)) -> q < n -> w < n -> b < n ->
  (exists t : twin, In t ts /\ A (fst t) q w b = true) <->
  (w <> q /\ b <> q /\ w <> b) /\ after (map fst ts) q w b <> [].
Proof.
  intros W Hq Hw Hb.
  assert (E : after (map fst ts) q w b <> [] <-> exists e, In e (after (map fst ts) q w b)).
  { destruct (after (map fst ts) q w b) as [|e l]; split; try tauto; try discriminate.
    - intros [e []].
    - intros _. exists e. simpl. auto. }
  rewrite E. clear E. split.
  - intros (t & Ht & H). apply A_spec in H; auto. destruct H as [H1 H2]. split; auto.
    destruct H2 as [H2|H2].
    + destruct (push (fst t) q w b) as [e|] eqn:Q; [|congruence]. exists e. apply in_after.
      exists (fst t). split; auto. now apply in_map.
    + destruct (push (fst t) b w q) as [e|] eqn:Q; [|congruence]. exists e. apply in_after.
      exists (fst t). split; auto. now apply in_map.
  - intros (H1 & e & He). apply in_after in He. destruct He as (c & Hc & F).
    apply in_map_iff in Hc. destruct Hc as (t & <- & Ht). exists t. split; auto.
    apply A_spec; auto. split; auto. destruct F as [F|F]; [left|right]; congruence.
Qed.

(* Any rows that show the union of the matrices have as many bits as q has choices. *)
Lemma union_count rows q (ts : list twin) : q < n -> (forall t, In t ts -> proper n (fst t)) ->
  shows rows (fun w b => exists t : twin, In t ts /\ A (fst t) q w b = true) ->
  total n rows =
  sum (fun c => match after (map fst ts) q (fst c) (snd c) with [] => 0%N | _ => 1%N end) (choices n q).
Proof.
  intros Hq W S.
  rewrite (total_shows _ _ (fun w b => negb (w =? q) && negb (b =? q) && negb (w =? b) &&
    match after (map fst ts) q w b with [] => false | _ => true end) S).
  - unfold choices. rewrite sum_filter, sum_prod. apply sum_ext. intros w _. apply sum_ext. intros b _. simpl.
    destruct (negb (w =? q) && _ && _); auto.
    destruct (after (map fst ts) q w b); auto.
  - intros w b Hw Hb. rewrite A_after by auto. rewrite !andb_true_iff, !negb_true_iff, !Nat.eqb_neq.
    destruct (after (map fst ts) q w b); intuition congruence.
Qed.

Lemma last_count_spec q ts : q < n -> (forall t, In t ts -> sound t) ->
  last_count everybody bits q ts =
  sum (fun c => match after (map fst ts) q (fst c) (snd c) with [] => 0%N | _ => 1%N end) (choices n q).
Proof.
  intros Hq M. apply union_count; auto; [intros; now apply M|]. apply union_shows; auto. intros; now apply M.
Qed.

Lemma twins_extends l t : In l (orders n) -> twins t -> extends n (places l) (snd t) -> extends n (places_back n l) (fst t).
Proof.
  intros Hl (_ & _ & M) H x y Hx Hy E. rewrite <- M in E by auto. apply H in E; auto.
  assert (P := order_place n l x Hl Hx). unfold places, places_back in *. lia.
Qed.

Lemma twins_extends' l t : In l (orders n) -> twins t -> extends n (places_back n l) (snd t) -> extends n (places l) (fst t).
Proof.
  intros Hl (_ & _ & M) H x y Hx Hy E. rewrite <- M in E by auto. apply H in E; auto.
  assert (P := order_place n l x Hl Hx). assert (Q := order_place n l y Hl Hy). unfold places, places_back in *. lia.
Qed.

Lemma prune_in ts : forall kept t, In t (prune kept ts) -> In t kept \/ In t ts.
Proof.
  induction ts as [|u ts IH]; simpl; intros kept t H; auto.
  match type of H with In _ (if ?b then _ else _) => destruct b end; apply IH in H; simpl in *; tauto.
Qed.

Lemma prune_allows l ts : In l (orders n) -> forall kept,
  (forall t, In t kept -> twins t) -> (forall t, In t ts -> twins t) ->
  allows n (map fst (prune kept ts)) l = allows n (map fst (kept ++ ts)) l.
Proof.
  intros Hl. induction ts as [|t ts IH]; simpl; intros kept Mk Mt; [now rewrite app_nil_r|].
  match goal with |- context [if ?b then _ else _] => destruct b eqn:E end.
  - rewrite IH by auto. apply eq_true_iff_eq. rewrite !(allows_iff n n_width). rewrite !map_app. simpl.
    apply existsb_exists in E. destruct E as (k & Hk & E).
    split; intros (c & Hc & H).
    + exists c. split; auto. rewrite in_app_iff in *. simpl. tauto.
    + rewrite in_app_iff in Hc. simpl in Hc. destruct Hc as [Hc|[<-|Hc]].
      * exists c. rewrite in_app_iff. auto.
      * exists (fst k). split; [rewrite in_app_iff; left; now apply in_map|].
        apply orb_true_iff in E. specialize (Mk k Hk).
        destruct E as [E|E]; destruct H as [H|H];
          apply (fun H => within_extends n n_width _ _ _ E H) in H; auto.
        -- right. now apply twins_extends.
        -- left. now apply twins_extends'.
      * exists c. rewrite in_app_iff. auto.
  - rewrite IH by (auto; simpl; intuition (subst; auto)).
    apply eq_true_iff_eq. rewrite !(allows_iff n n_width).
    split; intros (c & Hc & H); exists c; split; auto; revert Hc;
      rewrite !map_app; cbn [map app]; rewrite !in_app_iff; simpl; rewrite ?in_app_iff; tauto.
Qed.
End Last.
