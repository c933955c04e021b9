(* A closure is kept with its reverse, its twin, so that those before a player are as near as those after it; and
   closures that may be dropped. *)
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

(* Of some that may stand for others those that are left: k stands for t if k covers t. *)
Section Prune.
Context {X : Type} (covers : X -> X -> bool).

Fixpoint prune (kept ts : list X) : list X :=
  match ts with
  | [] => kept
  | t :: ts' => if existsb (fun k => covers k t) kept then prune kept ts' else prune (t :: kept) ts'
  end.

Lemma prune_in ts : forall kept t, In t (prune kept ts) -> In t kept \/ In t ts.
Proof.
  induction ts as [|u ts IH]; simpl; intros kept t H; auto.
  match type of H with In _ (if ?b then _ else _) => destruct b end; apply IH in H; simpl in *; tauto.
Qed.

Lemma prune_existsb (ok : X -> bool) ts : forall kept,
  (forall k t, In k (kept ++ ts) -> In t ts -> covers k t = true -> ok t = true -> ok k = true) ->
  existsb ok (prune kept ts) = existsb ok kept || existsb ok ts.
Proof.
  induction ts as [|t ts IH]; simpl; intros kept H; [now rewrite orb_false_r|].
  destruct (existsb (fun k => covers k t) kept) eqn:E.
  - rewrite IH by (intros k u Hk Hu; apply H; auto; rewrite in_app_iff in *; simpl; tauto).
    apply existsb_exists in E. destruct E as (k & Hk & E). destruct (ok t) eqn:O; [|reflexivity].
    replace (existsb ok kept) with true; [reflexivity|]. symmetry. apply existsb_exists. exists k. split; auto.
    apply (H k t); auto. rewrite in_app_iff. auto.
  - rewrite IH by (intros k u Hk Hu; apply H; auto; revert Hk; simpl; rewrite !in_app_iff; simpl; tauto). simpl.
    destruct (ok t), (existsb ok kept); reflexivity.
Qed.
End Prune.

(* A closure that says all that another says allows nothing that the other does not. *)
Definition covers (k t : twin) : bool := lies_within (fst k) (fst t) || lies_within (snd k) (fst t).

Section Twins.
Variable n : nat.
Hypothesis n_width : n <= width.

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

Lemma allows_map (ts : list twin) l : allows n (map fst ts) l = existsb (fun t => allows n [fst t] l) ts.
Proof. induction ts as [|t ts IH]; simpl; auto. unfold allows in *. simpl. now rewrite IH, orb_false_r. Qed.

Lemma prune_allows l ts : In l (orders n) -> (forall t, In t ts -> twins t) ->
  allows n (map fst (prune covers [] ts)) l = allows n (map fst ts) l.
Proof.
  intros Hl M. rewrite !allows_map. rewrite prune_existsb; [reflexivity|]. intros k t Hk Ht C A. simpl in Hk.
  rewrite (allows_iff n n_width) in *. destruct A as (c & [<-|[]] & A). exists (fst k). split; [simpl; auto|].
  apply orb_true_iff in C. assert (Mk := M k Hk).
  destruct C as [C|C]; destruct A as [A|A]; apply (fun H => within_extends n n_width _ _ _ C H) in A; auto.
  - right. now apply twins_extends.
  - left. now apply twins_extends'.
Qed.
End Twins.
