(* (16) of docs/papers/count.md: the games that a renaming leaves unchanged are the choices of one player of each cycle.
   A question is put to a cycle; each option is what its players may choose together. *)
From Coq Require Import List Arith NArith Bool Lia Permutation.
Import ListNotations.
Require Import Spec Classes Completions Burnside Cycles.

Definition picks := list (nat * (nat * nat)).
Definition holds (l : list nat) (o : picks) : bool :=
  forallb (fun pc => between l (fst pc) (fst (snd pc)) (snd (snd pc))) o.

Section Questions.
Variable n : nat.

(* In how many ways can the questions be answered so that an order of A satisfies all? *)
Fixpoint Q (qs : list (list picks)) (A : list nat -> bool) : N :=
  match qs with
  | [] => one (existsb A (orders n))
  | q :: qs' => sum (fun o => Q qs' (fun l => A l && holds l o)) q
  end.

Lemma Q_ext qs : forall A B, (forall l, In l (orders n) -> A l = B l) -> Q qs A = Q qs B.
Proof.
  induction qs; simpl; intros A B H.
  - now rewrite (existsb_ext A B).
  - apply sum_ext. intros o _. apply IHqs. intros l Hl. now rewrite H.
Qed.

Lemma Q_false qs : forall A, (forall l, In l (orders n) -> A l = false) -> Q qs A = 0%N.
Proof.
  induction qs; simpl; intros A H.
  - destruct (existsb A (orders n)) eqn:E; auto. apply existsb_exists in E.
    destruct E as (l & Hl & E). rewrite H in E; auto. discriminate.
  - rewrite <- (sum_0 a). apply sum_ext. intros o _. apply IHqs. intros l Hl. now rewrite H.
Qed.

Lemma Q_empty qs : In [] qs -> forall A, Q qs A = 0%N.
Proof.
  induction qs as [|q qs IH]; simpl; [tauto|]. intros [->|H] A; auto.
  rewrite <- (sum_0 q). apply sum_ext. intros o _. now apply IH.
Qed.

Lemma Q_perm qs qs' : Permutation qs qs' -> forall A, Q qs A = Q qs' A.
Proof.
  induction 1; intros A; simpl; auto.
  - apply sum_ext. auto.
  - rewrite sum_swap. apply sum_ext. intros c _. apply sum_ext. intros d _. apply Q_ext.
    intros k _. rewrite <- !andb_assoc. f_equal. apply andb_comm.
  - now rewrite IHPermutation1.
Qed.

(* The choices of a cycle of length l follow from that of its first player. *)
Fixpoint turn (r : list nat) (l : nat) (c : nat * nat) : nat * nat :=
  match l with 0 => c | S l' => turn r l' (rename r c) end.
Fixpoint orbit (r : list nat) (l : nat) (c : nat * nat) : list (nat * nat) :=
  match l with 0 => [] | S l' => c :: orbit r l' (rename r c) end.
Definition firsts (r : list nat) (s l : nat) : list (nat * nat) :=
  filter (fun c => (fst (turn r l c) =? fst c) && (snd (turn r l c) =? snd c)) (choices n s).
Fixpoint fixed_games (r : list nat) (s : nat) (t : list nat) : list (list (nat * nat)) :=
  match t with
  | [] => [[]]
  | l :: t' => flat_map (fun c => map (app (orbit r l c)) (fixed_games r (s + l) t')) (firsts r s l)
  end.
Fixpoint questions (r : list nat) (s : nat) (t : list nat) : list (list picks) :=
  match t with
  | [] => []
  | l :: t' => map (fun c => combine (seq s l) (orbit r l c)) (firsts r s l) :: questions r (s + l) t'
  end.

Lemma orbit_length r l : forall c, length (orbit r l c) = l.
Proof. induction l; simpl; auto. Qed.

Lemma combine_app {X Y} (a : list X) : forall b (c d : list Y), length a = length c ->
  combine (a ++ b) (c ++ d) = combine a c ++ combine b d.
Proof. induction a as [|x a IH]; intros b [|y c] d; simpl; try discriminate; auto. intros E. f_equal. apply IH. lia. Qed.

Lemma Q_games r t : forall s A, Q (questions r s t) A = N.of_nat (length (filter
  (fun g => existsb (fun l => A l && satisfies l (seq s (list_sum t)) g) (orders n)) (fixed_games r s t))).
Proof.
  induction t as [|l t IH]; intros s A; simpl.
  - rewrite (existsb_ext A (fun l => A l && satisfies l [] [])); [now destruct existsb|].
    intros. unfold satisfies. simpl. now rewrite andb_true_r.
  - rewrite filter_flat_map, sum_map. apply sum_ext. intros c _. rewrite IH, filter_map. f_equal. f_equal.
    apply filter_ext. intros g. apply existsb_ext. intros k _.
    rewrite <- andb_assoc. f_equal. unfold satisfies, holds.
    rewrite seq_app, combine_app by now rewrite seq_length, orbit_length. now rewrite forallb_app.
Qed.

Lemma fixed_games_length r t : forall s, N.of_nat (length (fixed_games r s t)) =
  fold_right (fun q a => N.of_nat (length q) * a)%N 1%N (questions r s t).
Proof.
  induction t as [|l t IH]; intros s; auto. cbn [fixed_games questions fold_right]. rewrite <- IH, map_length.
  induction (firsts r s l) as [|c cs IHc]; auto. cbn [flat_map length]. rewrite app_length, map_length. lia.
Qed.

Lemma turn_S r i : forall c, turn r (S i) c = rename r (turn r i c).
Proof. induction i as [|i IH]; intros c; auto. change (turn r (S (S i)) c) with (turn r (S i) (rename r c)). now rewrite IH. Qed.

Lemma nth_orbit r l : forall i c, i < l -> nth i (orbit r l c) (0, 0) = turn r i c.
Proof. induction l as [|l IH]; intros [|i] c H; simpl; auto; try lia. apply IH. lia. Qed.

Lemma cycle_seq f s l : cycle f (seq s l) -> (forall i, i < l -> i <> l - 1 -> f (s + i) = s + S i) /\ f (s + (l - 1)) = s.
Proof.
  destruct l as [|l]; [intros []|]. cbn [seq cycle].
  assert (G : forall m x y, leads f x (seq (S x) m) y -> (forall i, i < m -> f (x + i) = x + S i) /\ f (x + m) = y).
  { induction m as [|m IH]; simpl; intros x y H; [rewrite Nat.add_0_r; split; auto; lia|]. destruct H as [E H].
    apply IH in H. destruct H as [H H']. split; [|now rewrite <- Nat.add_succ_comm].
    intros [|i] Hi; [rewrite Nat.add_0_r; lia|]. replace (x + S i) with (S x + i) by lia. rewrite H by lia. lia. }
  intros H. apply G in H. destruct H as [H H']. replace (S l - 1) with l by lia. split; auto. intros i Hi Ni. apply H. lia.
Qed.

Lemma blocks_closed f t : forall s, (forall c, In c (blocks s t) -> cycle f c) ->
  forall p, s <= p < s + list_sum t -> s <= f p < s + list_sum t.
Proof.
  induction t as [|l t IH]; simpl; intros s C p Hp; [lia|].
  destruct (Nat.lt_ge_cases p (s + l)) as [H|H].
  - destruct (cycle_seq f s l (C _ (or_introl eq_refl))) as [E1 E2].
    destruct (Nat.eq_dec (p - s) (l - 1)) as [E|E].
    + replace p with (s + (l - 1)) by lia. lia.
    + specialize (E1 (p - s)). replace (s + (p - s)) with p in E1 by lia. lia.
  - specialize (IH (s + l) (fun c Hc => C c (or_intror Hc)) p). lia.
Qed.

Section Fixed.
Variable r : list nat.
Hypothesis r_renaming : In r (orders n).

Definition fixed_from (s m : nat) (g : list (nat * nat)) : Prop :=
  length g = m /\ forall p, p < m -> In (nth p g (0, 0)) (choices n (s + p)) /\
    nth (to r (s + p) - s) g (0, 0) = rename r (nth p g (0, 0)).

Lemma turn_choices s l : s + l <= n -> cycle (to r) (seq s l) -> forall c, In c (choices n s) ->
  forall i, i < l -> In (turn r i c) (choices n (s + i)).
Proof.
  intros Hs C c Hc i Hi. induction i as [|i IH]; [now rewrite Nat.add_0_r|]. rewrite turn_S.
  destruct (cycle_seq _ _ _ C) as [E _]. rewrite <- E by lia. apply rename_choices; auto; [lia|]. apply IH. lia.
Qed.

Lemma in_fixed_games t : forall s, s + list_sum t <= n -> (forall l, In l t -> l <> 0) ->
  (forall c, In c (blocks s t) -> cycle (to r) c) ->
  forall g, In g (fixed_games r s t) <-> fixed_from s (list_sum t) g.
Proof.
  induction t as [|l t IH]; intros s Hs Nz C g.
  - simpl. unfold fixed_from. split; [intros [<-|[]]; split; auto; simpl; lia|].
    intros [L _]. destruct g; auto. discriminate.
  - cbn [fixed_games list_sum fold_right] in *. fold (list_sum t) in *. simpl in C.
    assert (Cs := C _ (or_introl eq_refl)). destruct (cycle_seq _ _ _ Cs) as [E1 E2].
    assert (Nl : l <> 0) by (apply Nz; simpl; auto).
    assert (B := blocks_closed (to r) t (s + l) (fun c Hc => C c (or_intror Hc))).
    specialize (IH (s + l) ltac:(lia) (fun x Hx => Nz x (or_intror Hx)) (fun c Hc => C c (or_intror Hc))).
    rewrite in_flat_map. setoid_rewrite in_map_iff. split.
    + intros (c & Hc & g' & <- & Hg). apply IH in Hg. destruct Hg as [L G]. unfold firsts in Hc.
      apply filter_In in Hc. destruct Hc as [Hc T]. apply andb_true_iff in T. rewrite !Nat.eqb_eq in T.
      assert (T' : turn r l c = c) by (destruct (turn r l c), c; simpl in T; destruct T; congruence).
      split; [rewrite app_length, orbit_length; lia|]. intros p Hp.
      destruct (Nat.lt_ge_cases p l) as [H|H].
      * rewrite (app_nth1 _ _ _ (n := p)) by now rewrite orbit_length. rewrite nth_orbit by auto.
        split; [apply (turn_choices s l); auto; lia|]. destruct (Nat.eq_dec p (l - 1)) as [->|Np].
        -- rewrite E2, Nat.sub_diag, app_nth1, nth_orbit by (rewrite ?orbit_length; lia). simpl.
           rewrite <- turn_S. replace (S (l - 1)) with l by lia. auto.
        -- rewrite E1 by auto. replace (s + S p - s) with (S p) by lia.
           rewrite app_nth1, nth_orbit by (rewrite ?orbit_length; lia). apply turn_S.
      * rewrite (app_nth2 _ _ _ (n := p)) by (rewrite orbit_length; lia). rewrite orbit_length.
        specialize (G (p - l) ltac:(lia)). replace (s + l + (p - l)) with (s + p) in G by lia. destruct G as [G1 G2].
        split; auto. specialize (B (s + p) ltac:(lia)). rewrite app_nth2 by (rewrite orbit_length; lia).
        rewrite orbit_length, <- G2. f_equal. lia.
    + intros [L G]. exists (nth 0 g (0, 0)). split; [|exists (skipn l g); split].
      * unfold firsts. apply filter_In. assert (G0 := G 0 ltac:(lia)). rewrite Nat.add_0_r in G0. split; [tauto|].
        assert (T : forall i, i < l -> turn r i (nth 0 g (0, 0)) = nth i g (0, 0)).
        { induction i as [|i IHi]; auto. intros Hi. rewrite turn_S, IHi by lia. destruct (G i ltac:(lia)) as [_ <-].
          rewrite E1 by lia. f_equal. lia. }
        replace l with (S (l - 1)) by lia. rewrite turn_S, T by lia. destruct (G (l - 1) ltac:(lia)) as [_ <-].
        rewrite E2, Nat.sub_diag, !Nat.eqb_refl. auto.
      * transitivity (firstn l g ++ skipn l g); [|apply firstn_skipn]. f_equal.
        apply (nth_ext _ _ (0, 0) (0, 0)); rewrite orbit_length; [rewrite firstn_length; lia|]. intros i Hi.
        rewrite nth_orbit by auto. assert (F : nth i (firstn l g) (0, 0) = nth i g (0, 0)).
        { rewrite <- (firstn_skipn l g) at 2. rewrite app_nth1; auto. rewrite firstn_length. lia. }
        rewrite F. clear F. induction i as [|i IHi]; auto. rewrite turn_S, IHi by lia. destruct (G i ltac:(lia)) as [_ <-].
        rewrite E1 by lia. f_equal. lia.
      * apply IH. assert (K : forall i, nth i (skipn l g) (0, 0) = nth (l + i) g (0, 0)).
        { intros i. rewrite <- (firstn_skipn l g) at 2. rewrite app_nth2 by (rewrite firstn_length; lia).
          f_equal. rewrite firstn_length. lia. }
        split; [rewrite skipn_length; lia|]. intros p Hp. rewrite !K. destruct (G (l + p) ltac:(lia)) as [G1 G2].
        rewrite <- G2. replace (s + l + p) with (s + (l + p)) by lia. split; auto. f_equal.
        specialize (B (s + (l + p)) ltac:(lia)). lia.
Qed.

Lemma fixed_games_NoDup t : forall s, (forall l, In l t -> l <> 0) -> NoDup (fixed_games r s t).
Proof.
  induction t as [|l t IH]; intros s Nz; simpl; [repeat constructor; auto|].
  apply NoDup_flat_map.
  - apply NoDup_filter', choices_NoDup.
  - intros c _. apply NoDup_map_in; [apply IH; intros; apply Nz; simpl; auto|]. intros x y _ _. apply app_inv_head.
  - intros c c' g _ _ H K. apply in_map_iff in H, K. destruct H as (g1 & <- & _), K as (g2 & E & _).
    destruct l as [|l]; [destruct (Nz 0); simpl; auto|]. simpl in E. injection E. auto.
Qed.
End Fixed.

Lemma fixed_games_spec t : is_type n t = true ->
  Permutation (filter (fun g => makes n (turns 0 t) g g) (game_of n)) (fixed_games (turns 0 t) 0 t).
Proof.
  intros Ty. assert (O := turns_renaming n t Ty). assert (C := proj2 (turns_cycles n t Ty)).
  apply is_type_iff in Ty. destruct Ty as [S Nz]. apply NoDup_Permutation.
  - apply NoDup_filter', games_NoDup.
  - now apply fixed_games_NoDup.
  - intros g. rewrite filter_In, in_game_of, makes_iff, in_fixed_games by (auto; lia). unfold fixed_from. rewrite S.
    split.
    + intros [[L G] M]. split; auto. intros p Hp. rewrite Nat.sub_0_r. split; [auto|now apply M].
    + intros [L G]. split; [split; auto; intros p Hp; apply (G p Hp)|].
      intros p Hp. specialize (G p Hp). rewrite Nat.sub_0_r in G. apply G.
Qed.

(* (16) *)
Theorem unchanged_all t : is_type n t = true -> unchanged n (game_of n) (turns 0 t) =
  fold_right (fun q a => N.of_nat (length q) * a)%N 1%N (questions (turns 0 t) 0 t).
Proof.
  intros Ty. unfold unchanged. rewrite sum_one_filter, (Permutation_length (fixed_games_spec t Ty)). apply fixed_games_length.
Qed.

Theorem unchanged_solvable t : is_type n t = true ->
  unchanged n (filter (is_solvable n) (game_of n)) (turns 0 t) = Q (questions (turns 0 t) 0 t) (fun _ => true).
Proof.
  intros Ty. unfold unchanged. rewrite sum_one_filter, filter_filter.
  rewrite (Permutation_length (filter_perm _ _ _ (fixed_games_spec t Ty))), Q_games. f_equal. f_equal. apply filter_ext.
  intros g. apply is_type_iff in Ty. destruct Ty as [-> _]. reflexivity.
Qed.

(* What all options are made of. *)
Lemma questions_valid t : is_type n t = true -> forall q o p w b,
  In q (questions (turns 0 t) 0 t) -> In o q -> In (p, (w, b)) o -> p < n /\ In (w, b) (choices n p).
Proof.
  intros Ty. assert (O := turns_renaming n t Ty). assert (C := proj2 (turns_cycles n t Ty)).
  apply is_type_iff in Ty. destruct Ty as [S _]. set (r := turns 0 t) in *.
  assert (G : forall t s, s + list_sum t <= n -> (forall c, In c (blocks s t) -> cycle (to r) c) ->
    forall q o p w b, In q (questions r s t) -> In o q -> In (p, (w, b)) o -> p < n /\ In (w, b) (choices n p)).
  { clearbody r. clear - O. induction t as [|l t IH]; simpl; intros s Hs C q o p w b Hq Ho Hp; [destruct Hq|].
    destruct Hq as [<-|Hq]; [|apply (IH (s + l) ltac:(lia) (fun c Hc => C c (or_intror Hc)) q o); auto].
    apply in_map_iff in Ho. destruct Ho as (c & <- & Hc). apply filter_In in Hc.
    apply (In_nth _ _ (0, (0, 0))) in Hp. destruct Hp as (i & Hi & E).
    rewrite combine_length, seq_length, orbit_length, Nat.min_id in Hi.
    rewrite combine_nth in E by now rewrite seq_length, orbit_length. rewrite seq_nth, nth_orbit in E by auto.
    injection E as <- E. split; [lia|]. rewrite <- E. apply (turn_choices r O s l); auto; [lia|apply Hc]. }
  apply (G t 0); [lia|auto].
Qed.
End Questions.
