(* How many solvable games are left unchanged by a renaming of a type, and how many classes there are. No certificate
   is needed beside those of the numbers of solvable games: see classes_by. *)
From Coq Require Import List Arith NArith Bool Lia Permutation.
Import ListNotations.
Require Import Spec Classes Mask Completions Closure Twins Square Bulk Check Burnside Cycles Questions Restrict.

Section Unchanged.
Variable n : nat.

Fixpoint after_option (ts : list twin) (o : picks) : list twin :=
  match o with
  | [] => ts
  | (p, (w, b)) :: o' => after_option (prune covers [] (after_twins ts p w b)) o'
  end.

(* The same, if it is enough to know whether there is a closure. *)
Fixpoint lives (ts : list twin) (o : picks) : bool :=
  match o with
  | [] => match ts with [] => false | _ => true end
  | (p, (w, b)) :: o' =>
      existsb (fun t => match push_twin t p w b with Some u => lives [u] o' | None => false end ||
                        match push_twin t b w p with Some u => lives [u] o' | None => false end) ts
  end.

(* The players below f choose among themselves: in that many ways after closures of theirs. *)
Definition complete (f : nat) (fr : frame) (all : option N) (ts : list twin) : N :=
  match all with
  | Some v => if existsb (fun t => relates_few f (fst t)) ts then v else bulk f f fr ts
  | None => bulk f f fr ts
  end.

(* One long cycle after the other chooses, then those players. *)
Fixpoint cycles_choose (f : nat) (fr : frame) (all : option N) (qs : list (list picks)) (ts : list twin) : N :=
  match ts with
  | [] => 0
  | _ =>
      match qs with
      | [] => complete f fr all (map (fun t => (restrict f (fst t), restrict f (snd t))) ts)
      | q :: qs' =>
          match qs' with
          | [] =>
              if f =? 0 then sum (fun o => one (lives ts o)) q
              else sum_memo same_twins (complete f fr all)
                (fun o => prune covers [] (map (fun t => (restrict f (fst t), restrict f (snd t))) (after_option ts o))) (fun _ v => v) q [] 0
          | _ => sum_memo same_twins (cycles_choose f fr all qs') (fun o => prune covers [] (after_option ts o)) (fun _ v => v) q [] 0
          end
      end
  end.

Definition nothing_said : twin := (map bit (seq 0 n), map bit (seq 0 n)).

(* Players on cycles of length 1 come first. *)
Fixpoint ones (t : list nat) : nat := match t with 1 :: t' => S (ones t') | _ => 0 end.
Definition ones_first (t : list nat) : bool :=
  forallb (fun x => Bool.eqb (to (turns 0 t) x =? x) (x <? ones t)) (seq 0 n).

Definition fixed (known : nat -> option N) (t : list nat) : N :=
  let f := ones t in
  let qs := questions n (turns 0 t) 0 t in
  if existsb (fun q => match q with [] => true | _ => false end) qs then 0
  else cycles_choose f (frame_of f) (known f) (rev (skipn f qs)) [nothing_said].

Hypothesis n_width : n <= width.

Lemma after_option_allows o : forall ts, (forall t, In t ts -> sound n t) ->
  (forall p w b, In (p, (w, b)) o -> p < n /\ In (w, b) (choices n p)) ->
  (forall t, In t (after_option ts o) -> sound n t) /\
  forall l, In l (orders n) -> allows n (map fst (after_option ts o)) l = allows n (map fst ts) l && holds l o.
Proof.
  induction o as [|[p [w b]] o IH]; intros ts M V; simpl.
  - split; auto. intros l _. now rewrite andb_true_r.
  - destruct (V p w b (or_introl eq_refl)) as [Hp Hc]. apply in_choices in Hc.
    assert (Mu : forall u, In u (after_twins ts p w b) -> sound n u) by (apply after_twins_sound; tauto).
    destruct (IH (prune covers [] (after_twins ts p w b))) as [G1 G2].
    + intros t Ht. apply prune_in in Ht. destruct Ht as [[]|Ht]. auto.
    + intros p' w' b' H. apply V. simpl. auto.
    + split; auto. intros l Hl. rewrite G2 by auto. rewrite (prune_allows n n_width) by (auto; intros u Hu; now apply Mu).
      simpl. rewrite <- after_twins_after, (allows_after n n_width); try tauto; [now rewrite andb_assoc|].
      intros c Hc'. apply in_map_iff in Hc'. destruct Hc' as (t & <- & Ht). now apply M.
Qed.

Lemma lives_exists o : forall ts, (forall t, In t ts -> sound n t) ->
  (forall p w b, In (p, (w, b)) o -> p < n /\ In (w, b) (choices n p)) ->
  one (lives ts o) = Q n [] (fun l => allows n (map fst ts) l && holds l o).
Proof.
  simpl. intros ts M V. f_equal. revert ts M. induction o as [|[p [w b]] o IH]; simpl; intros ts M.
  - destruct ts as [|t ts]; simpl.
    + symmetry. apply not_true_iff_false. rewrite existsb_exists. intros (l & _ & E). discriminate.
    + symmetry. apply existsb_exists. destruct (M t (or_introl eq_refl)) as [_ W].
      destruct (proper_has_order n n_width (fst t) W) as (l & Hl & X). exists l. split; auto. rewrite andb_true_r.
      apply orb_true_iff. left. apply orb_true_iff. left. now apply (extendsb_iff n n_width).
  - destruct (V p w b (or_introl eq_refl)) as [Hp Hc]. apply in_choices in Hc.
    assert (Mu : forall u, In u (after_twins ts p w b) -> sound n u) by (apply after_twins_sound; tauto).
    assert (V' : forall p w b, In (p, (w, b)) o -> p < n /\ In (w, b) (choices n p)) by (intros; apply V; simpl; auto).
    assert (W : forall c, In c (map fst ts) -> proper n c).
    { intros c Hc'. apply in_map_iff in Hc'. destruct Hc' as (t & <- & Ht). now apply M. }
    specialize (IH V').
    rewrite (existsb_ext _ (fun l => allows n (map fst (after_twins ts p w b)) l && holds l o)).
    2:{ intros l Hl. rewrite <- after_twins_after, (allows_after n n_width) by tauto. now rewrite andb_assoc. }
    transitivity (existsb (fun u => lives [u] o) (after_twins ts p w b)).
    + clear. induction ts as [|t ts IHt]; simpl; auto. rewrite IHt.
      destruct (push_twin t p w b), (push_twin t b w p); simpl; rewrite ?orb_false_r, ?orb_assoc; reflexivity.
    + apply eq_true_iff_eq. rewrite !existsb_exists. split.
      * intros (u & Hu & E). rewrite IH in E by (intros t [<-|[]]; auto). apply existsb_exists in E.
        destruct E as (l & Hl & E). exists l. split; auto. apply andb_true_iff in E. destruct E as [E ->]. rewrite andb_true_r.
        apply (allows_iff n n_width) in E. destruct E as (c & [<-|[]] & E). apply (allows_iff n n_width).
        exists (fst u). split; auto. now apply in_map.
      * intros (l & Hl & E). apply andb_true_iff in E. destruct E as [E F]. apply (allows_iff n n_width) in E.
        destruct E as (c & Hc' & E). apply in_map_iff in Hc'. destruct Hc' as (u & <- & Hu). exists u. split; auto.
        rewrite IH by (intros t [<-|[]]; auto). apply existsb_exists. exists l. split; auto. rewrite F, andb_true_r.
        apply (allows_iff n n_width). exists (fst u). simpl. auto.
Qed.

Section Fixed.
Variable f : nat.
Hypothesis f_le : f <= n.
Variable all : option N.
Hypothesis all_solvable : forall v, all = Some v -> v = solvable f.

Let restricted (t : twin) : twin := (restrict f (fst t), restrict f (snd t)).
Let short : list (list picks) := map (fun p => map (single p) (choices f p)) (seq 0 f).

Lemma restricted_sound t : sound n t -> sound f (restricted t).
Proof.
  intros [(_ & _ & M) W]. split; [|now apply (restrict_proper n f f_le n_width)].
  split; [|split]; simpl; try (unfold restrict; now rewrite map_length, seq_length).
  intros x y Hx Hy. rewrite !(says_restrict n f f_le n_width) by auto. apply M; lia.
Qed.

Lemma restricted_fst ts : map fst (map restricted ts) = map (restrict f) (map fst ts).
Proof. rewrite !map_map. reflexivity. Qed.

Lemma complete_spec ts : (forall t, In t ts -> sound f t) ->
  complete f (frame_of f) all ts = completions f f (map fst ts).
Proof.
  intros M. assert (F : f <= width) by lia.
  assert (B : bulk f f (frame_of f) ts = completions f f (map fst ts)) by (apply bulk_completions; auto).
  unfold complete. destruct all as [v|]; auto.
  match goal with |- context [existsb ?g ts] => destruct (existsb g ts) eqn:E end; auto.
  apply existsb_exists in E. destruct E as (t & Ht & E). rewrite (all_solvable v eq_refl), <- T_solvable. apply T_ext.
  intros l Hl. symmetry. apply (relates_few_allows n f f_le n_width (fst t)); auto. now apply in_map.
Qed.

Lemma Q_short ts : (forall t, In t ts -> sound n t) ->
  Q n short (allows n (map fst ts)) = completions f f (map fst (map restricted ts)).
Proof.
  intros M. unfold short. rewrite (Q_shadow n f f_le n_width) by (intros p Hp; apply in_seq in Hp; lia).
  apply T_ext. intros l Hl. rewrite restricted_fst. apply (shadow_allows n f f_le n_width); auto.
  intros c Hc. apply in_map_iff in Hc. destruct Hc as (t & <- & Ht). now apply M.
Qed.

Definition valid_question (q : list picks) : Prop :=
  forall o p w b, In o q -> In (p, (w, b)) o -> p < n /\ In (w, b) (choices n p).

Lemma cycles_choose_spec qs : (forall q, In q qs -> valid_question q) -> forall ts, (forall t, In t ts -> sound n t) ->
  cycles_choose f (frame_of f) all qs ts = Q n (qs ++ short) (allows n (map fst ts)).
Proof.
  induction qs as [|q qs IH]; intros V ts M.
  - destruct ts as [|t ts]; [symmetry; now apply Q_false|]. cbn [cycles_choose app]. rewrite Q_short by auto.
    apply complete_spec. intros u Hu. apply in_map_iff in Hu. destruct Hu as (t' & <- & Ht). now apply restricted_sound, M.
  - assert (P : forall o ts, In o q -> (forall t, In t ts -> sound n t) ->
      (forall t, In t (after_option ts o) -> sound n t) /\
      forall l, In l (orders n) -> allows n (map fst (after_option ts o)) l = allows n (map fst ts) l && holds l o).
    { intros o us Ho Mu. apply after_option_allows; auto. intros p w b. apply (V q); simpl; auto. }
    destruct ts as [|t0 ts0]; [symmetry; now apply Q_false|]. set (ts := t0 :: ts0) in *.
    destruct qs as [|q' qs'].
    + transitivity (if f =? 0 then sum (fun o => one (lives ts o)) q
        else sum_memo same_twins (complete f (frame_of f) all)
          (fun o => prune covers [] (map restricted (after_option ts o))) (fun _ v => v) q [] 0); [reflexivity|].
      destruct (Nat.eqb_spec f 0) as [Ef|_].
      * replace short with (@nil (list picks)) by (unfold short; now rewrite Ef).
        change (sum (fun o => one (lives ts o)) q = sum (fun o => Q n [] (fun l => allows n (map fst ts) l && holds l o)) q).
        apply sum_ext. intros o Ho. apply lives_exists; auto. intros p w b. apply (V q); simpl; auto.
      * rewrite sum_memo_spec; [|apply same_twins_eq|intros ? ? []]. rewrite N.add_0_r. cbn [app Q].
        apply sum_ext. intros o Ho. destruct (P o ts Ho M) as [Mo E]. rewrite <- (Q_ext n short _ _ E), Q_short by auto.
        assert (Mr : forall u, In u (map restricted (after_option ts o)) -> sound f u).
        { intros u Hu. apply in_map_iff in Hu. destruct Hu as (t' & <- & Ht). apply restricted_sound. auto. }
        rewrite complete_spec by (intros u Hu; apply prune_in in Hu; destruct Hu as [[]|Hu]; auto).
        apply T_ext. intros l Hl. rewrite (prune_allows f); auto; [lia|]. intros u Hu. now apply Mr.
    + transitivity (sum_memo same_twins (cycles_choose f (frame_of f) all (q' :: qs'))
        (fun o => prune covers [] (after_option ts o)) (fun _ v => v) q [] 0); [reflexivity|].
      rewrite sum_memo_spec; [|apply same_twins_eq|intros ? ? []]. rewrite N.add_0_r.
      change (Q n ((q :: q' :: qs') ++ short) ?A) with (sum (fun o => Q n ((q' :: qs') ++ short) (fun l => A l && holds l o)) q).
      apply sum_ext. intros o Ho. destruct (P o ts Ho M) as [Mo E].
      rewrite IH; [|intros; apply V; simpl in *; tauto|intros u Hu; apply prune_in in Hu; destruct Hu as [[]|Hu]; auto].
      apply Q_ext. intros l Hl. rewrite (prune_allows n n_width) by (auto; intros u Hu; now apply Mo).
      now apply E.
Qed.
End Fixed.

Lemma says_nothing x y : x < n -> y < n -> says (fst nothing_said) x y = (x =? y).
Proof. intros Hx Hy. unfold says, nothing_said. cbn [fst]. rewrite (row_map n), get_bit by lia. auto. Qed.

Lemma nothing_said_sound : sound n nothing_said.
Proof.
  assert (S : forall x y, x < n -> y < n -> says (map bit (seq 0 n)) x y = (x =? y)) by apply says_nothing.
  split; [split; [|split]; simpl; rewrite ?map_length, ?seq_length; auto|split; [|split]]; simpl.
  - intros x y Hx Hy. rewrite !S by auto. apply Nat.eqb_sym.
  - intros x Hx. rewrite S by auto. apply Nat.eqb_refl.
  - intros x y z Hx Hy Hz. rewrite !S by auto. rewrite !Nat.eqb_eq. congruence.
  - intros x y Hx Hy. rewrite S by auto. now rewrite Nat.eqb_eq.
Qed.

Lemma ones_split t : firstn (ones t) t = repeat 1 (ones t) /\ ones t <= length t.
Proof.
  induction t as [|[|[|l]] t [IH1 IH2]]; simpl; split; auto; try lia. now f_equal.
Qed.

Lemma questions_app r a : forall s b, questions n r s (a ++ b) = questions n r s a ++ questions n r (s + list_sum a) b.
Proof.
  induction a as [|l a IH]; simpl; intros s b; [now rewrite Nat.add_0_r|]. now rewrite IH, Nat.add_assoc.
Qed.

Lemma questions_length r t : forall s, length (questions n r s t) = length t.
Proof. induction t; simpl; auto. Qed.

(* What those ask who are alone on their cycles. *)
Lemma Q_alone r f m : f <= n -> (forall x, x < n -> (to r x = x <-> x < f)) -> forall s rest A, s + m <= f ->
  Q n (questions n r s (repeat 1 m) ++ rest) A = Q n (map (fun p => map (single p) (choices f p)) (seq s m) ++ rest) A.
Proof.
  intros Hf R. induction m as [|m IH]; intros s rest A Hs; auto. cbn [repeat questions seq map app Q].
  rewrite !sum_map, <- (sum_perm _ (choices f s) (firsts n r s 1)).
  - apply sum_ext. intros c Hc. rewrite Nat.add_1_r. rewrite IH by lia. reflexivity.
  - apply NoDup_Permutation; [apply choices_NoDup|apply NoDup_filter', choices_NoDup|].
    intros [w b]. unfold firsts. rewrite filter_In. cbn [turn rename fst snd]. rewrite andb_true_iff, !Nat.eqb_eq, !in_choices.
    split.
    + intros (Hw & Hb & H). rewrite (proj2 (R w ltac:(lia))), (proj2 (R b ltac:(lia))) by auto. repeat split; auto; lia.
    + intros [(Hw & Hb & H) [E F]]. apply R in E, F; auto.
Qed.

Theorem fixed_spec known t : (forall f v, known f = Some v -> v = solvable f) -> is_type n t = true -> ones_first t = true ->
  fixed known t = unchanged n (filter (is_solvable n) (game_of n)) (turns 0 t).
Proof.
  intros K Ty O. rewrite unchanged_solvable by auto. unfold fixed. set (f := ones t). set (r := turns 0 t).
  destruct (existsb _ (questions n r 0 t)) eqn:Empty.
  { apply existsb_exists in Empty. destruct Empty as ([|] & H & F); [|discriminate]. symmetry. now apply Q_empty. }
  clear Empty.
  assert (L := ones_split t). destruct L as [E L]. fold f in E, L. assert (Ty' := Ty). apply is_type_iff in Ty'. destruct Ty' as [Sum _].
  assert (Sf : forall k, list_sum (repeat 1 k) = k) by (induction k; simpl; auto).
  assert (Hf : f <= n).
  { rewrite <- Sum, <- (firstn_skipn f t), E, list_sum_app, Sf. lia. }
  assert (Split : questions n r 0 t = questions n r 0 (repeat 1 f) ++ questions n r f (skipn f t)).
  { rewrite <- (firstn_skipn f t) at 1. rewrite E, questions_app, Sf. reflexivity. }
  assert (Lq : length (questions n r 0 (repeat 1 f)) = f) by now rewrite questions_length, repeat_length.
  rewrite Split, skipn_app, Lq, Nat.sub_diag, skipn_all2 by lia. cbn [app skipn].
  rewrite (cycles_choose_spec f Hf (known f)).
  - rewrite (Q_alone r f f Hf).
    + rewrite (Q_perm n _ (map (fun p => map (single p) (choices f p)) (seq 0 f) ++ questions n r f (skipn f t))).
      * apply Q_ext. intros l Hl. apply (allows_iff n n_width).
        exists (fst nothing_said). split; [simpl; auto|]. left. intros x y Hx Hy H. rewrite says_nothing in H by auto.
        apply Nat.eqb_eq in H. now subst.
      * rewrite Permutation_app_comm. apply Permutation_app_head, Permutation_sym, Permutation_rev.
    + intros x Hx. unfold ones_first in O. rewrite (forallb_seq n n_width) in O. specialize (O x Hx). fold r f in O.
      apply eqb_prop in O. rewrite <- Nat.eqb_eq, <- Nat.ltb_lt, O. reflexivity.
    + lia.
  - apply K.
  - intros q Hq o p w b Ho Hp. apply in_rev in Hq. apply (questions_valid n t Ty q o); auto. fold r. rewrite Split.
    apply in_app_iff. auto.
  - intros t' [<-|[]]. apply nothing_said_sound.
Qed.
End Unchanged.

(* Burnside's sum. known may tell how many games of some sizes are solvable; others are counted in bulk. *)
Definition burnside_sum (F : list nat -> N) (n : nat) : N := 
  weigh (fun t => if is_type n t then F t else 0%N) (types n) / weigh (fun _ => 1%N) (types n).
Definition count_classes (known : nat -> option N) (n : nat) : option N :=
  if (n <=? width) && forallb (fun tk => ones_first n (fst tk)) (types n)
  then Some (burnside_sum (fixed n known) n) else None.
Definition count_all (n : nat) : N :=
  burnside_sum (fun t => fold_right (fun q a => N.of_nat (length q) * a)%N 1%N (questions n (turns 0 t) 0 t)) n.

Lemma orders_weight n : N.of_nat (length (orders n)) = weigh (fun _ => 1%N) (types n).
Proof.
  rewrite <- types_spec by (intros ? ? _; reflexivity). rewrite sum_const, N.mul_1_l.
  rewrite <- (Permutation_length (with_cycles_orders n)), map_length. reflexivity.
Qed.

Lemma burnside_sum_classes n gs F : NoDup gs -> (forall g, In g gs -> In g (game_of n)) ->
  (forall pi g, In pi (orders n) -> In g gs -> In (renamed n pi g) gs) ->
  (forall t k, In (t, k) (types n) -> is_type n t = true -> F t = unchanged n gs (turns 0 t)) -> burnside_sum F n = classes n gs.
Proof.
  intros D V C E. unfold burnside_sum. rewrite <- orders_weight. unfold weigh.
  rewrite (sum_ext _ (fun tk => snd tk * if is_type n (fst tk) then unchanged n gs (turns 0 (fst tk)) else 0)%N).
  - change (sum _ (types n)) with (weigh (fun t => if is_type n t then unchanged n gs (turns 0 t) else 0%N) (types n)).
    rewrite <- unchanged_by_types, burnside by auto. rewrite N.mul_comm. apply N.div_mul.
    assert (I := same_names_renaming n). destruct (orders n); [destruct I|]. simpl length. lia.
  - intros [t k] H. cbn [fst snd]. destruct (is_type n t) eqn:Ty; auto. now rewrite (E t k).
Qed.

Lemma renamed_solvable n pi g : In pi (orders n) -> In g (game_of n) -> is_solvable n g = true -> is_solvable n (renamed n pi g) = true.
Proof.
  intros Hpi Hg. assert (Hr := renamed_game n pi g Hpi Hg). unfold is_solvable. rewrite !existsb_exists. intros (l & Hl & S).
  assert (P := fun x => place_bound n pi x Hpi). assert (Tl := fun x => to_lt n pi x Hpi).
  assert (TP := fun x => to_place n pi x Hpi). assert (PT := fun x => place_to n pi x Hpi).
  exists (map (to pi) l). split; [apply (map_order n (to pi) (fun x => place x pi)); auto|].
  assert (M := makes_renamed n pi g Hpi). rewrite makes_iff in M.
  apply in_game_of in Hr. assert (Lg : length g = n) by now apply in_game_of in Hg.
  apply (satisfies_iff _ 0 n); [tauto|]. rewrite (satisfies_iff _ 0 n) in S by auto.
  intros p Hp. rewrite <- (TP p Hp) at 1 2 3. cbn [Nat.add]. rewrite M by auto. unfold rename. cbn [fst snd].
  assert (B := game_choice n g (place p pi) Hg (P p Hp)). unfold between.
  rewrite !(place_relabel n (to pi) (fun x => place x pi)) by (auto; tauto). apply (S (place p pi)). auto.
Qed.

(* Whatever is known: if it is so, the number given is that of the solvable classes. *)
Theorem count_classes_sound known n N : (forall f v, known f = Some v -> v = solvable f) ->
  count_classes known n = Some N -> N = solvable_classes n.
Proof.
  intros K. unfold count_classes. destruct (_ && _) eqn:E; [|discriminate]. intros H. injection H as <-.
  apply andb_true_iff in E. destruct E as [W O]. apply Nat.leb_le in W. rewrite forallb_forall in O.
  apply burnside_sum_classes.
  - apply NoDup_filter', games_NoDup.
  - intros g Hg. now apply filter_In in Hg.
  - intros pi g Hpi Hg. apply filter_In in Hg. apply filter_In. split; [now apply renamed_game|]. now apply renamed_solvable.
  - intros t k H Ty. apply fixed_spec; auto. apply (O (t, k) H).
Qed.

Theorem count_all_sound n : count_all n = all_classes n.
Proof.
  apply burnside_sum_classes; [apply games_NoDup|auto|intros; now apply renamed_game|].
  intros t k _ Ty. symmetry. now apply unchanged_all.
Qed.

(* The numbers that certificates have proved. *)
Fixpoint known_by (logs : list log) (f : nat) : option N :=
  match logs with [] => None | g :: gs => if players g =? f then answer g else known_by gs f end.
Definition classes_by (logs : list log) (n : nat) : option N := count_classes (known_by logs) n.

Theorem classes_by_sound logs n N : (forall g, In g logs -> valid g) -> classes_by logs n = Some N -> N = solvable_classes n.
Proof.
  intros V. apply count_classes_sound. intros f v. induction logs as [|g gs IH]; simpl; [discriminate|].
  destruct (Nat.eqb_spec (players g) f) as [<-|_]; [apply answer_sound|apply IH]; simpl in V; auto.
Qed.

(* All games of a size. *)
Lemma choices_length n p : p < n -> N.of_nat (length (choices n p)) = (N.of_nat (n - 1) * N.of_nat (n - 2))%N.
Proof.
  intros Hp.
  assert (U : forall x, x < n -> sum (fun y => one (y =? x)) (seq 0 n) = 1%N).
  { intros x Hx. apply (sum_unique _ _ x); [apply seq_NoDup|apply in_seq; lia|apply Nat.eqb_refl|]. intros y _. apply Nat.eqb_eq. }
  assert (L : sum (fun _ => 1%N) (seq 0 n) = N.of_nat n) by now rewrite sum_const, seq_length, N.mul_1_l.
  assert (B : forall w, w < n -> w <> p -> sum (fun b => one (negb (b =? p) && negb (w =? b))) (seq 0 n) = N.of_nat (n - 2)).
  { intros w Hw N. assert (E : (sum (fun b => one (negb (Nat.eqb b p) && negb (Nat.eqb w b))) (seq 0 n) + 1 + 1)%N = N.of_nat n).
    { rewrite <- (U p Hp) at 1. rewrite <- (U w Hw) at 1. rewrite <- !sum_add, <- L. apply sum_ext. intros b _.
      rewrite (Nat.eqb_sym w b). destruct (Nat.eqb_spec b p), (Nat.eqb_spec b w); subst; try congruence; reflexivity. }
    lia. }
  unfold choices. rewrite <- sum_one_filter, sum_prod. cbn [fst snd].
  rewrite (sum_ext _ (fun w => (N.of_nat (n - 2) * one (negb (Nat.eqb w p)))%N)).
  - rewrite sum_mul, N.mul_comm. f_equal.
    assert (E : (sum (fun w => one (negb (Nat.eqb w p))) (seq 0 n) + 1)%N = N.of_nat n); [|lia].
    rewrite <- (U p Hp) at 1. rewrite <- sum_add, <- L. apply sum_ext. intros w _. now destruct (w =? p).
  - intros w Hw. apply in_seq in Hw. destruct (Nat.eqb_spec w p) as [->|N]; simpl; [now rewrite sum_0, N.mul_0_r|].
    rewrite B by lia. lia.
Qed.

Theorem all_games_power n : all_games n = ((N.of_nat (n - 1) * N.of_nat (n - 2)) ^ N.of_nat n)%N.
Proof.
  unfold all_games, game_of. replace (N.of_nat n) with (N.of_nat (length (seq 0 n))) by now rewrite seq_length.
  assert (B : forall p, In p (seq 0 n) -> p < n) by (intros p H; apply in_seq in H; lia).
  induction (seq 0 n) as [|p ps IH]; [reflexivity|]. cbn [games length]. rewrite Nat2N.inj_succ, N.pow_succ_r'.
  rewrite <- IH, <- (choices_length n p) by (intros; apply B; simpl; auto).
  induction (choices n p) as [|c cs IHc]; [reflexivity|]. cbn [flat_map length]. rewrite app_length, map_length. lia.
Qed.
