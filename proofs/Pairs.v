(* The last two players: statement (12) of docs/papers/count.md.  p and q have still to choose.  Most choices of p
   leave the matrix A of q as it was; choices that do so in the same closures are counted once. *)
From Coq Require Import List Arith NArith Bool Lia Permutation.
Import ListNotations.
Require Import Spec Mask Completions Closure Last.

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

Fixpoint same_bools (a b : list bool) : bool :=
  match a, b with
  | [], [] => true
  | x :: a, y :: b => Bool.eqb x y && same_bools a b
  | _, _ => false
  end.

Lemma same_bools_eq a : forall b, same_bools a b = true -> a = b.
Proof.
  induction a as [|x a IH]; intros [|y b]; simpl; try discriminate; auto.
  rewrite andb_true_iff, eqb_true_iff. intros [-> H]. f_equal. auto.
Qed.

Definition common (a b : mask) : mask := minus a (minus a b).

Section Pairs.
Variable n : nat.

(* Steps x<y with x in starts and y in ends are away from q. *)
Definition starts (t : twin) (q : nat) : mask :=
  gather n (fun x => negb (meets (row (snd t) x) (row (snd t) q))) (fun x => x).
Definition ends (t : twin) (q : nat) : mask :=
  gather n (fun y => negb (meets (row (fst t) y) (row (fst t) q))) (fun y => y).

(* One closure and one wonderwall w of p, and all ninjas b of p at once: those that leave the matrix as it
   is in one of the two orientations, and those that change it in the first, and in the second. *)
Record view := { of : twin; untouched : mask; first : mask; second : mask; row_w : mask; twin_w : mask }.

Definition look (full bp bw : mask) (p w : nat) (t : twin) (us vs : mask) : view :=
  let (c, d) := t in
  let cw := row c w in let dw := row d w in
  let alive1 := if meets cw bp then none else minus full (join dw (row d p)) in
  let alive2 := if meets dw bp then none else minus full (join cw (row c p)) in
  let same1 := if meets (row c p) bw || (meets us bp && meets vs bw)
               then common alive1 (if meets us bw then join cw vs else cw) else none in
  let same2 := if meets cw bp || (meets us bw && meets vs bp)
               then common alive2 (if meets vs bw then join dw us else dw) else none in
  {| of := t; untouched := join same1 same2; first := minus alive1 same1; second := minus alive2 same2;
     row_w := cw; twin_w := dw |}.

(* The matrix of c+(x<y<z), without making that closure; yc and yd are the rows of y. *)
Definition A_pushed (full bq : mask) (bs : list mask) (q : nat) (t : twin) (x z : nat) (yc yd bx by' bz : mask)
  (acc : list mask) : list mask :=
  let (c, d) := t in
  let f := push_row bx by' yc (row c z) in
  let g := push_row bz by' yd (row d x) in
  A_rows full bq (f (row c q)) (g (row d q)) f g bs c d acc.

Definition add_touched (full bq : mask) (bs : list mask) (q p w b : nat) (bp bw bb : mask) (v : view) (acc : list mask) : list mask :=
  let acc := if meets (first v) bb then A_pushed full bq bs q (of v) p b (row_w v) (twin_w v) bp bw bb acc else acc in
  if meets (second v) bb then A_pushed full bq bs q (of v) b p (row_w v) (twin_w v) bb bw bp acc else acc.

(* The union of the matrices of the closures that are marked. *)
Fixpoint marked (ms : list bool) (ts : list twin) : list twin :=
  match ms, ts with
  | true :: ms, t :: ts => t :: marked ms ts
  | false :: ms, t :: ts => marked ms ts
  | _, _ => []
  end.

Definition group (full : mask) (bs : list mask) (q : nat) (ts : list twin) (ms : list bool) : list mask * N :=
  let rows := fold_right (A_twin full (bit q) bs q) (zeros n) (marked ms ts) in (rows, total n rows).

Definition pair_count (full : mask) (bs : list mask) (p q : nat) (chs : list (nat * nat)) (ts : list twin) : N :=
  let bq := bit q in let bp := bit p in
  let sides := map (fun t => (t, (starts t q, ends t q))) ts in
  let views := map (fun w => map (fun s => look full bp (bit w) p w (fst s) (fst (snd s)) (snd (snd s))) sides) (seq 0 n) in
  sum_memo same_bools (group full bs q ts)
    (fun x => map (fun v => meets (untouched v) (fst (snd x))) (snd (snd x)))
    (fun x rn =>
       let '((w, b), (bb, vs)) := x in
       if existsb (fun v => meets (first v) bb || meets (second v) bb) vs
       then total n (fold_right (add_touched full bq bs q p w b bp (nth w bs none) bb) (fst rn) vs)
       else snd rn)
    (map (fun ch => (ch, (nth (snd ch) bs none, nth (fst ch) views []))) chs) [] 0.

Hypothesis n_width : n <= width.

(* (12) *)
Definition far (c : closure) (q x y : nat) : Prop :=
  says c x y = true \/
  (forall k, k < n -> says c k q = true -> says c k x = true -> False) /\
  (forall k, k < n -> says c q k = true -> says c y k = true -> False).

Lemma far_says c q x y z u v : proper n c -> q < n -> x < n -> y < n -> z < n -> u < n -> v < n ->
  far c q x y -> far c q y z -> says c q v = true \/ says c u q = true ->
  says (push_rows c x y z) u v = says c u v.
Proof.
  intros (_ & Tr & _) Hq Hx Hy Hz Hu Hv F1 F2 Q. rewrite (says_push n n_width) by auto.
  apply eq_true_iff_eq. rewrite !orb_true_iff, !andb_true_iff, orb_true_iff.
  split; [|auto].
  destruct Q as [Q|Q].
  - assert (Z : says c z v = true -> says c y v = true).
    { intros K. destruct F2 as [E|[_ B]]; [apply (Tr y z v); auto|destruct (B v Hv Q K)]. }
    assert (Y : says c y v = true -> says c u x = true -> says c u v = true).
    { intros K H. destruct F1 as [E|[_ B]]; [|destruct (B v Hv Q K)].
      apply (Tr u x v); auto. apply (Tr x y v); auto. }
    intros [[H|[H [K|K]]]|[H K]]; auto. apply (Tr u y v); auto.
  - assert (X : says c u x = true -> says c u y = true).
    { intros K. destruct F1 as [E|[B _]]; [apply (Tr u x y); auto|destruct (B u Hu Q K)]. }
    assert (Y : says c u y = true -> says c z v = true -> says c u v = true).
    { intros H K. destruct F2 as [E|[B _]]; [|destruct (B u Hu Q H)].
      apply (Tr u y v); auto. apply (Tr y z v); auto. }
    intros [[H|[H [K|K]]]|[H K]]; auto. apply (Tr u y v); auto.
Qed.

Lemma A_far c q x y z w b : proper n c -> q < n -> x < n -> y < n -> z < n -> w < n -> b < n ->
  far c q x y -> far c q y z -> A (push_rows c x y z) q w b = A c q w b.
Proof.
  intros W Hq Hx Hy Hz Hw Hb F1 F2. assert (R : says c q q = true) by (apply W; auto).
  assert (E := fun u v Hu Hv => far_says c q x y z u v W Hq Hx Hy Hz Hu Hv F1 F2). unfold A.
  rewrite (E q w), (E w q) by auto.
  destruct (says c q w) eqn:E1, (says c w q) eqn:E2; auto; now rewrite E by auto.
Qed.

Lemma get_common a b i : i < n -> get (common a b) i = get a i && get b i.
Proof. intros Hi. unfold common. rewrite !get_minus by lia. destruct (get a i), (get b i); reflexivity. Qed.

Lemma meets_none a b : meets a b = false -> forall i, i < n -> get a i = true -> get b i = true -> False.
Proof. intros E i Hi Ha Hb. rewrite (meets_get a b i) in E; auto; [discriminate|lia]. Qed.

Lemma starts_ends t q x y : twins n t -> q < n -> x < n -> y < n ->
  get (starts t q) x = true -> get (ends t q) y = true -> far (fst t) q x y.
Proof.
  intros (_ & _ & M) Hq Hx Hy. unfold starts, ends. rewrite !(get_gather n n_width) by auto.
  rewrite !(existsb_seq n n_width). intros (x' & Hx' & E) (y' & Hy' & F).
  apply andb_true_iff in E. apply andb_true_iff in F. rewrite negb_true_iff, Nat.eqb_eq in E, F.
  destruct E as [E ->], F as [F ->]. right. split; intros k Hk.
  - intros G H. apply (meets_none _ _ E k Hk); [fold (says (snd t) x k)|fold (says (snd t) q k)]; rewrite M; auto.
  - intros G H. apply (meets_none _ _ F k Hk); auto.
Qed.

(* What a view knows of the choice (w, b). *)
Lemma look_spec c d p q w b : twins n (c, d) -> proper n c -> p < n -> q < n -> w < n -> b < n ->
  let v := look (everybody n) (bit p) (bit w) p w (c, d) (starts (c, d) q) (ends (c, d) q) in
  let alive x y z := cyclic c x y z = false in
  let kept x y z := cyclic c x y z = false /\ far c q x y /\ far c q y z in
  (get (untouched v) b = true -> kept p w b \/ kept b w p) /\
  (get (first v) b = true -> alive p w b) /\
  (get (second v) b = true -> alive b w p) /\
  (alive p w b -> get (first v) b = true \/ get (untouched v) b = true /\ far c q p w /\ far c q w b) /\
  (alive b w p -> get (second v) b = true \/ get (untouched v) b = true /\ far c q b w /\ far c q w p).
Proof.
  intros M W Hp Hq Hw Hb. assert (Rev := M). destruct Rev as (_ & _ & Rev). simpl in Rev.
  set (us := starts (c, d) q). set (vs := ends (c, d) q).
  assert (Aw : forall x y, x < n -> y < n -> get us x = true -> get vs y = true -> far c q x y)
    by (intros x y Hx Hy; apply (starts_ends (c, d)); auto).
  intros v alive kept. unfold look in v.
  set (alive1 := if meets (row c w) (bit p) then none else minus (everybody n) (join (row d w) (row d p))) in v.
  set (alive2 := if meets (row d w) (bit p) then none else minus (everybody n) (join (row c w) (row c p))) in v.
  set (same1 := if _ || _ then common alive1 _ else none) in v.
  set (same2 := if _ || _ then common alive2 _ else none) in v.
  assert (L1 : get alive1 b = true <-> alive p w b).
  { unfold alive1, alive, cyclic. rewrite meets_bit by lia. fold (says c w p).
    destruct (says c w p); simpl; [rewrite get_none; intuition discriminate|].
    rewrite get_minus, get_everybody, get_join by lia. fold (says d w b). fold (says d p b). rewrite !Rev by auto.
    destruct (says c b w), (says c b p); simpl; intuition discriminate. }
  assert (L2 : get alive2 b = true <-> alive b w p).
  { unfold alive2, alive, cyclic. rewrite meets_bit by lia. fold (says d w p). rewrite Rev by auto.
    destruct (says c p w), (says c w b) eqn:E; simpl;
      rewrite ?get_none, ?get_minus, ?get_everybody, ?get_join by lia;
      fold (says c w b); fold (says c p b); rewrite ?E; destruct (says c p b); simpl; intuition discriminate. }
  assert (S1 : get same1 b = true -> get alive1 b = true /\ far c q p w /\ far c q w b).
  { unfold same1. clear v same1 same2. destruct (_ || _) eqn:E; [|rewrite get_none; discriminate].
    rewrite get_common, andb_true_iff by auto. intros [H1 H2]. split; auto. split.
    - rewrite !meets_bit in E by lia. fold (says c p w) in E. apply orb_true_iff in E. destruct E as [E|E].
      + left. auto.
      + apply andb_true_iff in E. apply Aw; tauto.
    - rewrite meets_bit in H2 by lia. destruct (get us w) eqn:U.
      + rewrite get_join in H2 by lia. apply orb_true_iff in H2. destruct H2; [left; auto|apply Aw; auto].
      + left. auto. }
  assert (S2 : get same2 b = true -> get alive2 b = true /\ far c q b w /\ far c q w p).
  { unfold same2. clear v S1 same1 same2. destruct (_ || _) eqn:E; [|rewrite get_none; discriminate].
    rewrite get_common, andb_true_iff by auto. intros [H1 H2]. split; auto. split.
    - rewrite meets_bit in H2 by lia. destruct (get vs w) eqn:U.
      + rewrite get_join in H2 by lia. apply orb_true_iff in H2. destruct H2 as [H2|H2]; [|apply Aw; auto].
        left. rewrite <- Rev; auto.
      + left. rewrite <- Rev; auto.
    - rewrite !meets_bit in E by lia. fold (says c w p) in E. apply orb_true_iff in E. destruct E as [E|E].
      + left. auto.
      + apply andb_true_iff in E. apply Aw; tauto. }
  unfold v, kept. simpl. rewrite get_join, orb_true_iff, !get_minus, !andb_true_iff, !negb_true_iff by lia.
  fold (alive p w b). fold (alive b w p). rewrite <- L1, <- L2.
  split; [tauto|]. split; [tauto|]. split; [tauto|].
  destruct (get same1 b), (get same2 b); tauto.
Qed.

(* Making the closure in passing makes no difference. *)
Lemma A_rows_map full bq up down f g bs : forall c d acc,
  A_rows full bq up down f g bs c d acc = A_rows full bq up down unchanged unchanged bs (map f c) (map g d) acc.
Proof. induction bs as [|b bs IH]; intros [|u c] [|v d] [|a acc]; simpl; auto. now rewrite IH. Qed.

Lemma row_push c x y z q : q < length c ->
  row (push_rows c x y z) q = push_row (bit x) (bit y) (row c y) (row c z) (row c q).
Proof.
  intros Hq. unfold push_rows. unfold row at 1.
  rewrite (nth_indep _ none (push_row (bit x) (bit y) (row c y) (row c z) none)) by (now rewrite map_length).
  now rewrite map_nth.
Qed.

Lemma A_pushed_shows t q x y z acc P : sound n t -> q < n -> x < n -> y < n -> z < n ->
  cyclic (fst t) x y z = false -> shows n acc P ->
  shows n (A_pushed (everybody n) (bit q) (bits n) q t x z (row (fst t) y) (row (snd t) y) (bit x) (bit y) (bit z) acc)
    (fun w b => P w b \/ A (push_rows (fst t) x y z) q w b = true).
Proof.
  intros [M W] Hq Hx Hy Hz C S. destruct t as [c d]. assert (M' := M). destruct M' as (Lc & Ld & _). simpl in *.
  unfold A_pushed. rewrite A_rows_map. fold (push_rows c x y z). fold (push_rows d z y x).
  rewrite <- (row_push c), <- (row_push d) by lia.
  apply (A_twin_shows n n_width (push_rows c x y z, push_rows d z y x)); auto.
  apply (push_twin_twins n n_width (c, d) x y z); auto. unfold push_twin. now rewrite C.
Qed.

Lemma marked_filter (g : twin -> bool) ts : marked (map g ts) ts = filter g ts.
Proof. induction ts as [|t ts IH]; simpl; auto. destruct (g t); simpl; now rewrite IH. Qed.

Lemma nth_map_seq {Y} (g : nat -> Y) (d : Y) w : w < n -> nth w (map g (seq 0 n)) d = g w.
Proof.
  intros Hw. rewrite (nth_indep _ d (g 0)) by (now rewrite map_length, seq_length).
  now rewrite map_nth, seq_nth.
Qed.

Lemma push_twin_rows t x y z : push_twin t x y z =
  if cyclic (fst t) x y z then None else Some (push_rows (fst t) x y z, push_rows (snd t) z y x).
Proof. destruct t as [c d]. reflexivity. Qed.

Section One.
Variables p q w b : nat.
Hypotheses (Hp : p < n) (Hq : q < n) (Hw : w < n) (Hb : b < n).
Let view_of (t : twin) : view := look (everybody n) (bit p) (bit w) p w t (starts t q) (ends t q).
Let now (x : mask) : bool := meets x (bit b).

Lemma view_rows t : of (view_of t) = t /\ row_w (view_of t) = row (fst t) w /\ twin_w (view_of t) = row (snd t) w.
Proof. destruct t as [c d]. repeat split. Qed.

Lemma touched_shows ts rows P : (forall t, In t ts -> sound n t) -> shows n rows P ->
  shows n (fold_right (add_touched (everybody n) (bit q) (bits n) q p w b (bit p) (bit w) (bit b)) rows (map view_of ts))
    (fun w' b' => P w' b' \/ exists t, In t ts /\
       (now (first (view_of t)) = true /\ A (push_rows (fst t) p w b) q w' b' = true \/
        now (second (view_of t)) = true /\ A (push_rows (fst t) b w p) q w' b' = true)).
Proof.
  intros M S. induction ts as [|t ts IH]; simpl.
  - eapply shows_iff; [|exact S]. intros w' b' _ _. simpl. split; auto. intros [H|(t & [] & _)]; auto.
  - assert (Mt : sound n t) by (apply M; simpl; auto).
    specialize (IH (fun t' H => M t' (or_intror H))).
    destruct Mt as [Tt Wt]. assert (Mt : sound n t) by (split; auto). destruct t as [c d].
    destruct (look_spec c d p q w b Tt Wt Hp Hq Hw Hb) as (_ & F & G & _).
    fold (view_of (c, d)) in F, G. unfold add_touched at 1. fold (now (first (view_of (c, d)))).
    fold (now (second (view_of (c, d)))). destruct (view_rows (c, d)) as (-> & -> & ->).
    match goal with |- shows n (if _ then A_pushed _ _ _ _ _ _ _ _ _ _ _ _ ?acc else _) _ =>
      assert (S1 : shows n acc (fun w' b' => (P w' b' \/ exists t, In t ts /\
        (now (first (view_of t)) = true /\ A (push_rows (fst t) p w b) q w' b' = true \/
         now (second (view_of t)) = true /\ A (push_rows (fst t) b w p) q w' b' = true)) \/
        now (first (view_of (c, d))) = true /\ A (push_rows c p w b) q w' b' = true)) end.
    { destruct (now (first (view_of (c, d)))) eqn:E.
      - assert (C : cyclic c p w b = false) by (apply F; unfold now in E; now rewrite meets_bit in E by lia).
        eapply shows_iff; [|apply (A_pushed_shows (c, d) q p w b _ _ Mt Hq Hp Hw Hb C IH)].
        intros w' b' _ _. simpl. intuition.
      - eapply shows_iff; [|exact IH]. intros w' b' _ _. simpl. intuition discriminate. }
    destruct (now (second (view_of (c, d)))) eqn:E.
    + assert (C : cyclic c b w p = false) by (apply G; unfold now in E; now rewrite meets_bit in E by lia).
      eapply shows_iff; [|apply (A_pushed_shows (c, d) q b w p _ _ Mt Hq Hb Hw Hp C S1)].
      intros w' b' _ _. simpl. split.
      * intros [[[H|(t & Ht & H)]|H]|H]; auto; right; [exists t; auto|exists (c, d); auto|exists (c, d); auto].
      * intros [H|(t & [<-|Ht] & H)]; auto; [simpl in H; tauto|]. left. left. right. exists t. auto.
    + eapply shows_iff; [|exact S1]. intros w' b' _ _. simpl. split.
      * intros [[H|(t & Ht & H)]|H]; auto; right; [exists t; auto|exists (c, d); auto].
      * intros [H|(t & [<-|Ht] & [H|[H1 H2]])]; auto.
        -- simpl in *. congruence.
        -- left. right. exists t. auto.
        -- left. right. exists t. auto.
Qed.

(* Untouched and touched closures together are those after the choice. *)
Lemma group_and_touched ts w' b' : (forall t, In t ts -> sound n t) -> w' < n -> b' < n ->
  ((exists t, In t (filter (fun t => now (untouched (view_of t))) ts) /\ A (fst t) q w' b' = true) \/
   (exists t, In t ts /\
       (now (first (view_of t)) = true /\ A (push_rows (fst t) p w b) q w' b' = true \/
        now (second (view_of t)) = true /\ A (push_rows (fst t) b w p) q w' b' = true))) <->
  exists e : twin, In e (after_twins ts p w b) /\ A (fst e) q w' b' = true.
Proof.
  intros M Hw' Hb'. unfold now. split.
  - intros [(t & Ht & H)|(t & Ht & H)].
    + apply filter_In in Ht. destruct Ht as [Ht U]. rewrite meets_bit in U by lia.
      destruct (M t Ht) as [Tt Wt]. destruct t as [c d]. destruct (look_spec c d p q w b Tt Wt Hp Hq Hw Hb) as (K & _).
      fold (view_of (c, d)) in K. apply K in U. simpl in H.
      destruct U as [(C & F1 & F2)|(C & F1 & F2)].
      * exists (push_rows c p w b, push_rows d b w p). rewrite in_after_twins. split.
        -- exists (c, d). split; auto. left. rewrite push_twin_rows. simpl. now rewrite C.
        -- simpl. now rewrite A_far.
      * exists (push_rows c b w p, push_rows d p w b). rewrite in_after_twins. split.
        -- exists (c, d). split; auto. right. rewrite push_twin_rows. simpl. now rewrite C.
        -- simpl. now rewrite A_far.
    + destruct (M t Ht) as [Tt Wt]. destruct t as [c d]. destruct (look_spec c d p q w b Tt Wt Hp Hq Hw Hb) as (_ & F & G & _).
      fold (view_of (c, d)) in F, G. rewrite !meets_bit in H by lia. simpl in H. destruct H as [[U H]|[U H]].
      * apply F in U. exists (push_rows c p w b, push_rows d b w p). split; auto. rewrite in_after_twins.
        exists (c, d). split; auto. left. rewrite push_twin_rows. simpl. now rewrite U.
      * apply G in U. exists (push_rows c b w p, push_rows d p w b). split; auto. rewrite in_after_twins.
        exists (c, d). split; auto. right. rewrite push_twin_rows. simpl. now rewrite U.
  - intros (e & He & H). apply in_after_twins in He. destruct He as (t & Ht & E).
    destruct (M t Ht) as [Tt Wt]. destruct t as [c d]. rewrite !push_twin_rows in E. simpl in E.
    destruct (look_spec c d p q w b Tt Wt Hp Hq Hw Hb) as (_ & _ & _ & K1 & K2). fold (view_of (c, d)) in K1, K2.
    destruct E as [E|E].
    + destruct (cyclic c p w b) eqn:C; [discriminate|]. injection E as <-. simpl in H.
      destruct (K1 eq_refl) as [U|(U & F1 & F2)].
      * right. exists (c, d). split; auto. left. rewrite meets_bit by lia. auto.
      * left. exists (c, d). rewrite filter_In, meets_bit by lia. rewrite A_far in H by auto. auto.
    + destruct (cyclic c b w p) eqn:C; [discriminate|]. injection E as <-. simpl in H.
      destruct (K2 eq_refl) as [U|(U & F1 & F2)].
      * right. exists (c, d). split; auto. right. rewrite meets_bit by lia. auto.
      * left. exists (c, d). rewrite filter_In, meets_bit by lia. rewrite A_far in H by auto. auto.
Qed.
End One.

Lemma pair_count_spec p q ts : p < n -> q < n -> (forall t, In t ts -> sound n t) ->
  pair_count (everybody n) (bits n) p q (choices n p) ts =
  sum (fun ch => sum (fun c => match after (after (map fst ts) p (fst ch) (snd ch)) q (fst c) (snd c) with
                               | [] => 0%N | _ => 1%N end) (choices n q)) (choices n p).
Proof.
  intros Hp Hq M. unfold pair_count.
  rewrite sum_memo_spec; [|apply same_bools_eq|intros k v []]. rewrite N.add_0_r, sum_map.
  apply sum_ext. intros [w b] Hc. apply in_choices in Hc. destruct Hc as (Hw & Hb & _). cbn [fst snd].
  rewrite nth_map_seq, !(bits_nth n) by auto. rewrite map_map.
  set (view_of := fun t : twin => look (everybody n) (bit p) (bit w) p w t (starts t q) (ends t q)).
  change (map (fun x : twin => look (everybody n) (bit p) (bit w) p w (fst (x, (starts x q, ends x q)))
    (fst (snd (x, (starts x q, ends x q)))) (snd (snd (x, (starts x q, ends x q))))) ts) with (map view_of ts).
  rewrite map_map. unfold group. rewrite marked_filter. cbn [fst snd].
  set (kept := filter (fun t => meets (untouched (view_of t)) (bit b)) ts).
  assert (S0 := union_shows n n_width kept q (fun t H => proj1 (M t (proj1 (proj1 (filter_In _ _ _) H)))) Hq).
  rewrite after_twins_after.
  assert (Wa : forall e, In e (after_twins ts p w b) -> proper n (fst e)).
  { intros e He. apply (after_twins_sound n n_width ts p w b) in He; auto. apply He. }
  destruct (existsb _ (map view_of ts)) eqn:E.
  - apply (union_count n n_width _ q _ Hq Wa).
    eapply shows_iff; [|apply (touched_shows p q w b Hp Hq Hw Hb ts _ _ M S0)].
    intros w' b' Hw' Hb'. apply (group_and_touched p q w b Hp Hq Hw Hb ts w' b' M Hw' Hb').
  - apply (union_count n n_width _ q _ Hq Wa). eapply shows_iff; [|exact S0].
    intros w' b' Hw' Hb'. rewrite <- (group_and_touched p q w b Hp Hq Hw Hb ts w' b' M Hw' Hb').
    split; [left; auto|]. intros [H|(t & Ht & H)]; auto. exfalso.
    rewrite <- not_true_iff_false, existsb_exists in E. apply E. exists (view_of t). split; [now apply in_map|].
    rewrite orb_true_iff. tauto.
Qed.
End Pairs.
