(* T: in how many ways can the players todo choose so that one of the orders in A satisfies all?
   A is any set of orders.  No closures, no masks. *)
From Coq Require Import List Arith NArith Bool Lia Permutation.
Import ListNotations.
Require Import Spec.

(* Sums over lists. *)
Definition sum {X} (f : X -> N) (l : list X) : N := fold_right (fun x a => (f x + a)%N) 0%N l.
(* One for true. *)
Definition one (b : bool) : N := if b then 1%N else 0%N.

Lemma sum_ext {X} (f g : X -> N) l : (forall x, In x l -> f x = g x) -> sum f l = sum g l.
Proof. induction l; simpl; intros H; auto. rewrite H, IHl; auto. Qed.

Lemma sum_perm {X} (f : X -> N) l l' : Permutation l l' -> sum f l = sum f l'.
Proof. induction 1; simpl; lia. Qed.

Lemma sum_add {X} (f g : X -> N) l : sum (fun x => (f x + g x)%N) l = (sum f l + sum g l)%N.
Proof. induction l; simpl; lia. Qed.

Lemma sum_0 {X} (l : list X) : sum (fun _ => 0%N) l = 0%N.
Proof. induction l; simpl; auto. Qed.

Lemma sum_swap {X Y} (f : X -> Y -> N) l m :
  sum (fun x => sum (f x) m) l = sum (fun y => sum (fun x => f x y) l) m.
Proof.
  induction l; simpl; [now rewrite sum_0|].
  rewrite IHl, <- sum_add. reflexivity.
Qed.

Lemma sum_map {X Y} (f : Y -> N) (h : X -> Y) l : sum f (map h l) = sum (fun x => f (h x)) l.
Proof. induction l; simpl; congruence. Qed.

Lemma sum_app {X} (f : X -> N) l m : sum f (l ++ m) = (sum f l + sum f m)%N.
Proof. induction l; simpl; lia. Qed.

Lemma sum_filter {X} (f : X -> N) P l : sum f (filter P l) = sum (fun x => if P x then f x else 0%N) l.
Proof. induction l; simpl; auto. destruct (P a); simpl; lia. Qed.

Lemma sum_prod {X Y} (f : X * Y -> N) l m : sum f (list_prod l m) = sum (fun x => sum (fun y => f (x, y)) m) l.
Proof. induction l; simpl; auto. rewrite sum_app, sum_map, IHl. auto. Qed.

Lemma sum_nth {X} (f : X -> N) d l : sum f l = sum (fun i => f (nth i l d)) (seq 0 (length l)).
Proof. induction l; simpl; auto. rewrite <- seq_shift, sum_map, IHl. auto. Qed.

(* Orders and places; choices. *)
Lemma in_words n k l : In l (words n k) <-> length l = k /\ forall x, In x l -> x < n.
Proof.
  revert l. induction k; simpl; intros l.
  - split; [intros [<-|[]]; simpl; tauto|]. destruct l; simpl; intuition discriminate.
  - rewrite in_flat_map. setoid_rewrite in_map_iff. setoid_rewrite in_seq. split.
    + intros (x & Hx & l' & <- & H). apply IHk in H. simpl. destruct H; split; [lia|].
      intros y [<-|]; [lia|auto].
    + destruct l as [|x l']; simpl; intros [Hl H]; [discriminate|].
      exists x. split; [specialize (H x); lia|]. exists l'. split; auto. apply IHk. auto.
Qed.

Lemma distinct_NoDup l : distinct l = true <-> NoDup l.
Proof.
  induction l as [|x l IH]; simpl; [split; auto using NoDup_nil|].
  rewrite andb_true_iff, negb_true_iff, <- not_true_iff_false, existsb_exists, IH. split.
  - intros [H1 H2]. constructor; auto. intros Hx. apply H1. exists x. split; auto. apply Nat.eqb_refl.
  - intros H. inversion H; subst. split; auto. intros (y & Hy & E). apply Nat.eqb_eq in E. now subst.
Qed.

Lemma in_orders n l : In l (orders n) <-> NoDup l /\ length l = n /\ forall x, In x l -> x < n.
Proof.
  unfold orders. rewrite filter_In, in_words, distinct_NoDup. tauto.
Qed.

Lemma orders_perm n l : In l (orders n) <-> Permutation l (seq 0 n).
Proof.
  rewrite in_orders. split.
  - intros (H1 & H2 & H3). apply NoDup_Permutation_bis; auto.
    + rewrite seq_length. lia.
    + intros x Hx. apply in_seq. specialize (H3 x Hx). lia.
  - intros H. assert (H' := Permutation_sym H). repeat split.
    + eapply Permutation_NoDup; eauto. apply seq_NoDup.
    + apply Permutation_length in H. now rewrite seq_length in H.
    + intros x Hx. eapply Permutation_in in Hx; eauto. apply in_seq in Hx. lia.
Qed.

Lemma in_order n l x : In l (orders n) -> x < n -> In x l.
Proof.
  intros H Hx. apply orders_perm, Permutation_sym in H. eapply Permutation_in; eauto. apply in_seq. lia.
Qed.

Lemma place_lt x l : In x l -> place x l < length l.
Proof.
  induction l; simpl; [tauto|]. destruct (Nat.eqb_spec x a); intros; [lia|].
  assert (In x l) by intuition congruence. intuition lia.
Qed.

Lemma place_inj x y l : In x l -> In y l -> place x l = place y l -> x = y.
Proof.
  induction l; simpl; [tauto|].
  destruct (Nat.eqb_spec x a), (Nat.eqb_spec y a); intros; try congruence; try discriminate.
  apply IHl; intuition congruence.
Qed.

Lemma place_map (h : nat -> nat) x l :
  (forall y, In y l -> h x = h y -> x = y) -> place (h x) (map h l) = place x l.
Proof.
  induction l; simpl; intros H; auto.
  destruct (Nat.eqb_spec (h x) (h a)), (Nat.eqb_spec x a); subst; auto.
  - exfalso. auto.
  - congruence.
Qed.

Lemma in_choices n p w b : In (w, b) (choices n p) <-> w < n /\ b < n /\ w <> p /\ b <> p /\ w <> b.
Proof.
  unfold choices. rewrite filter_In, in_prod_iff, !in_seq. simpl.
  rewrite !andb_true_iff, !negb_true_iff, !Nat.eqb_neq. lia.
Qed.

Lemma NoDup_filter' {X} (f : X -> bool) l : NoDup l -> NoDup (filter f l).
Proof.
  induction 1; simpl; [constructor|]. destruct (f x); auto. constructor; auto.
  rewrite filter_In. tauto.
Qed.

Lemma NoDup_app' {X} (l m : list X) : NoDup l -> NoDup m -> (forall x, In x l -> ~ In x m) -> NoDup (l ++ m).
Proof.
  intros H1 H2 H. induction H1; simpl; auto. constructor.
  - rewrite in_app_iff. intros [|]; auto. eapply (H x); simpl; auto.
  - apply IHNoDup. intros z Hz. apply H. simpl. auto.
Qed.

Lemma NoDup_app_parts {X} (l m : list X) : NoDup (l ++ m) -> NoDup l /\ NoDup m /\ forall x, In x l -> ~ In x m.
Proof.
  induction l as [|a l IH]; simpl; intros H; [repeat split; auto using NoDup_nil|]. inversion H as [|? ? N D]; subst.
  rewrite in_app_iff in N. destruct (IH D) as (D1 & D2 & E). repeat split; auto; [constructor; auto|].
  intros x [<-|Hx]; auto.
Qed.

Lemma NoDup_map_in {X Y} (f : X -> Y) l : NoDup l -> (forall x y, In x l -> In y l -> f x = f y -> x = y) -> NoDup (map f l).
Proof.
  induction 1 as [|x l Hx Hl IH]; simpl; intros I; constructor; auto.
  rewrite in_map_iff. intros (y & E & Hy). apply I in E; auto. now subst.
Qed.

Lemma NoDup_cons_map {X} (x : X) l : NoDup l -> NoDup (map (cons x) l).
Proof. intros H. apply NoDup_map_in; auto. congruence. Qed.

Lemma NoDup_flat_map {X Y} (f : X -> list Y) l : NoDup l -> (forall x, In x l -> NoDup (f x)) ->
  (forall x x' y, In x l -> In x' l -> In y (f x) -> In y (f x') -> x = x') -> NoDup (flat_map f l).
Proof.
  induction 1 as [|x l Hx Hl IH]; simpl; intros D E; [constructor|]. apply NoDup_app'; auto.
  - apply IH; auto. intros; eapply E; eauto.
  - intros y H K. apply in_flat_map in K. destruct K as (x' & Hx' & K).
    assert (x = x') by (eapply E; eauto). now subst.
Qed.

Lemma NoDup_prod {X Y} (l : list X) (m : list Y) : NoDup l -> NoDup m -> NoDup (list_prod l m).
Proof.
  intros Hl Hm. induction Hl; simpl; [constructor|]. apply NoDup_app'; auto.
  - apply NoDup_map_in; auto. congruence.
  - intros [a b]. rewrite in_map_iff, in_prod_iff. intros (y & E & Hy) [Ha Hb]. congruence.
Qed.

Lemma choices_NoDup n p : NoDup (choices n p).
Proof. apply NoDup_filter', NoDup_prod; apply seq_NoDup. Qed.

Lemma in_games n s m g : In g (games n (seq s m)) <->
  length g = m /\ forall p, p < m -> In (nth p g (0, 0)) (choices n (s + p)).
Proof.
  revert s g. induction m as [|m IH]; simpl; intros s g.
  - split; [intros [<-|[]]; split; auto; lia|]. destruct g; simpl; intuition discriminate.
  - rewrite in_flat_map. setoid_rewrite in_map_iff. split.
    + intros (c & Hc & g' & <- & Hg). apply IH in Hg. destruct Hg as [L H]. split; [simpl; lia|].
      intros [|p] Hp; simpl; [now rewrite Nat.add_0_r|]. rewrite <- Nat.add_succ_comm. apply H. lia.
    + destruct g as [|c g']; simpl; intros [L H]; [lia|]. exists c. split.
      * specialize (H 0). simpl in H. rewrite Nat.add_0_r in H. apply H. lia.
      * exists g'. split; auto. apply IH. split; [lia|]. intros p Hp.
        specialize (H (S p)). simpl in H. rewrite <- Nat.add_succ_comm in H. apply H. lia.
Qed.

Lemma games_NoDup n s m : NoDup (games n (seq s m)).
Proof.
  revert s. induction m as [|m IH]; simpl; intros s; [repeat constructor; auto|].
  apply NoDup_flat_map; [apply choices_NoDup|intros c _; now apply NoDup_cons_map|].
  intros c d g _ _ H K. apply in_map_iff in H, K. destruct H as (? & <- & _), K as (? & E & _). congruence.
Qed.

Lemma satisfies_iff l s m g : length g = m -> (satisfies l (seq s m) g = true <->
  forall p, p < m -> between l (s + p) (fst (nth p g (0, 0))) (snd (nth p g (0, 0))) = true).
Proof.
  revert s g. induction m as [|m IH]; intros s [|c g] L; try discriminate; unfold satisfies; simpl.
  - split; auto. intros _ p Hp. lia.
  - rewrite andb_true_iff. specialize (IH (S s) g). unfold satisfies in IH. rewrite IH by (simpl in L; lia). split.
    + intros [H1 H2] [|p] Hp; [now rewrite Nat.add_0_r|]. rewrite <- Nat.add_succ_comm. apply H2. lia.
    + intros H. split; [specialize (H 0); simpl in H; rewrite Nat.add_0_r in H; apply H; lia|].
      intros p Hp. specialize (H (S p)). simpl in H. rewrite <- Nat.add_succ_comm in H. apply H. lia.
Qed.

Lemma filter_all {X} (f : X -> bool) l : (forall x, In x l -> f x = true) -> filter f l = l.
Proof. induction l; simpl; intros H; auto. rewrite H, IHl; auto. Qed.

Lemma filter_none {X} (f : X -> bool) l : (forall x, In x l -> f x = false) -> filter f l = [].
Proof. induction l; simpl; intros H; auto. rewrite H, IHl; auto. Qed.

Lemma filter_filter {X} (f g : X -> bool) l : filter f (filter g l) = filter g (filter f l).
Proof.
  induction l as [|a l IH]; simpl; auto. destruct (f a) eqn:F, (g a) eqn:G; simpl; rewrite ?F, ?G, IH; auto.
Qed.

Lemma filter_perm {X} (f : X -> bool) l m : Permutation l m -> Permutation (filter f l) (filter f m).
Proof.
  induction 1; simpl; auto.
  - destruct (f x); auto.
  - destruct (f x), (f y); auto. constructor.
  - etransitivity; eauto.
Qed.

Section Completions.
Variable n : nat.

(* A holds of an order if it satisfies all choices made so far. *)
Fixpoint T (todo : list nat) (A : list nat -> bool) : N :=
  match todo with
  | [] => if existsb A (orders n) then 1%N else 0%N
  | p :: todo' =>
      sum (fun c => T todo' (fun l => A l && between l p (fst c) (snd c))) (choices n p)
  end.

Lemma existsb_ext {X} (f g : X -> bool) l : (forall x, In x l -> f x = g x) -> existsb f l = existsb g l.
Proof. induction l; simpl; intros H; auto. rewrite H, IHl; auto. Qed.

(* (5), first half: T depends on A alone. *)
Lemma T_ext todo : forall A B, (forall l, In l (orders n) -> A l = B l) -> T todo A = T todo B.
Proof.
  induction todo; simpl; intros A B H.
  - now rewrite (existsb_ext A B).
  - apply sum_ext. intros c _. apply IHtodo. intros l Hl. now rewrite H.
Qed.

Lemma T_false todo A : (forall l, In l (orders n) -> A l = false) -> T todo A = 0%N.
Proof.
  revert A. induction todo; simpl; intros A H.
  - destruct (existsb A (orders n)) eqn:E; auto. apply existsb_exists in E.
    destruct E as (l & Hl & E). rewrite H in E; auto. discriminate.
  - rewrite <- (sum_0 (choices n a)). apply sum_ext. intros c _. apply IHtodo.
    intros l Hl. now rewrite H.
Qed.

(* (6): whoever is asked. *)
Lemma T_perm todo todo' : Permutation todo todo' -> forall A, T todo A = T todo' A.
Proof.
  induction 1; intros A; simpl; auto.
  - apply sum_ext. auto.
  - rewrite sum_swap. apply sum_ext. intros c _. apply sum_ext. intros d _. apply T_ext.
    intros k _. rewrite <- !andb_assoc. f_equal. apply andb_comm.
  - now rewrite IHPermutation1.
Qed.

(* T of all players and all orders is the number asked for. *)
Lemma filter_flat_map {X Y} (f : Y -> bool) (h : X -> list Y) l :
  N.of_nat (length (filter f (flat_map h l))) = sum (fun x => N.of_nat (length (filter f (h x)))) l.
Proof. induction l; simpl; auto. rewrite filter_app, app_length. lia. Qed.

Lemma filter_map {X Y} (f : Y -> bool) (h : X -> Y) l :
  length (filter f (map h l)) = length (filter (fun x => f (h x)) l).
Proof. induction l; simpl; auto. destruct (f (h a)); simpl; auto. Qed.

Lemma T_games todo : forall A,
  T todo A = N.of_nat (length (filter
    (fun g => existsb (fun l => A l && satisfies l todo g) (orders n)) (games n todo))).
Proof.
  induction todo; intros A; simpl.
  - rewrite (existsb_ext A (fun l => A l && satisfies l [] [])).
    + now destruct existsb.
    + intros. unfold satisfies. simpl. now rewrite andb_true_r.
  - rewrite filter_flat_map. apply sum_ext. intros c _. rewrite IHtodo, filter_map. f_equal. f_equal.
    apply filter_ext. intros g. apply existsb_ext. intros l _. unfold satisfies. simpl.
    now rewrite andb_assoc.
Qed.

Theorem T_solvable : T (seq 0 n) (fun _ => true) = solvable n.
Proof. rewrite T_games. reflexivity. Qed.

(* (5), second half: a relabeling pi, and rho that takes it back. *)
Section Relabel.
Variables pi rho : nat -> nat.
Hypothesis pi_lt : forall x, x < n -> pi x < n.
Hypothesis rho_lt : forall x, x < n -> rho x < n.
Hypothesis rho_pi : forall x, x < n -> rho (pi x) = x.
Hypothesis pi_rho : forall x, x < n -> pi (rho x) = x.

Lemma pi_inj x y : x < n -> y < n -> pi x = pi y -> x = y.
Proof. intros Hx Hy E. rewrite <- (rho_pi x), <- (rho_pi y), E; auto. Qed.

Lemma map_order l : In l (orders n) -> In (map pi l) (orders n).
Proof.
  rewrite !in_orders. intros (H1 & H2 & H3). repeat split.
  - clear H2. induction H1; simpl; constructor.
    + rewrite in_map_iff. intros (y & E & Hy). apply pi_inj in E; simpl in *; auto. now subst.
    + apply IHNoDup. simpl in H3. auto.
  - now rewrite map_length.
  - intros x. rewrite in_map_iff. intros (y & <- & Hy). auto.
Qed.

Lemma place_relabel l x : In l (orders n) -> x < n -> place (pi x) (map pi l) = place x l.
Proof.
  intros Hl Hx. apply place_map. intros y Hy. apply pi_inj; auto. apply in_orders in Hl. now apply Hl.
Qed.

Lemma choices_relabel p : p < n ->
  Permutation (map (fun c => (pi (fst c), pi (snd c))) (choices n p)) (choices n (pi p)).
Proof.
  intros Hp. apply NoDup_Permutation.
  - assert (H : forall c, In c (choices n p) -> fst c < n /\ snd c < n).
    { intros [w b] H. apply in_choices in H. simpl. tauto. }
    induction (choices_NoDup n p) as [|[w b] l H1 H2]; simpl in *; constructor; auto.
    rewrite in_map_iff. intros ([w' b'] & E & Hc). simpl in E. injection E as E1 E2.
    destruct (H (w, b)) as [Hw Hb]; auto. destruct (H (w', b')) as [Hw' Hb']; auto. simpl in *.
    apply pi_inj in E1; auto. apply pi_inj in E2; auto. now subst.
  - apply choices_NoDup.
  - intros [w b]. rewrite in_map_iff. split.
    + intros ([w' b'] & E & Hc). simpl in E. injection E as <- <-. apply in_choices in Hc. apply in_choices.
      repeat split; try apply pi_lt; try tauto; intros E; apply pi_inj in E; tauto.
    + intros Hc. apply in_choices in Hc. exists (rho w, rho b). simpl. split.
      * f_equal; apply pi_rho; tauto.
      * apply in_choices. repeat split; try apply rho_lt; try tauto; intros E.
        -- assert (pi (rho w) = pi p) by congruence. rewrite pi_rho in *; tauto.
        -- assert (pi (rho b) = pi p) by congruence. rewrite pi_rho in *; tauto.
        -- assert (pi (rho w) = pi (rho b)) by congruence. rewrite !pi_rho in *; tauto.
Qed.
End Relabel.

Lemma T_relabel pi rho :
  (forall x, x < n -> pi x < n) -> (forall x, x < n -> rho x < n) ->
  (forall x, x < n -> rho (pi x) = x) -> (forall x, x < n -> pi (rho x) = x) ->
  forall todo A, (forall p, In p todo -> p < n) ->
  T (map pi todo) A = T todo (fun l => A (map pi l)).
Proof.
  intros H1 H2 H3 H4. induction todo; intros A Ht; simpl.
  - replace (existsb (fun l => A (map pi l)) (orders n)) with (existsb A (orders n)); auto.
    apply eq_true_iff_eq. rewrite !existsb_exists. split; intros (l & Hl & E).
    + exists (map rho l). split; [eapply (map_order rho pi); eauto|].
      rewrite map_map. rewrite (map_ext_in _ (fun x => x)), map_id; auto.
      intros x Hx. apply H4. apply in_orders in Hl. now apply Hl.
    + exists (map pi l). split; auto. eapply (map_order pi rho); eauto.
  - rewrite <- (sum_perm _ _ _ (choices_relabel pi rho H1 H2 H3 H4 a (Ht a (or_introl eq_refl)))).
    rewrite sum_map. apply sum_ext. intros [w b] Hc. simpl.
    rewrite IHtodo by (intros; apply Ht; simpl; auto). apply T_ext. intros l Hl.
    apply in_choices in Hc. f_equal. unfold between.
    rewrite !(place_relabel pi rho) by (auto; try tauto; apply Ht; simpl; auto). reflexivity.
Qed.

End Completions.
