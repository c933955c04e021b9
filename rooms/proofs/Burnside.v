(* Burnside's lemma, (15) of docs/papers/count.md, for games and the renamings of their players. *)
From Coq Require Import List Arith NArith Bool Lia Permutation.
Import ListNotations.
Require Import Spec Classes Completions.

Lemma sum_mul {X} (f : X -> N) k l : sum (fun x => (k * f x)%N) l = (k * sum f l)%N.
Proof. induction l; simpl; lia. Qed.

Lemma sum_one_filter {X} (f : X -> bool) l : sum (fun x => one (f x)) l = N.of_nat (length (filter f l)).
Proof. induction l; simpl; auto. unfold one at 1. destruct (f a); simpl length; lia. Qed.

Lemma sum_const {X} k (l : list X) : sum (fun _ => k) l = (k * N.of_nat (length l))%N.
Proof. induction l; simpl length; simpl; lia. Qed.

Lemma sum_unique {X} (f : X -> bool) l x : NoDup l -> In x l -> f x = true ->
  (forall y, In y l -> f y = true -> y = x) -> sum (fun y => one (f y)) l = 1%N.
Proof.
  induction 1 as [|a l Ha Hl IH]; simpl; [tauto|]. intros [->|Hx] E U.
  - rewrite E. rewrite (sum_ext _ (fun _ => 0%N)), sum_0; [reflexivity|].
    intros y Hy. destruct (f y) eqn:F; auto. apply U in F; auto. now subst.
  - destruct (f a) eqn:F; [apply U in F; auto; now subst|]. rewrite IH; auto.
Qed.

Section Burnside.
Variable n : nat.

Lemma words_NoDup k : NoDup (words n k).
Proof.
  induction k as [|k IH]; simpl; [repeat constructor; auto|].
  apply NoDup_flat_map; [apply seq_NoDup|intros x _; now apply NoDup_cons_map|].
  intros x y l _ _ H K. apply in_map_iff in H, K. destruct H as (? & <- & _), K as (? & E & _). congruence.
Qed.

Lemma orders_NoDup : NoDup (orders n).
Proof. apply NoDup_filter', words_NoDup. Qed.

(* Renamings: nth x pi 0 is the new name of x. *)
Definition to (pi : list nat) (x : nat) : nat := nth x pi 0.
Definition rename (pi : list nat) (c : nat * nat) : nat * nat := (to pi (fst c), to pi (snd c)).

Lemma to_lt pi x : In pi (orders n) -> x < n -> to pi x < n.
Proof. intros H Hx. apply in_orders in H. destruct H as (_ & L & B). apply B, nth_In. lia. Qed.

Lemma to_inj pi x y : In pi (orders n) -> x < n -> y < n -> to pi x = to pi y -> x = y.
Proof. intros H Hx Hy. apply in_orders in H. destruct H as (D & L & _). apply (proj1 (NoDup_nth pi 0) D); lia. Qed.

Lemma place_nth x l : In x l -> nth (place x l) l 0 = x.
Proof.
  induction l as [|y l IH]; simpl; [tauto|]. intros H. destruct (Nat.eqb_spec x y); auto. apply IH. intuition congruence.
Qed.

Lemma to_place pi x : In pi (orders n) -> x < n -> to pi (place x pi) = x.
Proof. intros H Hx. apply place_nth. now apply (in_order n). Qed.

Lemma place_bound pi x : In pi (orders n) -> x < n -> place x pi < n.
Proof.
  intros H Hx. assert (L := in_order n pi x H Hx). apply place_lt in L. apply in_orders in H. lia.
Qed.

Lemma place_to pi x : In pi (orders n) -> x < n -> place (to pi x) pi = x.
Proof.
  intros H Hx. apply (to_inj pi); auto; [apply place_bound; auto; now apply to_lt|]. apply to_place; auto. now apply to_lt.
Qed.

(* Those that a function gives. *)
Lemma to_map f x : x < n -> to (map f (seq 0 n)) x = f x.
Proof.
  intros Hx. unfold to. rewrite (nth_indep _ 0 (f 0)) by (now rewrite map_length, seq_length).
  now rewrite map_nth, seq_nth.
Qed.

Lemma map_renaming f : (forall x, x < n -> f x < n) -> (forall x y, x < n -> y < n -> f x = f y -> x = y) ->
  In (map f (seq 0 n)) (orders n).
Proof.
  intros B I. apply in_orders. split; [|split].
  - apply NoDup_map_in; [apply seq_NoDup|]. intros x y Hx Hy. apply in_seq in Hx, Hy. apply I; lia.
  - now rewrite map_length, seq_length.
  - intros x Hx. apply in_map_iff in Hx. destruct Hx as (y & <- & Hy). apply in_seq in Hy. apply B. lia.
Qed.

Lemma renaming_ext pi sigma : In pi (orders n) -> In sigma (orders n) ->
  (forall x, x < n -> to pi x = to sigma x) -> pi = sigma.
Proof.
  intros H K E. apply in_orders in H, K. apply (nth_ext _ _ 0 0); [lia|]. intros x Hx. apply E. lia.
Qed.

Definition same_names : list nat := seq 0 n.
Definition inverse (pi : list nat) : list nat := map (fun x => place x pi) (seq 0 n).
Definition follow (pi sigma : list nat) : list nat := map (fun x => to pi (to sigma x)) (seq 0 n).   (* sigma first *)

Lemma same_names_renaming : In same_names (orders n).
Proof. apply orders_perm. reflexivity. Qed.

Lemma to_same_names x : x < n -> to same_names x = x.
Proof. intros Hx. unfold to, same_names. now rewrite seq_nth. Qed.

Lemma inverse_renaming pi : In pi (orders n) -> In (inverse pi) (orders n).
Proof.
  intros H. apply map_renaming; [intros; now apply place_bound|].
  intros x y Hx Hy E. apply (f_equal (to pi)) in E. now rewrite !to_place in E.
Qed.

Lemma follow_renaming pi sigma : In pi (orders n) -> In sigma (orders n) -> In (follow pi sigma) (orders n).
Proof.
  intros H K. apply map_renaming; [intros; now apply to_lt, to_lt|].
  intros x y Hx Hy E. apply to_inj in E; auto using to_lt. apply to_inj in E; auto.
Qed.

(* All renamings, each after sigma, are all renamings. *)
Lemma orders_follow sigma (f : list nat -> N) : In sigma (orders n) ->
  sum (fun pi => f (follow pi sigma)) (orders n) = sum f (orders n).
Proof.
  intros K. rewrite <- (sum_map f (fun pi => follow pi sigma)). apply sum_perm, NoDup_Permutation.
  - apply NoDup_map_in; [apply orders_NoDup|]. intros pi rho H G E. apply renaming_ext; auto.
    intros x Hx. apply (f_equal (fun l => to l (place x sigma))) in E. unfold follow in E.
    rewrite !to_map, to_place in E; auto using place_bound.
  - apply orders_NoDup.
  - intros pi. rewrite in_map_iff. split; [intros (rho & <- & H); now apply follow_renaming|].
    intros H. exists (follow pi (inverse sigma)). split; [|apply follow_renaming; auto using inverse_renaming].
    apply renaming_ext; auto using follow_renaming, inverse_renaming. intros x Hx. unfold follow, inverse.
    rewrite !to_map by auto using to_lt. now rewrite place_to.
Qed.

(* Games. *)
Lemma makes_iff pi g h : makes n pi g h = true <->
  forall p, p < n -> nth (to pi p) h (0, 0) = rename pi (nth p g (0, 0)).
Proof.
  unfold makes. rewrite forallb_forall. setoid_rewrite in_seq.
  split; intros H p Hp; specialize (H p); unfold rename, to in *;
    destruct (nth p g (0, 0)) as [w b], (nth (nth p pi 0) h (0, 0)) as [w' b']; simpl in *;
    rewrite andb_true_iff, !Nat.eqb_eq in *.
  - destruct H as [-> ->]; auto. lia.
  - assert (E : (w', b') = (nth w pi 0, nth b pi 0)) by (apply H; lia). injection E. auto.
Qed.

Lemma in_game_of g : In g (game_of n) <-> length g = n /\ forall p, p < n -> In (nth p g (0, 0)) (choices n p).
Proof. apply in_games. Qed.

Lemma game_choice g p : In g (game_of n) -> p < n -> fst (nth p g (0, 0)) < n /\ snd (nth p g (0, 0)) < n.
Proof.
  intros H Hp. apply in_game_of in H. destruct H as [_ H]. specialize (H p Hp).
  destruct (nth p g (0, 0)). apply in_choices in H. simpl. tauto.
Qed.

Lemma game_ext g h : In g (game_of n) -> In h (game_of n) ->
  (forall p, p < n -> nth p g (0, 0) = nth p h (0, 0)) -> g = h.
Proof.
  intros H K E. apply in_game_of in H, K. apply (nth_ext _ _ (0, 0) (0, 0)); [lia|]. intros x Hx. apply E. lia.
Qed.

Lemma makes_unique pi g h h' : In pi (orders n) -> In h (game_of n) -> In h' (game_of n) ->
  makes n pi g h = true -> makes n pi g h' = true -> h = h'.
Proof.
  rewrite !makes_iff. intros Hpi H H' E E'. apply game_ext; auto. intros p Hp.
  rewrite <- (to_place pi p) by auto. rewrite E, E' by (now apply place_bound). reflexivity.
Qed.

Definition renamed (pi : list nat) (g : list (nat * nat)) : list (nat * nat) :=
  map (fun p => rename pi (nth (place p pi) g (0, 0))) (seq 0 n).

Lemma nth_map_seq' (f : nat -> nat * nat) p : p < n -> nth p (map f (seq 0 n)) (0, 0) = f p.
Proof.
  intros Hp. rewrite (nth_indep _ (0, 0) (f 0)) by (now rewrite map_length, seq_length).
  now rewrite map_nth, seq_nth.
Qed.

Lemma makes_renamed pi g : In pi (orders n) -> makes n pi g (renamed pi g) = true.
Proof.
  intros H. apply makes_iff. intros p Hp. unfold renamed. rewrite nth_map_seq' by now apply to_lt. now rewrite place_to.
Qed.

Lemma rename_choices pi p c : In pi (orders n) -> p < n -> In c (choices n p) -> In (rename pi c) (choices n (to pi p)).
Proof.
  intros H Hp. destruct c as [w b]. unfold rename. rewrite !in_choices. simpl. intros (Hw & Hb & N1 & N2 & N3).
  repeat split; auto using to_lt; intros E; apply to_inj in E; auto.
Qed.

Lemma renamed_game pi g : In pi (orders n) -> In g (game_of n) -> In (renamed pi g) (game_of n).
Proof.
  intros H K. apply in_game_of in K. destruct K as [L K]. apply in_game_of. split; [unfold renamed; now rewrite map_length, seq_length|].
  intros p Hp. unfold renamed. rewrite nth_map_seq' by auto. replace (choices n p) with (choices n (to pi (place p pi))) by now rewrite to_place.
  apply rename_choices; auto using place_bound.
Qed.

Lemma makes_same g : In g (game_of n) -> makes n same_names g g = true.
Proof.
  intros H. apply makes_iff. intros p Hp. rewrite to_same_names by auto. unfold rename.
  rewrite !to_same_names by now apply (game_choice g). now destruct (nth p g (0, 0)).
Qed.

Lemma rename_follow pi sigma c : fst c < n -> snd c < n -> rename (follow pi sigma) c = rename pi (rename sigma c).
Proof. intros Hw Hb. unfold rename, follow. simpl. now rewrite !to_map. Qed.

(* If sigma makes h of g: then pi makes k of h exactly if both, one after the other, make k of g. *)
Lemma makes_follow pi sigma g h k : In pi (orders n) -> In sigma (orders n) -> In g (game_of n) ->
  makes n sigma g h = true -> makes n pi h k = makes n (follow pi sigma) g k.
Proof.
  intros Hpi Hs Hg E. apply eq_true_iff_eq. rewrite makes_iff in *. rewrite !makes_iff.
  assert (F : forall p, p < n -> nth (to (follow pi sigma) p) k (0, 0) = rename (follow pi sigma) (nth p g (0, 0)) <->
    nth (to pi (to sigma p)) k (0, 0) = rename pi (nth (to sigma p) h (0, 0))).
  { intros p Hp. rewrite E, rename_follow by (auto; now apply (game_choice g)). unfold follow at 1. now rewrite to_map. }
  split; intros H p Hp; [apply F; auto using to_lt|].
  rewrite <- (to_place sigma p) by auto. apply F; auto using place_bound.
Qed.

Lemma makes_injective pi g g' h : In pi (orders n) -> In g (game_of n) -> In g' (game_of n) ->
  makes n pi g h = true -> makes n pi g' h = true -> g = g'.
Proof.
  rewrite !makes_iff. intros Hpi Hg Hg' E F. apply game_ext; auto. intros p Hp.
  assert (B := game_choice g p Hg Hp). assert (B' := game_choice g' p Hg' Hp). specialize (E p Hp). rewrite F in E by auto.
  unfold rename in E. destruct (nth p g (0, 0)), (nth p g' (0, 0)). simpl in *. injection E as E1 E2.
  apply to_inj in E1, E2; try tauto. congruence.
Qed.

Lemma isomorphic_iff g h : isomorphic n g h = true <-> exists pi, In pi (orders n) /\ makes n pi g h = true.
Proof. apply existsb_exists. Qed.

Lemma isomorphic_sym g h : In g (game_of n) -> isomorphic n g h = true -> isomorphic n h g = true.
Proof.
  rewrite !isomorphic_iff. intros Hg (pi & H & E). exists (inverse pi). split; [now apply inverse_renaming|].
  rewrite (makes_follow (inverse pi) pi g h g) by auto using inverse_renaming.
  replace (follow (inverse pi) pi) with same_names; [now apply makes_same|].
  apply renaming_ext; auto using same_names_renaming, follow_renaming, inverse_renaming.
  intros x Hx. unfold follow, inverse. rewrite to_same_names, !to_map, place_to; auto using to_lt.
Qed.

Lemma isomorphic_trans g h k : In g (game_of n) -> isomorphic n g h = true -> isomorphic n h k = true -> isomorphic n g k = true.
Proof.
  rewrite !isomorphic_iff. intros Hg (pi & H & E) (rho & K & F). exists (follow rho pi). split; [now apply follow_renaming|].
  now rewrite <- (makes_follow rho pi g h k).
Qed.

(* The last ones of their classes. *)
Fixpoint lasts (gs : list (list (nat * nat))) : list (list (nat * nat)) :=
  match gs with
  | [] => []
  | g :: gs' => if existsb (isomorphic n g) gs' then lasts gs' else g :: lasts gs'
  end.

Lemma classes_lasts gs : classes n gs = N.of_nat (length (lasts gs)).
Proof. induction gs as [|g gs IH]; simpl; auto. destruct existsb; simpl length; lia. Qed.

Lemma lasts_in gs g : In g (lasts gs) -> In g gs.
Proof. induction gs as [|a gs IH]; simpl; auto. destruct existsb; simpl; intuition. Qed.

(* Every game is isomorphic to one of them, and to one only. *)
Lemma lasts_one gs h : (forall g, In g gs -> In g (game_of n)) -> In h (game_of n) ->
  sum (fun r => one (isomorphic n r h)) (lasts gs) = one (existsb (fun g => isomorphic n g h) gs).
Proof.
  intros V Hh. induction gs as [|g gs IH]; simpl; auto.
  assert (Hg : In g (game_of n)) by (apply V; simpl; auto).
  specialize (IH (fun x Hx => V x (or_intror Hx))).
  destruct (existsb (isomorphic n g) gs) eqn:E.
  - rewrite IH. destruct (isomorphic n g h) eqn:F; auto. simpl. apply existsb_exists in E. destruct E as (k & Hk & E).
    replace (existsb _ gs) with true; auto. symmetry. apply existsb_exists. exists k. split; auto.
    apply (isomorphic_trans k g h); auto using isomorphic_sym. apply V. simpl. auto.
  - simpl. rewrite IH. destruct (isomorphic n g h) eqn:F; auto. simpl.
    replace (existsb _ gs) with false; auto. symmetry. rewrite <- not_true_iff_false in E |- *.
    intros K. apply E. apply existsb_exists in K. destruct K as (k & Hk & K). apply existsb_exists. exists k. split; auto.
    assert (In k (game_of n)) by (apply V; simpl; auto).
    apply (isomorphic_trans g h k); auto using isomorphic_sym.
Qed.

(* The games of a list that pi leaves unchanged. *)
Definition unchanged (gs : list (list (nat * nat))) (pi : list nat) : N :=
  sum (fun g => one (makes n pi g g)) gs.

Theorem burnside gs : NoDup gs -> (forall g, In g gs -> In g (game_of n)) ->
  (forall pi g, In pi (orders n) -> In g gs -> In (renamed pi g) gs) ->
  sum (unchanged gs) (orders n) = (N.of_nat (length (orders n)) * classes n gs)%N.
Proof.
  intros D V C.
  (* each game is made by as many renamings of a game of its class *)
  assert (O : forall r h, In r gs -> In h gs -> sum (fun pi => one (makes n pi r h)) (orders n) =
    (one (isomorphic n r h) * sum (fun pi => one (makes n pi h h)) (orders n))%N).
  { intros r h Hr Hh. destruct (isomorphic n r h) eqn:E.
    - apply isomorphic_iff in E. destruct E as (sigma & Hs & E). unfold one at 2. rewrite N.mul_1_l.
      rewrite <- (orders_follow sigma (fun pi => one (makes n pi r h))) by auto. apply sum_ext. intros pi Hpi.
      rewrite (makes_follow pi sigma r h h); auto.
    - rewrite (sum_ext _ (fun _ => 0%N)), sum_0; auto. intros pi Hpi. destruct (makes n pi r h) eqn:F; auto.
      rewrite <- not_true_iff_false, isomorphic_iff in E. destruct E. eauto. }
  unfold unchanged. rewrite sum_swap.
  transitivity (sum (fun h => sum (fun r => sum (fun pi => one (makes n pi r h)) (orders n)) (lasts gs)) gs).
  - apply sum_ext. intros h Hh.
    rewrite (sum_ext _ (fun r => (sum (fun pi => one (makes n pi h h)) (orders n) * one (isomorphic n r h))%N)).
    2:{ intros r Hr. rewrite O by auto using lasts_in. lia. }
    rewrite sum_mul, lasts_one by auto.
    replace (existsb _ gs) with true; [unfold one at 3; lia|]. symmetry. apply existsb_exists. exists h. split; auto.
    apply isomorphic_iff. exists same_names. auto using same_names_renaming, makes_same.
  - rewrite sum_swap, classes_lasts. rewrite <- sum_const. apply sum_ext. intros r Hr. apply lasts_in in Hr.
    rewrite sum_swap, <- (N.mul_1_l (N.of_nat _)), <- sum_const. apply sum_ext. intros pi Hpi.
    apply (sum_unique _ _ (renamed pi r)); auto using makes_renamed.
    intros h Hh E. apply (makes_unique pi r); auto using makes_renamed.
Qed.

(* As many games are left unchanged by renamings of the same form: pi after sigma is sigma after rho. *)
Lemma unchanged_conjugate gs pi rho sigma : NoDup gs -> (forall g, In g gs -> In g (game_of n)) ->
  (forall pi g, In pi (orders n) -> In g gs -> In (renamed pi g) gs) ->
  In pi (orders n) -> In rho (orders n) -> In sigma (orders n) -> follow pi sigma = follow sigma rho ->
  unchanged gs pi = unchanged gs rho.
Proof.
  intros D V C Hpi Hr Hs E. unfold unchanged.
  rewrite <- (sum_perm _ (map (renamed sigma) gs) gs).
  - rewrite sum_map. apply sum_ext. intros g Hg. f_equal.
    rewrite (makes_follow pi sigma g (renamed sigma g)), E by auto using makes_renamed.
    rewrite <- (makes_follow sigma rho g (renamed rho g)) by auto using makes_renamed.
    apply eq_true_iff_eq. split; intros H.
    + rewrite <- (makes_injective sigma (renamed rho g) g (renamed sigma g)) at 2 by auto using makes_renamed.
      now apply makes_renamed.
    + rewrite (makes_unique rho g (renamed rho g) g); auto using makes_renamed.
  - apply NoDup_Permutation_bis; [|now rewrite map_length|].
    + apply NoDup_map_in; auto. intros g g' Hg Hg' F.
      apply (makes_injective sigma g g' (renamed sigma g)); auto using makes_renamed. rewrite F. now apply makes_renamed.
    + intros h Hh. apply in_map_iff in Hh. destruct Hh as (g & <- & Hg). auto.
Qed.
End Burnside.
