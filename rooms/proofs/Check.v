(* The checker.  A certificate is a log of facts "T(state) = value", each proved from facts before it;
   the last is the state in which nobody has chosen. *)
From Coq Require Import List Arith NArith PArith Bool Lia Permutation FMapPositive.
Import ListNotations.
Require Import Spec Mask Completions Closure Twins Square Bulk.

(* Of a state only the frontier and a number are kept: the players 0, ..., left-1 have still to choose. *)
Record fact := { left : nat; frontier : list twin; value : N }.
Definition table := PositiveMap.t fact.

(* What the value of a child is: that of an earlier fact, after a relabeling; or that of the child that
   so many hints ago was the same. *)
Inductive hint :=
| Fact (j : positive) (pi : list nat)
| Same (ago : nat).

Inductive line :=
| Step (k : nat) (cs : list closure) (hints : list hint)   (* player k-1 is asked; a hint for each choice that is not dead *)
| Bulk (k : nat) (cs : list closure)                       (* k players choose, and the checker counts *)
| Delete (j : positive).                                   (* fact j is not needed any more *)

Section Check.
Variable n : nat.

(* pi is a relabeling that takes the players below k to players below k. *)
Definition relabels (pi : list nat) (k : nat) : bool :=
  (length pi =? n) &&
  forallb (fun x => existsb (Nat.eqb x) pi) (seq 0 n) &&
  forallb (fun x => nth x pi 0 <? k) (seq 0 k).

Definition with_twins (cs : list closure) : list twin := map (fun c => (c, reverse n c)) cs.

(* Within each closure of one lies one of the other, or its reverse: the same orders extend both. *)
Definition same_orders (imgs : list closure) (tgts : list twin) : bool :=
  forallb (fun r => existsb (fun t => lies_within (fst t) r || lies_within (snd t) r) tgts) imgs &&
  forallb (fun t => existsb (fun r => lies_within r (fst t) || lies_within r (snd t)) imgs) tgts.

Definition use_fact (tab : table) (k : nat) (kids : list closure) (j : positive) (pi : list nat) : option N :=
  match PositiveMap.find j tab with
  | Some L =>
      if (left L =? k) && relabels pi k &&
         same_orders (map (relabel n (fun x => nth x pi 0) (fun x => place x pi)) kids) (frontier L)
      then Some (value L) else None
  | None => None
  end.

Definition children := list (list closure * N).      (* of the state at hand, the latest first *)

Definition use_hint (tab : table) (k : nat) (seen : children) (kids : list closure) (h : hint) : option N :=
  match h with
  | Fact j pi => use_fact tab k kids j pi
  | Same ago =>
      match nth_error seen ago with
      | Some (kids', v) => if same_orders kids (with_twins kids') then Some v else None
      | None => None
      end
  end.

Fixpoint step (tab : table) (k : nat) (cs : list closure) (chs : list (nat * nat)) (hints : list hint)
  (seen : children) (acc : N) : option N :=
  match chs with
  | [] => Some acc
  | (w, b) :: chs' =>
      match after cs k w b with
      | [] => step tab k cs chs' hints seen acc
      | kids =>
          match hints with
          | [] => None
          | h :: hints' =>
              match use_hint tab k seen kids h with
              | Some v => step tab k cs chs' hints' ((kids, v) :: seen) (v + acc)
              | None => None
              end
          end
      end
  end.

Definition derive (tab : table) (ln : line) : option fact :=
  match ln with
  | Step (S k) cs hints =>
      if (S k <=? n) && forallb (properb n) cs then
        match step tab k cs (choices n k) hints [] 0 with
        | Some v => Some {| left := S k; frontier := with_twins cs; value := v |}
        | None => None
        end
      else None
  | Bulk k cs =>
      if (k <=? n) && forallb (properb n) cs && forallb (fun c => length c =? n) cs then
        let ts := with_twins cs in
        Some {| left := k; frontier := ts; value := bulk n k (frame_of n) ts |}
      else None
  | _ => None
  end.

Definition nothing : closure := map bit (seq 0 n).         (* the closure that says nothing *)

Definition is_root (L : fact) : bool :=
  (left L =? n) &&
  match frontier L with [(c, _)] => lies_within c nothing | _ => false end.

(* Soundness: every fact that is derived from facts that hold holds. *)
Hypothesis n_width : n <= width.

(* What a fact says: its value is T of the state. *)
Definition holds (L : fact) : Prop :=
  left L <= n /\ (forall c, In c (map fst (frontier L)) -> proper n c) /\
  (forall c d, In (c, d) (frontier L) -> d = reverse n c) /\
  value L = completions n (left L) (map fst (frontier L)).

Lemma same_orders_allows imgs tgts l : In l (orders n) ->
  (forall c d, In (c, d) tgts -> d = reverse n c) -> same_orders imgs tgts = true ->
  allows n imgs l = allows n (map fst tgts) l.
Proof.
  intros Hl F E. apply andb_true_iff in E. destruct E as [E1 E2].
  rewrite forallb_forall in E1, E2. apply eq_true_iff_eq. rewrite !(allows_iff n n_width).
  split; intros (c & Hc & H).
  - apply E1, existsb_exists in Hc. destruct Hc as ([t t'] & Ht & G).
    exists t. split; [apply in_map_iff; exists (t, t'); auto|].
    apply F in Ht. subst t'. apply orb_true_iff in G. simpl in G. destruct G as [G|G].
    + assert (S := fun f => within_extends n n_width f t c G). destruct H; auto.
    + assert (S := fun f => within_extends n n_width f (reverse n t) c G).
      destruct (reverse_extends n n_width l t Hl) as [A B]. destruct H as [H|H]; apply S in H; tauto.
  - apply in_map_iff in Hc. destruct Hc as ([t t'] & <- & Ht). simpl in H.
    specialize (E2 _ Ht). apply F in Ht. subst t'. apply existsb_exists in E2. destruct E2 as (r & Hr & G).
    exists r. split; auto. apply orb_true_iff in G. simpl in G. destruct G as [G|G].
    + assert (S := fun f => within_extends n n_width f r t G). destruct H; auto.
    + assert (S := fun f => within_extends n n_width f r (reverse n t) G).
      destruct (reverse_extends n n_width l t Hl) as [A B]. destruct H as [H|H].
      * right. apply S. tauto.
      * left. apply S. tauto.
Qed.

Definition all_hold (tab : table) : Prop := forall j L, PositiveMap.find j tab = Some L -> holds L.

(* (5): the child is a relabeling of the state. *)
Lemma use_fact_completions tab k kids j pi v : all_hold tab -> k <= n ->
  use_fact tab k kids j pi = Some v -> v = completions n k kids.
Proof.
  intros G Hk. unfold use_fact.
  destruct (PositiveMap.find j tab) as [L|] eqn:E; [|discriminate].
  apply G in E. destruct E as (_ & _ & F & V).
  set (p := fun x => nth x pi 0). set (r := fun x => place x pi).
  destruct (_ && _ && _) eqn:E; [|discriminate]. intros H. injection H as <-.
  apply andb_true_iff in E. destruct E as [E D]. apply andb_true_iff in E. destruct E as [E1 E].
  apply Nat.eqb_eq in E1. unfold relabels in E. rewrite !andb_true_iff in E. destruct E as [[E2 E3] E4].
  apply Nat.eqb_eq in E2. rewrite (forallb_seq n n_width) in E3.
  assert (k_width : k <= width) by lia. rewrite (forallb_seq k k_width) in E4.
  assert (P : Permutation pi (seq 0 n)).
  { apply Permutation_sym, NoDup_Permutation_bis; [apply seq_NoDup|rewrite seq_length; lia|].
    intros x Hx. apply in_seq in Hx. specialize (E3 x). apply existsb_exists in E3; [|lia].
    destruct E3 as (y & Hy & K). apply Nat.eqb_eq in K. now subst. }
  assert (Ip : forall x, x < n -> In x pi).
  { intros x Hx. eapply Permutation_in; [apply Permutation_sym, P|]. apply in_seq. lia. }
  assert (Nd : NoDup pi) by (eapply Permutation_NoDup; [apply Permutation_sym, P|apply seq_NoDup]).
  assert (p_lt : forall x, x < n -> p x < n).
  { intros x Hx. assert (In (p x) (seq 0 n)) as K by (eapply Permutation_in; [apply P|]; apply nth_In; lia).
    apply in_seq in K. lia. }
  assert (r_lt : forall x, x < n -> r x < n) by (intros x Hx; rewrite <- E2; apply place_lt; auto).
  assert (p_r : forall x, x < n -> p (r x) = x).
  { intros x Hx. specialize (Ip x Hx). clear - Ip. unfold p, r.
    induction pi as [|y l IH]; simpl in *; [tauto|].
    destruct (Nat.eqb_spec x y); auto. apply IH. intuition congruence. }
  assert (r_p : forall x, x < n -> r (p x) = x).
  { intros x Hx. apply (proj1 (NoDup_nth pi 0)); auto.
    - rewrite E2. auto.
    - lia.
    - fold (p (r (p x))). fold (p x). auto. }
  rewrite V, E1. unfold completions.
  (* the players still to choose are relabelled among themselves *)
  rewrite (T_perm n (seq 0 k) (map p (seq 0 k))).
  2:{ apply Permutation_sym, NoDup_Permutation_bis.
      - assert (Q : forall l, NoDup l -> (forall x, In x l -> x < n) -> NoDup (map p l)).
        { induction 1; simpl; intros B; constructor; auto. rewrite in_map_iff. intros (y & K & Hy).
          apply (f_equal r) in K. rewrite !r_p in K by auto. now subst. }
        apply Q; [apply seq_NoDup|]. intros x Hx. apply in_seq in Hx. lia.
      - rewrite map_length. auto.
      - intros x Hx. apply in_map_iff in Hx. destruct Hx as (y & <- & Hy). apply in_seq in Hy.
        specialize (E4 y). apply in_seq. assert (p y <? k = true) by (apply E4; lia).
        apply Nat.ltb_lt in H. lia. }
  rewrite (T_relabel n p r) by (auto; intros x Hx; apply in_seq in Hx; lia).
  apply T_ext. intros l Hl.
  rewrite <- (same_orders_allows _ (frontier L) (map p l)) with (1 := map_order n p r p_lt r_p l Hl) (2 := F) (3 := D).
  apply eq_true_iff_eq. rewrite !(allows_iff n n_width). split.
  - intros (c & Hc & H). apply in_map_iff in Hc. destruct Hc as (d & <- & Hd). exists d. split; auto.
    destruct (relabel_extends n n_width p r p_lt r_lt r_p p_r l d Hl). tauto.
  - intros (d & Hd & H). exists (relabel n p r d). split; [apply in_map; auto|].
    destruct (relabel_extends n n_width p r p_lt r_lt r_p p_r l d Hl). tauto.
Qed.

Lemma with_twins_reverse cs c d : In (c, d) (with_twins cs) -> d = reverse n c.
Proof. unfold with_twins. rewrite in_map_iff. intros (e & E & _). congruence. Qed.

Lemma with_twins_fst cs : map fst (with_twins cs) = cs.
Proof. unfold with_twins. now rewrite map_map, map_id. Qed.

Lemma use_hint_completions tab k seen kids h v : all_hold tab -> k <= n ->
  (forall kids' u, In (kids', u) seen -> u = completions n k kids') ->
  use_hint tab k seen kids h = Some v -> v = completions n k kids.
Proof.
  intros G Hk S. destruct h as [j pi|ago]; simpl; [now apply use_fact_completions|].
  destruct (nth_error seen ago) as [[kids' u]|] eqn:E; [|discriminate].
  destruct (same_orders kids (with_twins kids')) eqn:D; [|discriminate]. intros H. injection H as <-.
  apply nth_error_In in E. rewrite (S kids' u E). unfold completions. apply T_ext. intros l Hl. symmetry.
  rewrite (same_orders_allows kids (with_twins kids') l Hl (with_twins_reverse kids') D).
  now rewrite with_twins_fst.
Qed.

(* (6): the value of a state is the sum of those of its children. *)
Lemma step_completions tab k cs : all_hold tab -> k <= n ->
  forall chs hints seen acc v, (forall kids u, In (kids, u) seen -> u = completions n k kids) ->
  step tab k cs chs hints seen acc = Some v ->
  v = (sum (fun c => completions n k (after cs k (fst c) (snd c))) chs + acc)%N.
Proof.
  intros G Hk. induction chs as [|[w b] chs IH]; simpl; intros hints seen acc v S H.
  - injection H as <-. lia.
  - destruct (after cs k w b) as [|d ds] eqn:E.
    + apply IH in H; auto. rewrite completions_none. lia.
    + destruct hints as [|h hints]; [discriminate|].
      destruct (use_hint tab k seen (d :: ds) h) as [u|] eqn:U; [|discriminate].
      apply use_hint_completions in U; auto.
      apply IH in H; [lia|]. simpl. intros kids u' [K|K]; auto. now injection K as <- <-.
Qed.

Lemma derive_holds tab ln L : all_hold tab ->
  derive tab ln = Some L -> holds L.
Proof.
  intros G. unfold derive.
  assert (A : forall k cs v, (k <=? n) && forallb (properb n) cs = true ->
    ((forall c, In c cs -> proper n c) -> k <= n -> v = completions n k cs) ->
    holds {| left := k; frontier := with_twins cs; value := v |}).
  { intros k cs v H V. apply andb_true_iff in H. destruct H as [H1 H2]. apply Nat.leb_le in H1.
    rewrite forallb_forall in H2.
    assert (W : forall c, In c cs -> proper n c) by (intros; apply (properb_proper n n_width); auto).
    unfold holds; simpl. rewrite with_twins_fst. split; [auto|split; [auto|split; [apply with_twins_reverse|auto]]]. }
  destruct ln as [[|k] cs hints|k cs|j]; [discriminate| | |discriminate].
  - destruct (_ && _) eqn:E; [|discriminate].
    destruct (step _ _ _ _ _ _ _) as [v|] eqn:S; [|discriminate]. intros H. injection H as <-.
    apply A; auto. intros W Hk. apply step_completions in S; auto; [|lia|simpl; tauto]. rewrite completions_S by auto. lia.
  - destruct (_ && _) eqn:E; [|discriminate]. intros H. injection H as <-.
    apply andb_true_iff in E. destruct E as [E Len]. rewrite forallb_forall in Len.
    apply A; auto. intros W Hk. rewrite bulk_completions; auto.
    + now rewrite with_twins_fst.
    + intros t Ht. apply in_map_iff in Ht. destruct Ht as (c & <- & Hc). split; [|now apply W].
      split; [|split]; simpl.
      * apply Nat.eqb_eq. auto.
      * unfold reverse. now rewrite map_length, seq_length.
      * intros x y Hx Hy. now apply (says_reverse n n_width).
Qed.

End Check.

Lemma root_solvable n L : n <= width -> holds n L -> is_root n L = true -> value L = solvable n.
Proof.
  intros W (_ & _ & _ & ->) I. unfold is_root in I.
  destruct (frontier L) as [|[c d] [|]]; try (rewrite andb_false_r in I; discriminate).
  apply andb_true_iff in I. destruct I as [I1 I2]. apply Nat.eqb_eq in I1. rewrite I1.
  rewrite <- T_solvable. unfold completions. apply T_ext. intros l Hl. simpl.
  apply orb_true_iff. left. rewrite orb_true_iff. left. apply (extendsb_iff n W).
  apply (within_extends n W _ c (nothing n) I2). intros x y Hx Hy E. unfold says, nothing in E.
  rewrite row_map, get_bit in E by lia. apply Nat.eqb_eq in E. now subst.
Qed.

(* A log while it is read.  Whoever reads it needs start, read and answer only, and holds no line
   longer than it takes to read it. *)
Record log := { players : nat; facts : table; next : positive; latest : option fact }.

Definition start (n : nat) : option log :=
  if n <=? width
  then Some {| players := n; facts := PositiveMap.empty _; next := 1; latest := None |} else None.

Definition add_fact (g : log) (L : fact) : log :=
  {| players := players g; facts := PositiveMap.add (next g) L (facts g);
     next := Pos.succ (next g); latest := Some L |}.

Definition read (g : log) (ln : line) : option log :=
  match ln with
  | Delete j =>
      Some {| players := players g; facts := PositiveMap.remove j (facts g);
              next := next g; latest := latest g |}
  | _ =>
      match derive (players g) (facts g) ln with
      | Some L => Some (add_fact g L)
      | None => None
      end
  end.

Definition answer (g : log) : option N :=
  match latest g with
  | Some L => if is_root (players g) L then Some (value L) else None
  | None => None
  end.

Fixpoint read_all (g : log) (lns : list line) : option N :=
  match lns with
  | [] => answer g
  | ln :: lns' => match read g ln with Some g' => read_all g' lns' | None => None end
  end.

Definition check (n : nat) (certificate : list line) : option N :=
  match start n with Some g => read_all g certificate | None => None end.

Definition valid (g : log) : Prop :=
  players g <= width /\ all_hold (players g) (facts g) /\
  forall L, latest g = Some L -> holds (players g) L.

Theorem start_valid n g : start n = Some g -> valid g /\ players g = n.
Proof.
  unfold start. destruct (Nat.leb_spec n width); [|discriminate]. intros E. injection E as <-.
  unfold valid; simpl. split; [split; [auto|split]|auto].
  - intros j L. rewrite PositiveMap.gempty. discriminate.
  - discriminate.
Qed.

Lemma add_fact_valid g L : valid g -> holds (players g) L -> valid (add_fact g L).
Proof.
  intros (W & G & B) H. unfold valid; simpl. split; [auto|split; [|intros M E; congruence]].
  intros j K. destruct (Pos.eq_dec (next g) j) as [->|N].
  - rewrite PositiveMap.gss. congruence.
  - rewrite PositiveMap.gso by auto. apply G.
Qed.

Theorem read_valid g ln g' : valid g -> read g ln = Some g' -> valid g' /\ players g' = players g.
Proof.
  intros V R. assert (V' := V). destruct V' as (W & G & B).
  assert (D : forall L, derive (players g) (facts g) ln = Some L -> valid (add_fact g L)).
  { intros L D. apply add_fact_valid, derive_holds with (1 := W) (3 := D); auto. }
  destruct ln as [k cs hints|k cs|j]; cbn [read] in R;
    try (destruct (derive _ _ _) as [L|]; [injection R as <-; split; [apply D|]; auto|discriminate]; fail).
  injection R as <-. unfold valid; simpl. split; [split; [auto|split; [|auto]]|auto].
  intros i L. destruct (Pos.eq_dec j i) as [->|N].
  - rewrite PositiveMap.grs. discriminate.
  - rewrite PositiveMap.gro by auto. apply G.
Qed.

Theorem answer_sound g N : valid g -> answer g = Some N -> N = solvable (players g).
Proof.
  intros (W & _ & B). unfold answer. destruct (latest g) as [L|]; [|discriminate].
  destruct (is_root _ L) eqn:I; [|discriminate]. intros E. injection E as <-. apply root_solvable; auto.
Qed.

(* Whatever the certificate: a number that the checker gives is the number of solvable games. *)
Theorem check_sound : forall n certificate N, check n certificate = Some N -> N = solvable n.
Proof.
  intros n certificate N. unfold check. destruct (start n) as [g|] eqn:B; [|discriminate].
  apply start_valid in B. destruct B as [V <-]. revert g V.
  induction certificate as [|ln lns IH]; simpl; intros g V; [now apply answer_sound|].
  destruct (read g ln) as [g'|] eqn:R; [|discriminate]. destruct (read_valid g ln g' V R) as [V' <-]. auto.
Qed.
