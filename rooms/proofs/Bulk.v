(* The value of a state without hints: one player after the other chooses, the last two in bulk.  All closures are squares. *)
From Coq Require Import List Arith NArith Bool Lia Permutation.
Import ListNotations.
Require Import Spec Mask Completions Closure Twins Square Pairs.

(* A sum of values that often agree: x has the value `use x (f (key x))`, and f is computed once for every key. *)
Section Memo.
Context {X K V : Type} (same_key : K -> K -> bool) (f : K -> V) (key : X -> K) (use : X -> V -> N).

Fixpoint find (k : K) (m : list (K * V)) : option V :=
  match m with
  | [] => None
  | (k', v) :: m' => if same_key k k' then Some v else find k m'
  end.

Fixpoint sum_memo (l : list X) (m : list (K * V)) (acc : N) : N :=
  match l with
  | [] => acc
  | x :: l' =>
      let k := key x in
      match find k m with
      | Some v => sum_memo l' m (use x v + acc)
      | None => let v := f k in sum_memo l' ((k, v) :: m) (use x v + acc)
      end
  end.

Hypothesis same_key_eq : forall k k', same_key k k' = true -> k = k'.

Lemma find_in k m v : find k m = Some v -> In (k, v) m.
Proof.
  induction m as [|[k' v'] m IH]; simpl; [discriminate|].
  destruct (same_key k k') eqn:E; auto. intros H. injection H as <-. apply same_key_eq in E. subst. auto.
Qed.

Lemma sum_memo_spec l : forall m acc, (forall k v, In (k, v) m -> v = f k) ->
  sum_memo l m acc = (sum (fun x => use x (f (key x))) l + acc)%N.
Proof.
  induction l as [|x l IH]; simpl; intros m acc F; auto.
  destruct (find (key x) m) as [v|] eqn:E; rewrite IH; auto; try lia.
  - apply find_in, F in E. subst v. lia.
  - simpl. intros k v [H|H]; auto. now injection H as <- <-.
Qed.
End Memo.

(* x<y<z would be a cycle; and the closures after the choice (w, b) of p. *)
Definition bars (c : square) (x y z : player) : bool :=
  let cz := line_of c z in meets (line_of c y) (own x) || meets cz (own y) || meets cz (own x).
Definition push_packed (f : frame) (t : packed) (x y z : player) : packed :=
  let (c, d) := t in
  let cz := line_of c z in let dx := line_of d x in
  (grow f x y (join (line_of c y) cz) cz c, grow f z y (join (line_of d y) dx) dx d).
Fixpoint after_packed (f : frame) (ts : list packed) (p w b : player) : list packed :=
  match ts with
  | [] => []
  | t :: ts' =>
      let rest := after_packed f ts' p w b in
      let rest := if bars (fst t) b w p then rest else push_packed f t b w p :: rest in
      if bars (fst t) p w b then rest else push_packed f t p w b :: rest
  end.

Definition covers_packed (k t : packed) : bool := inside (fst k) (fst t) || inside (snd k) (fst t).

Fixpoint same_packed (a b : list packed) : bool :=
  match a, b with
  | [], [] => true
  | (c, d) :: a, (c', d') :: b => same_square c c' && same_square d d' && same_packed a b
  | _, _ => false
  end.

(* The players ps choose; chs are all pairs of players. *)
Fixpoint bulk_packed (f : frame) (chs : list (player * player)) (ps : list player) (ts : list packed) : N :=
  match ts with
  | [] => 0
  | _ =>
      match ps with
      | [] => 1
      | p :: ps' =>
          match ps' with
          | [] => last_count f p ts
          | [q] => pair_count f p q ts
          | _ => sum_memo same_packed (bulk_packed f chs ps')
                   (fun c => prune covers_packed [] (after_packed f ts p (fst c) (snd c))) (fun _ v => v) chs [] 0
          end
      end
  end.

Definition bulk (n k : nat) (f : frame) (ts : list twin) : N :=
  bulk_packed f (list_prod (people f) (people f)) (rev (firstn k (people f))) (map (fun t => (pack n (fst t), pack n (snd t))) ts).


Lemma same_packed_eq a : forall b, same_packed a b = true -> a = b.
Proof.
  induction a as [|[c d] a IH]; intros [|[c' d'] b]; simpl; try discriminate; auto.
  rewrite !andb_true_iff. intros [[E G] H]. apply same_square_eq in E, G. subst. f_equal. auto.
Qed.

(* Equal lists of closures have equal values. *)
Fixpoint same_closure (a b : closure) : bool :=
  match a, b with
  | [], [] => true
  | x :: a, y :: b => same x y && same_closure a b
  | _, _ => false
  end.
Fixpoint same_twins (a b : list twin) : bool :=
  match a, b with
  | [], [] => true
  | (c, d) :: a, (c', d') :: b => same_closure c c' && same_closure d d' && same_twins a b
  | _, _ => false
  end.

Lemma same_closure_eq a : forall b, same_closure a b = true -> a = b.
Proof.
  induction a as [|x a IH]; intros [|y b]; simpl; try discriminate; auto.
  rewrite andb_true_iff. intros [E H]. apply same_eq in E. subst. f_equal. auto.
Qed.

Lemma same_twins_eq a : forall b, same_twins a b = true -> a = b.
Proof.
  induction a as [|[c d] a IH]; intros [|[c' d'] b]; simpl; try discriminate; auto.
  rewrite !andb_true_iff. intros [[E F] H]. apply same_closure_eq in E, F. subst. f_equal. auto.
Qed.

Section Bulk.
Variable n : nat.
Hypothesis n_width : n <= width.

(* T of a state: the players below k have still to choose, and cs is its frontier. *)
Definition completions (k : nat) (cs : list closure) : N := T n (seq 0 k) (allows n cs).

Lemma completions_none k : completions k [] = 0%N.
Proof. apply T_false. reflexivity. Qed.

Lemma completions_0 c cs : proper n c -> completions 0 (c :: cs) = 1%N.
Proof.
  intros W. destruct (proper_has_order n n_width c W) as (l & Hl & H).
  assert (E : existsb (allows n (c :: cs)) (orders n) = true).
  { apply existsb_exists. exists l. split; auto. apply allows_iff; auto. exists c. split; [now left|now left]. }
  unfold completions. simpl. now rewrite E.
Qed.

(* (6), with player k asked. *)
Lemma completions_S k cs : S k <= n -> (forall c, In c cs -> proper n c) ->
  completions (S k) cs = sum (fun c => completions k (after cs k (fst c) (snd c))) (choices n k).
Proof.
  intros Hk W. unfold completions.
  rewrite (T_perm n (seq 0 (S k)) (k :: seq 0 k)).
  2:{ rewrite seq_S. simpl. apply Permutation_sym, Permutation_cons_append. }
  simpl. apply sum_ext. intros [w b] Hc. apply in_choices in Hc. apply T_ext.
  intros l Hl. symmetry. apply (allows_after n n_width); simpl; auto; tauto.
Qed.


Lemma completions_some cs : (forall c, In c cs -> proper n c) -> completions 0 cs = one (some cs).
Proof.
  destruct cs as [|c cs]; intros W; [apply completions_none|]. apply completions_0, W. simpl. auto.
Qed.

(* All pairs of players may be taken for choices: those that are none leave nothing. *)
Lemma after_same cs p w b : (forall c, In c cs -> proper n c) -> p < n -> b < n ->
  w = p \/ b = p \/ w = b -> after cs p w b = [].
Proof.
  intros W Hp Hb E. induction cs as [|c cs IH]; [reflexivity|]. destruct (W c (or_introl eq_refl)) as (R & _).
  assert (Rp := R p Hp). assert (Rb := R b Hb).
  cbn [after]. rewrite IH by (intros; apply W; simpl; auto). unfold push, cyclic.
  destruct E as [E|[E|E]]; rewrite ?E, ?Rp, ?Rb, ?orb_true_r; reflexivity.
Qed.

Lemma sum_choices p (f : nat * nat -> N) :
  (forall w b, w < n -> b < n -> w = p \/ b = p \/ w = b -> f (w, b) = 0%N) ->
  sum f (choices n p) = sum (fun w => sum (fun b => f (w, b)) (seq 0 n)) (seq 0 n).
Proof.
  intros Z. unfold choices. rewrite sum_filter, sum_prod. apply sum_ext. intros w Hw. apply in_seq in Hw.
  apply sum_ext. intros b Hb. apply in_seq in Hb. cbn [fst snd].
  destruct (Nat.eqb_spec w p), (Nat.eqb_spec b p), (Nat.eqb_spec w b); simpl; auto; symmetry; apply Z; tauto || lia.
Qed.

Lemma completions_all k cs : S k <= n -> (forall c, In c cs -> proper n c) ->
  completions (S k) cs = sum (fun w => sum (fun b => completions k (after cs k w b)) (seq 0 n)) (seq 0 n).
Proof.
  intros Hk W. rewrite completions_S by auto. rewrite sum_choices; [reflexivity|].
  intros w b Hw Hb E. cbn [fst snd]. rewrite after_same by (auto; lia). apply completions_none.
Qed.

Lemma completions_1 cs : 0 < n -> (forall c, In c cs -> proper n c) ->
  completions 1 cs = squares n (fun u v => some (after cs 0 u v)).
Proof.
  intros Hn W. rewrite completions_all by auto. apply sum_ext. intros u Hu. apply in_seq in Hu.
  apply sum_ext. intros v Hv. apply in_seq in Hv. apply completions_some.
  apply (after_proper n n_width cs 0 u v); auto; lia.
Qed.

(* Closures that say the same. *)
Definition like (c d : closure) : Prop := forall x y, x < n -> y < n -> says c x y = says d x y.

Lemma like_proper c d : like c d -> proper n c -> proper n d.
Proof.
  intros L (R & Tr & An). repeat split.
  - intros x Hx. rewrite <- L by auto. auto.
  - intros x y z Hx Hy Hz. rewrite <- !L by auto. now apply Tr.
  - intros x y Hx Hy. rewrite <- !L by auto. now apply An.
Qed.

Lemma like_allows c d l : like c d -> allows n [c] l = allows n [d] l.
Proof.
  intros L. apply eq_true_iff_eq. rewrite !(allows_iff n n_width).
  assert (E : forall f, extends n f c <-> extends n f d).
  { intros f. split; intros H x y Hx Hy S; apply H; auto; [rewrite L|rewrite <- L]; auto. }
  split; intros (e & [<-|[]] & H); (eexists; split; [left; reflexivity|]); revert H; rewrite !E; auto.
Qed.

Lemma allows_cons c cs l : allows n (c :: cs) l = allows n [c] l || allows n cs l.
Proof. unfold allows. simpl. now rewrite orb_false_r. Qed.

Lemma like_cons c d cs ds l : like c d -> allows n cs l = allows n ds l -> allows n (c :: cs) l = allows n (d :: ds) l.
Proof. intros L E. rewrite (allows_cons c), (allows_cons d). now rewrite (like_allows c d), E. Qed.

Lemma like_sym c d : like c d -> like d c.
Proof. intros L x y Hx Hy. symmetry. now apply L. Qed.

Section Packed.
Hypothesis n_some : 0 < n.
Notation F := (frame_of n).
Notation at_ := (player_of n).

Lemma bars_cyc c x y z : x < n -> y < n -> bars c (at_ x) (at_ y) (at_ z) = cyc (cell n c) x y z.
Proof. intros Hx Hy. unfold bars, cyc. now rewrite !(get_own n n_width), !(get_line n n_width n_some) by auto. Qed.

Lemma push_good t x y z : good n t -> x < n -> y < n -> z < n -> cyclic (unpack n t) x y z = false ->
  good n (push_packed F t (at_ x) (at_ y) (at_ z)) /\
  like (push_rows (unpack n t) x y z) (unpack n (push_packed F t (at_ x) (at_ y) (at_ z))).
Proof.
  intros (Sc & Sd & M & W) Hx Hy Hz N. assert (R := rows_enough n n_width n_some). destruct t as [c d]. cbn [fst snd] in *.
  assert (P : push (unpack n (c, d)) x y z = Some (push_rows (unpack n (c, d)) x y z)) by (unfold push; now rewrite N).
  apply (push_proper n n_width) in P; auto.
  assert (L : like (push_rows (unpack n (c, d)) x y z) (unpack n (push_packed F (c, d) (at_ x) (at_ y) (at_ z)))).
  { intros u v Hu Hv. rewrite (says_pushed n n_width), says_unpack by auto. unfold push_packed. cbn [fst].
    rewrite cell_grow, get_join, !get_line by (auto; lia). reflexivity. }
  split; [|exact L]. split; [|split; [|split; [|exact (like_proper _ _ L P)]]]; [now apply grow_sized|now apply grow_sized|].
  intros u v Hu Hv. unfold push_packed. cbn [fst snd]. rewrite !cell_grow, !get_join, !get_line by (auto; lia).
  rewrite !M by auto. destruct (cell n c v u), (cell n c z u), (cell n c v y), (cell n c v x), (cell n c y u); reflexivity.
Qed.

Lemma after_packed_spec ts p w b : (forall t, In t ts -> good n t) -> p < n -> w < n -> b < n ->
  (forall t, In t (after_packed F ts (at_ p) (at_ w) (at_ b)) -> good n t) /\
  forall l, allows n (map (unpack n) (after_packed F ts (at_ p) (at_ w) (at_ b))) l = allows n (after (map (unpack n) ts) p w b) l.
Proof.
  intros G Hp Hw Hb. induction ts as [|t ts IH]; [split; [intros t []|reflexivity]|].
  destruct IH as [G' E]; [intros; apply G; simpl; auto|]. assert (Gt := G t (or_introl eq_refl)).
  cbn [after_packed map after]. rewrite !bars_cyc, <- !cyclic_unpack by auto. unfold push.
  assert (P1 := push_good t p w b Gt Hp Hw Hb). assert (P2 := push_good t b w p Gt Hb Hw Hp).
  destruct (cyclic (unpack n t) p w b), (cyclic (unpack n t) b w p); cbn [opt map].
  - auto.
  - destruct (P2 eq_refl) as [G2 L2]. split; [intros e [<-|He]; auto|]. intros l. apply like_cons; auto. now apply like_sym.
  - destruct (P1 eq_refl) as [G1 L1]. split; [intros e [<-|He]; auto|]. intros l. apply like_cons; auto. now apply like_sym.
  - destruct (P1 eq_refl) as [G1 L1]. destruct (P2 eq_refl) as [G2 L2].
    split; [intros e [<-|[<-|He]]; auto|]. intros l. apply like_cons; [now apply like_sym|].
    apply like_cons; auto. now apply like_sym.
Qed.

Lemma prune_packed_allows l ts : In l (orders n) -> (forall t, In t ts -> good n t) ->
  allows n (map (unpack n) (prune covers_packed [] ts)) l = allows n (map (unpack n) ts) l.
Proof.
  intros Hl G. unfold allows. rewrite !existsb_map, prune_existsb; [reflexivity|].
  intros k t Hk Ht C. cbn [app] in Hk. rewrite !orb_true_iff, !extendsb_iff by auto.
  destruct (G k Hk) as (_ & _ & M & _). apply orb_true_iff in C.
  assert (B : forall x, x < n -> place x l < n) by (intros; now apply order_place).
  assert (U : forall f t, extends n f (unpack n t) <-> forall x y, x < n -> y < n -> cell n (fst t) x y = true -> f x <= f y).
  { intros f u. unfold extends. split; intros H x y Hx Hy S; apply H; auto; [rewrite says_unpack|rewrite <- says_unpack]; auto. }
  rewrite !U. destruct C as [C|C].
  - intros [H|H]; [left|right]; intros x y Hx Hy E; apply H; auto; now apply (inside_cell n n_width n_some (fst k)).
  - assert (V : forall x y, x < n -> y < n -> cell n (fst k) x y = true -> cell n (fst t) y x = true).
    { intros x y Hx Hy E. apply (inside_cell n n_width n_some (snd k)); auto. now rewrite M. }
    unfold places, places_back. intros [H|H]; [right|left]; intros x y Hx Hy E; apply V in E; auto; specialize (H y x Hy Hx E);
      specialize (B x Hx) as Bx; specialize (B y Hy) as By; lia.
Qed.

Definition plan (k : nat) : list player := rev (map at_ (seq 0 k)).

Lemma plan_S k : plan (S k) = at_ k :: plan k.
Proof. unfold plan. now rewrite seq_S, map_app, rev_app_distr. Qed.

Lemma bulk_packed_none chs k : bulk_packed F chs (plan k) [] = 0%N.
Proof. destruct (plan k); reflexivity. Qed.

Lemma bulk_packed_completions k : forall ts, k <= n -> (forall t, In t ts -> good n t) ->
  bulk_packed F (list_prod (people F) (people F)) (plan k) ts = completions k (map (unpack n) ts).
Proof.
  induction k as [|k IH]; intros ts Hk G; (destruct ts as [|t ts]; [now rewrite bulk_packed_none, completions_none|]);
    assert (W : forall c, In c (map (unpack n) (t :: ts)) -> proper n c) by
      (intros c Hc; apply in_map_iff in Hc; destruct Hc as (t' & <- & Ht); now apply G).
  - symmetry. apply completions_0, W. simpl. auto.
  - destruct k as [|[|k]].
    + change (last_count F (at_ 0) (t :: ts) = completions 1 (map (unpack n) (t :: ts))).
      rewrite (last_count_cells n n_width n_some), completions_1 by auto. apply sum_ext. intros u Hu. apply in_seq in Hu.
      apply sum_ext. intros v Hv. apply in_seq in Hv. f_equal. apply (last_after n n_width); auto; lia.
    + change (pair_count F (at_ 1) (at_ 0) (t :: ts) = completions 2 (map (unpack n) (t :: ts))).
      rewrite (pair_count_cells n n_width n_some), completions_all by (auto; lia). apply sum_ext. intros w Hw. apply in_seq in Hw.
      apply sum_ext. intros b Hb. apply in_seq in Hb. rewrite completions_1; auto.
      2:{ apply (after_proper n n_width _ 1 w b); auto; lia. }
      apply sum_ext. intros u Hu. apply in_seq in Hu. apply sum_ext. intros v Hv. apply in_seq in Hv.
      f_equal. apply (pair_after n n_width); auto; lia.
    + rewrite plan_S. rewrite plan_S at 1. set (us := t :: ts) in *.
      transitivity (sum_memo same_packed (bulk_packed F (list_prod (people F) (people F)) (plan (S (S k))))
        (fun c => prune covers_packed [] (after_packed F us (at_ (S (S k))) (fst c) (snd c))) (fun _ v => v)
        (list_prod (people F) (people F)) [] 0).
      { rewrite (plan_S (S k)), (plan_S k). reflexivity. }
      rewrite sum_memo_spec; [|apply same_packed_eq|intros ? ? []]. rewrite N.add_0_r, completions_all by auto.
      rewrite people_map, sum_prod, sum_map. apply sum_ext. intros w Hw. apply in_seq in Hw.
      rewrite sum_map. apply sum_ext. intros b Hb. apply in_seq in Hb. cbn [fst snd].
      destruct (after_packed_spec us (S (S k)) w b G ltac:(lia) ltac:(lia) ltac:(lia)) as [Ga E].
      rewrite IH by (try lia; intros u Hu; apply prune_in in Hu; destruct Hu as [[]|Hu]; now apply Ga).
      unfold completions. apply T_ext. intros l Hl. rewrite prune_packed_allows by auto. apply E.
Qed.

Lemma pack_good t : sound n t -> good n (pack n (fst t), pack n (snd t)) /\ like (unpack n (pack n (fst t), pack n (snd t))) (fst t).
Proof.
  intros [(_ & _ & M) W]. assert (R := rows_enough n n_width n_some).
  assert (C : forall c x y, x < n -> y < n -> cell n (pack n c) x y = says c x y) by (intros; rewrite cell_pack by (auto; lia); reflexivity).
  assert (L : like (fst t) (unpack n (pack n (fst t), pack n (snd t)))).
  { intros x y Hx Hy. rewrite says_unpack by auto. symmetry. now apply C. }
  split; [|intros x y Hx Hy; symmetry; now apply L]. split; [apply pack_sized|]. split; [apply pack_sized|]. split.
  - intros x y Hx Hy. cbn [fst snd]. rewrite !C by auto. now apply M.
  - now apply (like_proper (fst t)).
Qed.

Lemma firstn_people k : k <= n -> firstn k (people F) = map at_ (seq 0 k).
Proof.
  intros Hk. rewrite people_map, firstn_map. f_equal. revert Hk. generalize n at 1 2 as m. generalize 0 as s.
  induction k as [|k IH]; intros s [|m] Hk; simpl; auto; [lia|]. f_equal. apply IH. lia.
Qed.
End Packed.

Theorem bulk_completions k ts : k <= n -> (forall t, In t ts -> sound n t) ->
  bulk n k (frame_of n) ts = completions k (map fst ts).
Proof.
  intros Hk M. destruct k as [|k].
  - destruct ts as [|t ts]; [now rewrite completions_none|]. symmetry. apply completions_0, M. simpl. auto.
  - assert (n_some : 0 < n) by lia. unfold bulk. rewrite firstn_people by auto. fold (plan (S k)).
    rewrite bulk_packed_completions; auto.
    2:{ intros t Ht. apply in_map_iff in Ht. destruct Ht as (t' & <- & Ht). now apply pack_good, M. }
    rewrite map_map. unfold completions. apply T_ext. intros l Hl. clear Hk. induction ts as [|t ts IH]; [reflexivity|].
    cbn [map]. apply like_cons; [apply pack_good; auto; apply M; simpl; auto|]. apply IH. intros. apply M. simpl. auto.
Qed.
End Bulk.
