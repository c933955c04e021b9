(* The last two players and the last one, by squares: statement (14) of docs/papers/count.md.  The choice of p is put into no
   closure: what it takes from the choices of q is a few products of two sets, a row of masks at a time. *)
From Coq Require Import List Arith NArith Bool Lia Permutation.
Import ListNotations.
Require Import Spec Mask Completions Closure Square.

(* A closure and its reverse as squares. *)
Definition packed := (square * square)%type.

(* Row w of the square has the ninjas b with which q<w<b is possible, if c and its reverse d are all that is known. *)
Fixpoint open (f : frame) (q : player) (dq : mask) (e d c : square) : square :=
  match e, d, c with
  | e0 :: e, d0 :: d, c0 :: c => minus e0 (join d0 (join (cross f c0 q (whole f)) (columns f dq))) :: open f q dq e d c
  | _, _, _ => []
  end.

(* What is left of such a square, base, if x<y<z is known too, joined with acc: sz are those up to x or y and must not come after
   z, sy those up to x and must not come after y; and if z or y is up to q, no player up to x is named, if z is, none up to y. *)
Fixpoint keep (f : frame) (z y : player) (sz sy : mask) (base d acc : square) : square :=
  match base, d, acc with
  | b0 :: base, d0 :: d, a0 :: acc =>
      (if within b0 a0 then a0 else join a0 (minus b0 (join (cross f d0 z sz) (cross f d0 y sy))))
      :: keep f z y sz sy base d acc
  | _, _, _ => []
  end.
Fixpoint keep_less (f : frame) (z y x : player) (sz sy fy s : mask) (base d c acc : square) : square :=
  match base, d, c, acc with
  | b0 :: base, d0 :: d, c0 :: c, a0 :: acc =>
      (if within b0 a0 then a0
       else join a0 (minus b0 (join (join (cross f d0 z sz) (cross f d0 y sy))
                                    (join (columns f s) (join (cross f c0 x (whole f)) (cross f c0 y fy))))))
      :: keep_less f z y x sz sy fy s base d c acc
  | _, _, _, _ => []
  end.
Definition kept (f : frame) (dq : mask) (x y z : player) (dx dy : mask) (base c d acc : square) : square :=
  let s := join dx dy in
  if meets dq (own z) then keep_less f z y x s dx (whole f) s base d c acc
  else if meets dq (own y) then keep_less f z y x s dx none dx base d c acc
  else keep f z y s dx base d acc.

(* A closure and its reverse, the rows of p and q, and what q may choose with q<w<b and with b<w<q. *)
Record side :=
  { up : square; back : square; up_p : mask; back_p : mask; up_q : mask; back_q : mask; open1 : square; open2 : square }.
Definition side_of (f : frame) (p q : player) (t : packed) : side :=
  let (c, d) := t in
  let cq := line_of c q in let dq := line_of d q in
  {| up := c; back := d; up_p := line_of c p; back_p := line_of d p; up_q := cq; back_q := dq;
     open1 := open f q dq (every f) d c; open2 := open f q cq (every f) c d |}.

(* With the wonderwall w of p: the ninjas b with which p<w<b is possible, and b<w<p. *)
Record view := { of : side; alive1 : mask; alive2 : mask; up_w : mask; back_w : mask }.
Definition look (f : frame) (p w : player) (s : side) : view :=
  let cw := line_of (up s) w in let dw := line_of (back s) w in
  {| of := s; up_w := cw; back_w := dw;
     alive1 := if meets cw (own p) then none else minus (whole f) (join dw (back_p s));
     alive2 := if meets dw (own p) then none else minus (whole f) (join cw (up_p s)) |}.

(* The choices of q after the choice (w, b) of p. *)
Definition add_view (f : frame) (p w b : player) (v : view) (acc : square) : square :=
  let s := of v in
  let acc :=
    if meets (alive1 v) (own b) then
      let cb := line_of (up s) b in
      kept f (back_q s) p w b (back_p s) (back_w v) (open1 s) (up s) (back s)
        (kept f (up_q s) b w p cb (up_w v) (open2 s) (back s) (up s) acc)
    else acc in
  if meets (alive2 v) (own b) then
    let db := line_of (back s) b in
    kept f (back_q s) b w p db (back_w v) (open1 s) (up s) (back s)
      (kept f (up_q s) p w b (up_p s) (up_w v) (open2 s) (back s) (up s) acc)
  else acc.
Fixpoint add_views (f : frame) (p w b : player) (vs : list view) : square :=
  match vs with [] => blank f | v :: vs => add_view f p w b v (add_views f p w b vs) end.

Fixpoint alive (vs : list view) : mask :=
  match vs with [] => none | v :: vs => join (alive1 v) (join (alive2 v) (alive vs)) end.

Fixpoint count_b (f : frame) (p w : player) (vs : list view) (any : mask) (bs : list player) (acc : count) : count :=
  match bs with
  | [] => acc
  | b :: bs =>
      count_b f p w vs any bs (if meets any (own b) then size (counted f) (add_views f p w b vs) acc else acc)
  end.
Fixpoint count_w (f : frame) (p : player) (ss : list side) (ws : list player) (acc : count) : count :=
  match ws with
  | [] => acc
  | w :: ws => let vs := map (look f p w) ss in count_w f p ss ws (count_b f p w vs (alive vs) (people f) acc)
  end.
Definition pair_count (f : frame) (p q : player) (ts : list packed) : N :=
  worth (count_w f p (map (side_of f p q) ts) (people f) nil_count).

(* The choices of q alone. *)
Fixpoint join_both (a b acc : square) : square :=
  match a, b, acc with
  | x :: a, y :: b, z :: acc => join (join x y) z :: join_both a b acc
  | _, _, _ => []
  end.
Fixpoint add_open (f : frame) (q : player) (ts : list packed) : square :=
  match ts with
  | [] => blank f
  | (c, d) :: ts =>
      join_both (open f q (line_of d q) (every f) d c) (open f q (line_of c q) (every f) c d) (add_open f q ts)
  end.
Definition last_count (f : frame) (q : player) (ts : list packed) : N :=
  worth (size (counted f) (add_open f q ts) nil_count).

(* The same of relations: x<y<z would be a cycle; what is said when x<y<z is said too. *)
Definition cyc (C : nat -> nat -> bool) (x y z : nat) : bool := C y x || C z y || C z x.
Definition pushed (C : nat -> nat -> bool) (x y z u v : nat) : bool :=
  C u v || (C u x && (C y v || C z v)) || (C u y && C z v).

Section Pairs.
Variable n : nat.
Hypotheses (n_width : n <= width) (n_some : 0 < n).
Notation F := (frame_of n).
Notation at_ := (player_of n).
Notation cell := (cell n).
Notation rows := (rows n).

Definition mirror (c d : square) : Prop := forall x y, x < n -> y < n -> cell d x y = cell c y x.

Lemma mirror_sym c d : mirror c d -> mirror d c.
Proof. intros M x y Hx Hy. symmetry. now apply M. Qed.

(* u is below n, and q<u<v is no cycle. *)
Definition clear (C : nat -> nat -> bool) (q u v : nat) : bool := (u <? n) && negb (cyc C q u v).

Lemma open_nth q dq : forall e d c i, i < length e -> i < length d -> i < length c ->
  nth i (open F q dq e d c) none =
  minus (nth i e none) (join (nth i d none) (join (cross F (nth i c none) q (whole F)) (columns F dq))).
Proof.
  induction e as [|e0 e IH]; intros [|d0 d] [|c0 c] i; cbn [length open nth]; try lia. destruct i; auto. intros. apply IH; lia.
Qed.

Lemma open_length f q dq : forall e d c k, length e = k -> length d = k -> length c = k -> length (open f q dq e d c) = k.
Proof. induction e as [|e0 e IH]; intros [|d0 d] [|c0 c] [|k]; simpl; try lia. intros. now rewrite (IH d c k) by lia. Qed.

Lemma keep_get z y sz sy j : j < width -> forall base d acc i, i < length base -> i < length d -> i < length acc ->
  get (nth i (keep F z y sz sy base d acc) none) j = get (nth i acc none) j ||
  (get (nth i base none) j && negb (get (join (cross F (nth i d none) z sz) (cross F (nth i d none) y sy)) j)).
Proof.
  intros Hj. induction base as [|b0 base IH]; intros [|d0 d] [|a0 acc] i; cbn [length keep nth]; try lia.
  destruct i; [intros _ _ _|intros; apply IH; lia]. destruct (within b0 a0) eqn:E; [|now rewrite get_join, get_minus by auto].
  destruct (get b0 j) eqn:G; [|now rewrite orb_false_r]. now rewrite (within_get b0 a0 j Hj E G).
Qed.

Lemma keep_length f z y sz sy : forall base d acc k, length base = k -> length d = k -> length acc = k ->
  length (keep f z y sz sy base d acc) = k.
Proof. induction base as [|b0 base IH]; intros [|d0 d] [|a0 acc] [|k]; simpl; try lia. intros. now rewrite (IH d acc k) by lia. Qed.

Lemma keep_less_get z y x sz sy fy s j : j < width -> forall base d c acc i,
  i < length base -> i < length d -> i < length c -> i < length acc ->
  get (nth i (keep_less F z y x sz sy fy s base d c acc) none) j = get (nth i acc none) j ||
  (get (nth i base none) j &&
   negb (get (join (join (cross F (nth i d none) z sz) (cross F (nth i d none) y sy))
     (join (columns F s) (join (cross F (nth i c none) x (whole F)) (cross F (nth i c none) y fy)))) j)).
Proof.
  intros Hj. induction base as [|b0 base IH]; intros [|d0 d] [|c0 c] [|a0 acc] i; cbn [length keep_less nth]; try lia.
  destruct i; [intros _ _ _ _|intros; apply IH; lia]. destruct (within b0 a0) eqn:E; [|now rewrite get_join, get_minus by auto].
  destruct (get b0 j) eqn:G; [|now rewrite orb_false_r]. now rewrite (within_get b0 a0 j Hj E G).
Qed.

Lemma keep_less_length f z y x sz sy fy s : forall base d c acc k,
  length base = k -> length d = k -> length c = k -> length acc = k -> length (keep_less f z y x sz sy fy s base d c acc) = k.
Proof.
  induction base as [|b0 base IH]; intros [|d0 d] [|c0 c] [|a0 acc] [|k]; simpl; try lia. intros.
  now rewrite (IH d c acc k) by lia.
Qed.

Lemma get_whole v : v < n -> get (whole F) v = true.
Proof. intros Hv. cbn [whole frame_of]. rewrite get_everyone by lia. now apply Nat.ltb_lt. Qed.

Lemma open_sized q dq e d c : sized n e -> sized n d -> sized n c -> sized n (open F q dq e d c).
Proof. apply open_length. Qed.

Lemma cell_open q dq c d u v : sized n c -> sized n d -> mirror c d -> q < n -> u < rows -> v < n ->
  (forall i, i < n -> get dq i = cell c i q) ->
  cell (open F (at_ q) dq (every F) d c) u v = clear (cell c) q u v.
Proof.
  intros Sc Sd M Hq Hu Hv D. assert (Se := every_sized n). unfold Square.cell at 1. rewrite open_nth
    by (rewrite ?Sc, ?Sd, ?Se; now apply row_height).
  assert (W := cell_width n n_width n_some u v Hv). assert (R := room_fits n n_width n_some).
  rewrite get_minus, !get_join, get_cross, get_columns, get_whole by (auto; lia).
  fold (cell (every F) u v). fold (cell d u v). fold (cell c u q). rewrite cell_every, D by auto. unfold clear, cyc.
  destruct (Nat.ltb_spec u n); [|reflexivity]. rewrite M by auto.
  destruct (cell c u q), (cell c v u), (cell c v q); reflexivity.
Qed.

Lemma kept_sized dq x y z dx dy base c d acc : sized n base -> sized n c -> sized n d -> sized n acc ->
  sized n (kept F dq x y z dx dy base c d acc).
Proof.
  intros Sb Sc Sd Sa. unfold kept. destruct (meets dq (own z)); [now apply keep_less_length|].
  destruct (meets dq (own y)); [now apply keep_less_length|now apply keep_length].
Qed.

(* (14); of a closure's reverse this is its other half. *)
Lemma cell_kept q x y z dq dx dy base c d acc u v :
  sized n base -> sized n c -> sized n d -> sized n acc -> mirror c d -> q < n -> x < n -> y < n -> z < n -> u < rows -> v < n ->
  (forall i, i < n -> get dq i = cell c i q) -> (forall i, i < n -> get dx i = cell c i x) ->
  (forall i, i < n -> get dy i = cell c i y) -> (cell base u v = clear (cell c) q u v) ->
  cell (kept F dq (at_ x) (at_ y) (at_ z) dx dy base c d acc) u v =
  cell acc u v || clear (pushed (cell c) x y z) q u v.
Proof.
  intros Sb Sc Sd Sa M Hq Hx Hy Hz Hu Hv Dq Dx Dy B. unfold kept. rewrite !(get_own n n_width) by auto. rewrite !Dq by auto.
  assert (W := cell_width n n_width n_some u v Hv). assert (R := room_fits n n_width n_some).
  destruct (cell c z q) eqn:Zq; [|destruct (cell c y q) eqn:Yq]; unfold Square.cell at 1.
  - rewrite keep_less_get by (try lia; rewrite ?Sb, ?Sc, ?Sd, ?Sa; now apply row_height).
    rewrite !get_join, !get_cross, get_columns, !get_whole, !get_join by (auto; lia).
    fold (cell acc u v). fold (cell base u v). fold (cell d u z). fold (cell d u y). fold (cell c u x). fold (cell c u y).
    rewrite B, Dx, Dy by auto. unfold clear. destruct (Nat.ltb_spec u n); [|reflexivity]. rewrite !M by auto. unfold cyc, pushed. rewrite Zq.
    destruct (cell acc u v); [reflexivity|]. destruct (cell c u q), (cell c v u), (cell c v q); try reflexivity;
    destruct (cell c u x), (cell c u y), (cell c v x), (cell c v y), (cell c y q), (cell c z u), (cell c y u); reflexivity.
  - rewrite keep_less_get by (try lia; rewrite ?Sb, ?Sc, ?Sd, ?Sa; now apply row_height).
    rewrite !get_join, !get_cross, get_columns, !get_whole, !get_join, !get_none by (auto; lia).
    fold (cell acc u v). fold (cell base u v). fold (cell d u z). fold (cell d u y). fold (cell c u x). fold (cell c u y).
    rewrite B, Dx, Dy by auto. unfold clear. destruct (Nat.ltb_spec u n); [|reflexivity]. rewrite !M by auto. unfold cyc, pushed. rewrite Zq, Yq.
    destruct (cell acc u v); [reflexivity|]. destruct (cell c u q), (cell c v u), (cell c v q); try reflexivity;
    destruct (cell c u x), (cell c u y), (cell c v x), (cell c v y), (cell c z u), (cell c y u); reflexivity.
  - rewrite keep_get by (try lia; rewrite ?Sb, ?Sc, ?Sd, ?Sa; now apply row_height).
    rewrite !get_join, !get_cross, !get_join by (auto; lia).
    fold (cell acc u v). fold (cell base u v). fold (cell d u z). fold (cell d u y).
    rewrite B, Dx, Dy by auto. unfold clear. destruct (Nat.ltb_spec u n); [|reflexivity]. rewrite !M by auto. unfold cyc, pushed. rewrite Zq, Yq.
    destruct (cell acc u v); [reflexivity|]. destruct (cell c u q), (cell c v u), (cell c v q); try reflexivity;
    destruct (cell c u x), (cell c u y), (cell c v x), (cell c v y), (cell c z u), (cell c y u); reflexivity.
Qed.

(* The closure that a square shows. *)
Definition unpack (t : packed) : closure := map (fun x => gather n (cell (fst t) x) (fun y => y)) (seq 0 n).

Lemma says_unpack t x y : x < n -> y < n -> says (unpack t) x y = cell (fst t) x y.
Proof.
  intros Hx Hy. unfold unpack, says. rewrite row_map, (get_gather n n_width) by auto.
  apply eq_true_iff_eq. rewrite (existsb_seq n n_width). setoid_rewrite andb_true_iff. setoid_rewrite Nat.eqb_eq.
  split; [intros (u & Hu & E & ->); auto|]. intros E. exists y. auto.
Qed.

Definition good (t : packed) : Prop :=
  sized n (fst t) /\ sized n (snd t) /\ mirror (fst t) (snd t) /\ proper n (unpack t).

(* What q may choose, in both orientations; what it may choose after the choice (w, b) of p. *)
Definition both (C : nat -> nat -> bool) (q u v : nat) : bool := clear C q u v || clear (fun x y => C y x) q u v.
Definition leaves (C : nat -> nat -> bool) (p w b q u v : nat) : bool :=
  (negb (cyc C p w b) && both (pushed C p w b) q u v) || (negb (cyc C b w p) && both (pushed C b w p) q u v).

Lemma clear_mirror (C D : nat -> nat -> bool) q u v : q < n -> v < n ->
  (forall x y, x < n -> y < n -> D x y = C y x) -> clear D q u v = clear (fun x y => C y x) q u v.
Proof.
  intros Hq Hv M. unfold clear, cyc. destruct (Nat.ltb_spec u n); [|reflexivity]. now rewrite !M by auto.
Qed.

Lemma pushed_mirror c d x y z u v : mirror c d -> x < n -> y < n -> z < n -> u < n -> v < n ->
  pushed (cell d) z y x u v = pushed (cell c) x y z v u.
Proof.
  intros M Hx Hy Hz Hu Hv. unfold pushed. rewrite !M by auto.
  destruct (cell c v u), (cell c z u), (cell c v y), (cell c v x), (cell c y u); reflexivity.
Qed.

Section One.
Variables p q w b : nat.
Hypotheses (Hp : p < n) (Hq : q < n) (Hw : w < n) (Hb : b < n).
Notation view_of t := (look F (at_ p) (at_ w) (side_of F (at_ p) (at_ q) t)).

Lemma get_alive1 t : good t -> get (alive1 (view_of t)) b = negb (cyc (cell (fst t)) p w b).
Proof.
  intros (_ & _ & M & _). destruct t as [c d].
  cbn [fst snd look side_of alive1 alive2 up back up_p back_p] in *. unfold cyc. rewrite (get_own n n_width), get_line by auto.
  destruct (cell c w p); [now rewrite get_none|]. 
  rewrite get_minus, get_join, !get_line by (auto; lia). rewrite !M by auto.
  rewrite get_whole by auto. reflexivity.
Qed.

Lemma get_alive2 t : good t -> get (alive2 (view_of t)) b = negb (cyc (cell (fst t)) b w p).
Proof.
  intros (_ & _ & M & _). destruct t as [c d].
  cbn [fst snd look side_of alive1 alive2 up back up_p back_p] in *. unfold cyc. rewrite (get_own n n_width), get_line by auto.
  rewrite M by auto. destruct (cell c p w); [now rewrite get_none, orb_true_r|].
  rewrite get_minus, get_join, !get_line by (auto; lia).
  rewrite get_whole by auto. simpl. now rewrite orb_false_r.
Qed.

Lemma add_view_sized t acc : good t -> sized n acc -> sized n (add_view F (at_ p) (at_ w) (at_ b) (view_of t) acc).
Proof.
  intros (Sc & Sd & _) Sa. destruct t as [c d]. assert (Se := every_sized n). unfold add_view.
  cbn [of look side_of up back open1 open2 fst snd] in *.
  repeat match goal with |- context [if ?x then _ else _] => destruct x end; auto; repeat apply kept_sized; auto using open_sized.
Qed.

Lemma cell_add_view t acc u v : good t -> sized n acc -> u < rows -> v < n ->
  cell (add_view F (at_ p) (at_ w) (at_ b) (view_of t) acc) u v = cell acc u v || leaves (cell (fst t)) p w b q u v.
Proof.
  intros G Sa Hu Hv. assert (A1 := get_alive1 t G). assert (A2 := get_alive2 t G).
  destruct G as (Sc & Sd & M & _). destruct t as [c d]. assert (M' := mirror_sym _ _ M). assert (Se := every_sized n).
  unfold add_view. rewrite !(get_own n n_width), A1, A2 by auto.
  cbn [of look side_of up back up_p back_p up_q back_q open1 open2 up_w back_w fst snd] in *.
  assert (O1 := cell_open q (line_of d (at_ q)) c d u v Sc Sd M Hq Hu Hv
    ltac:(intros i Hi; rewrite get_line by auto; now apply M)).
  assert (O2 := cell_open q (line_of c (at_ q)) d c u v Sd Sc M' Hq Hu Hv
    ltac:(intros i Hi; rewrite get_line by auto; now apply M')).
  assert (So := fun q dq => open_sized q dq (every F) d c Se Sd Sc). assert (So' := fun q dq => open_sized q dq (every F) c d Se Sc Sd).
  assert (K1 := fun x y z acc Hx Hy Hz Sa => cell_kept q x y z (line_of d (at_ q)) (line_of d (at_ x)) (line_of d (at_ y))
    _ c d acc u v (So _ _) Sc Sd Sa M Hq Hx Hy Hz Hu Hv ltac:(intros i Hi; rewrite get_line by auto; now apply M)
    ltac:(intros i Hi; rewrite get_line by auto; now apply M) ltac:(intros i Hi; rewrite get_line by auto; now apply M) O1).
  assert (K2 := fun x y z acc Hx Hy Hz Sa => cell_kept q x y z (line_of c (at_ q)) (line_of c (at_ x)) (line_of c (at_ y))
    _ d c acc u v (So' _ _) Sd Sc Sa M' Hq Hx Hy Hz Hu Hv ltac:(intros i Hi; rewrite get_line by auto; now apply M')
    ltac:(intros i Hi; rewrite get_line by auto; now apply M') ltac:(intros i Hi; rewrite get_line by auto; now apply M') O2).
  assert (B : forall x y z acc, x < n -> y < n -> z < n -> sized n acc ->
    cell (kept F (line_of d (at_ q)) (at_ x) (at_ y) (at_ z) (line_of d (at_ x)) (line_of d (at_ y))
      (open F (at_ q) (line_of d (at_ q)) (every F) d c) c d
      (kept F (line_of c (at_ q)) (at_ z) (at_ y) (at_ x) (line_of c (at_ z)) (line_of c (at_ y))
        (open F (at_ q) (line_of c (at_ q)) (every F) c d) d c acc)) u v = cell acc u v || both (pushed (cell c) x y z) q u v).
  { intros x y z a Hx Hy Hz Sz. rewrite K1, K2 by (auto; apply kept_sized; auto). unfold both.
    rewrite (clear_mirror (pushed (cell c) x y z) (pushed (cell d) z y x)) by (auto; intros; now apply pushed_mirror).
    rewrite <- orb_assoc. f_equal. apply orb_comm. }
  unfold leaves. destruct (cyc (cell c) p w b), (cyc (cell c) b w p); cbn [negb andb orb].
  - now rewrite orb_false_r.
  - now rewrite B by auto.
  - rewrite B by auto. now rewrite orb_false_r.
  - rewrite B by (auto; repeat apply kept_sized; auto). now rewrite B, orb_assoc by auto.
Qed.

Lemma add_views_cells ts u v : (forall t, In t ts -> good t) -> u < rows -> v < n ->
  sized n (add_views F (at_ p) (at_ w) (at_ b) (map (look F (at_ p) (at_ w)) (map (side_of F (at_ p) (at_ q)) ts))) /\
  cell (add_views F (at_ p) (at_ w) (at_ b) (map (look F (at_ p) (at_ w)) (map (side_of F (at_ p) (at_ q)) ts))) u v =
  existsb (fun t => leaves (cell (fst t)) p w b q u v) ts.
Proof.
  intros G Hu Hv. induction ts as [|t ts IH]; cbn [map add_views existsb].
  - split; [apply blank_sized|apply cell_blank].
  - destruct IH as [S E]; [intros; apply G; simpl; auto|]. assert (Gt := G t (or_introl eq_refl)).
    split; [now apply add_view_sized|]. rewrite cell_add_view, E by auto. apply orb_comm.
Qed.

Lemma not_alive ts u v : (forall t, In t ts -> good t) ->
  get (alive (map (look F (at_ p) (at_ w)) (map (side_of F (at_ p) (at_ q)) ts))) b = false ->
  existsb (fun t => leaves (cell (fst t)) p w b q u v) ts = false.
Proof.
  intros G. induction ts as [|t ts IH]; cbn [map alive existsb]; auto. rewrite !get_join by lia.
  rewrite get_alive1, get_alive2 by (apply G; simpl; auto). rewrite !orb_false_iff. intros (A1 & A2 & A).
  rewrite IH by (auto; intros; apply G; simpl; auto). split; [|reflexivity]. unfold leaves. now rewrite A1, A2.
Qed.
End One.

Lemma leaves_below C p w b q u v : n <= u -> leaves C p w b q u v = false.
Proof.
  intros H. unfold leaves, both, clear. destruct (Nat.ltb_spec u n); [lia|]. simpl. now rewrite !andb_false_r.
Qed.

Lemma both_below C q u v : n <= u -> both C q u v = false.
Proof. intros H. unfold both, clear. destruct (Nat.ltb_spec u n); [lia|reflexivity]. Qed.

Lemma existsb_none {X} (f : X -> bool) l : (forall x, In x l -> f x = false) -> existsb f l = false.
Proof. induction l as [|x l IH]; simpl; intros H; auto. rewrite H, IH; auto. Qed.

Definition squares (P : nat -> nat -> bool) : N := sum (fun u => sum (fun v => one (P u v)) (seq 0 n)) (seq 0 n).

Lemma squares_le P : (squares P <= 3844)%N.
Proof.
  assert (n <= 62) by (rewrite <- width_62; auto).
  assert (L := sum_le (fun u => sum (fun v => one (P u v)) (seq 0 n)) (N.of_nat n) (seq 0 n)). rewrite seq_length in L.
  unfold squares. etransitivity; [apply L|nia]. intros u _.
  assert (K := sum_le (fun v => one (P u v)) 1 (seq 0 n) (fun v _ => one_le _)). rewrite seq_length in K. lia.
Qed.

Lemma count_b_spec p q w ts bs : p < n -> q < n -> w < n -> (forall t, In t ts -> good t) -> (forall b, In b bs -> b < n) ->
  let vs := map (look F (at_ p) (at_ w)) (map (side_of F (at_ p) (at_ q)) ts) in
  forall acc, (worth acc + 3844 * N.of_nat (length bs) + 3906 < 4611686018427387904)%N ->
  worth (count_b F (at_ p) (at_ w) vs (alive vs) (map at_ bs) acc) =
  (worth acc + sum (fun b => squares (fun u v => existsb (fun t => leaves (cell (fst t)) p w b q u v) ts)) bs)%N.
Proof.
  intros Hp Hq Hw G B vs. induction bs as [|b bs IH]; intros acc H; [symmetry; apply N.add_0_r|]. cbn [map count_b]. rewrite sum_cons.
  assert (Hb : b < n) by (apply B; simpl; auto). assert (B' : forall b, In b bs -> b < n) by (intros; apply B; simpl; auto).
  cbn [length] in H. rewrite (get_own n n_width) by auto.
  set (P := fun u v => existsb (fun t => leaves (cell (fst t)) p w b q u v) ts). assert (L := squares_le P).
  destruct (get (alive vs) b) eqn:E.
  - assert (C := fun u v => add_views_cells p q w b Hp Hq Hw Hb ts u v G). fold vs in C.
    assert (S : worth (size (counted F) (add_views F (at_ p) (at_ w) (at_ b) vs) acc) = (worth acc + squares P)%N).
    { assert (R := rows_enough n n_width n_some). rewrite (size_cells n n_width n_some).
      - f_equal. unfold squares, P. apply sum_ext. intros u Hu. apply in_seq in Hu. apply sum_ext. intros v Hv.
        apply in_seq in Hv. f_equal. apply C; lia.
      - apply (C 0 0); lia.
      - lia.
      - intros u v Hu Hu' Hv. rewrite (proj2 (C u v Hu' Hv)). apply existsb_none. intros t _. now apply leaves_below. }
    rewrite (IH B') by (rewrite S; lia). rewrite S. lia.
  - rewrite (IH B') by lia. replace (squares P) with 0%N; [lia|]. symmetry. unfold squares.
    rewrite <- (sum_0 (seq 0 n)). apply sum_ext. intros u _. rewrite <- (sum_0 (seq 0 n)). apply sum_ext. intros v _.
    unfold P. now rewrite (not_alive p q w b Hp Hq Hw Hb ts u v G E).
Qed.

Lemma people_map : people F = map at_ (seq 0 n).
Proof. reflexivity. Qed.

Lemma count_w_spec p q ts ws : p < n -> q < n -> (forall t, In t ts -> good t) -> (forall w, In w ws -> w < n) ->
  forall acc, (worth acc + 238328 * N.of_nat (length ws) + 246078 < 4611686018427387904)%N ->
  worth (count_w F (at_ p) (map (side_of F (at_ p) (at_ q)) ts) (map at_ ws) acc) =
  (worth acc + sum (fun w => sum (fun b => squares (fun u v => existsb (fun t => leaves (cell (fst t)) p w b q u v) ts))
    (seq 0 n)) ws)%N.
Proof.
  intros Hp Hq G B. assert (N62 : n <= 62) by (rewrite <- width_62; auto).
  induction ws as [|w ws IH]; intros acc H; [symmetry; apply N.add_0_r|]. cbn [map count_w]. rewrite sum_cons. cbn [length] in H.
  assert (S := fun Hw H => count_b_spec p q w ts (seq 0 n) Hp Hq Hw G (fun b Hb => proj2 (proj1 (in_seq _ _ _) Hb)) acc H).
  rewrite people_map. rewrite seq_length in S. specialize (S (B w (or_introl eq_refl)) ltac:(lia)). cbv zeta in S.
  match type of S with _ = (_ + ?x)%N => set (row := x) in *; assert (L : (row <= 3844 * N.of_nat n)%N) end.
  { unfold row. rewrite <- (seq_length n 0) at 2. apply sum_le. intros b _. apply squares_le. }
  rewrite (IH (fun w Hw => B w (or_intror Hw))) by (rewrite S; lia). rewrite S. lia.
Qed.

Lemma pair_count_cells p q ts : p < n -> q < n -> (forall t, In t ts -> good t) ->
  pair_count F (at_ p) (at_ q) ts =
  sum (fun w => sum (fun b => squares (fun u v => existsb (fun t => leaves (cell (fst t)) p w b q u v) ts)) (seq 0 n)) (seq 0 n).
Proof.
  intros Hp Hq G. assert (N62 : n <= 62) by (rewrite <- width_62; auto). unfold pair_count.
  rewrite people_map, (count_w_spec p q ts (seq 0 n) Hp Hq G).
  - now rewrite worth_nil.
  - intros w Hw. apply in_seq in Hw. lia.
  - rewrite worth_nil, seq_length. lia.
Qed.

(* One player alone. *)
Lemma join_both_nth : forall a b acc i, i < length a -> i < length b -> i < length acc ->
  nth i (join_both a b acc) none = join (join (nth i a none) (nth i b none)) (nth i acc none).
Proof.
  induction a as [|a0 a IH]; intros [|b0 b] [|c0 acc] i; cbn [length join_both nth]; try lia. destruct i; auto. intros. apply IH; lia.
Qed.

Lemma join_both_length : forall a b acc k, length a = k -> length b = k -> length acc = k -> length (join_both a b acc) = k.
Proof. induction a as [|a0 a IH]; intros [|b0 b] [|c0 acc] [|k]; simpl; try lia. intros. now rewrite (IH b acc k) by lia. Qed.

Lemma add_open_cells q ts u v : q < n -> (forall t, In t ts -> good t) -> u < rows -> v < n ->
  sized n (add_open F (at_ q) ts) /\ cell (add_open F (at_ q) ts) u v = existsb (fun t => both (cell (fst t)) q u v) ts.
Proof.
  intros Hq G Hu Hv. assert (Se := every_sized n). induction ts as [|[c d] ts IH]; cbn [add_open existsb].
  - split; [apply blank_sized|apply cell_blank].
  - destruct IH as [S E]; [intros; apply G; simpl; auto|].
    destruct (G (c, d) (or_introl eq_refl)) as (Sc & Sd & M & _). cbn [fst snd] in *. assert (M' := mirror_sym _ _ M).
    assert (S1 := open_sized (at_ q) (line_of d (at_ q)) _ _ _ Se Sd Sc). assert (S2 := open_sized (at_ q) (line_of c (at_ q)) _ _ _ Se Sc Sd).
    split; [now apply join_both_length|]. unfold Square.cell at 1. rewrite join_both_nth
      by (rewrite ?S1, ?S2, ?S; now apply row_height).
    assert (W := cell_width n n_width n_some u v Hv). assert (R := room_fits n n_width n_some). rewrite !get_join by lia.
    fold (cell (add_open F (at_ q) ts) u v). rewrite E.
    fold (cell (open F (at_ q) (line_of d (at_ q)) (every F) d c) u v). fold (cell (open F (at_ q) (line_of c (at_ q)) (every F) c d) u v).
    rewrite (cell_open q _ c d), (cell_open q _ d c) by (auto; intros i Hi; rewrite get_line by auto; auto).
    unfold both. now rewrite (clear_mirror (cell c) (cell d)) by auto.
Qed.

Lemma last_count_cells q ts : q < n -> (forall t, In t ts -> good t) ->
  last_count F (at_ q) ts = squares (fun u v => existsb (fun t => both (cell (fst t)) q u v) ts).
Proof.
  intros Hq G. assert (R := rows_enough n n_width n_some). assert (C := fun u v => add_open_cells q ts u v Hq G).
  unfold last_count. rewrite (size_cells n n_width n_some).
  - rewrite worth_nil. cbn [N.add]. apply sum_ext. intros u Hu. apply in_seq in Hu. apply sum_ext. intros v Hv. apply in_seq in Hv.
    f_equal. apply C; lia.
  - apply (C 0 0); lia.
  - rewrite worth_nil. reflexivity.
  - intros u v Hu Hu' Hv. rewrite (proj2 (C u v Hu' Hv)). apply existsb_none. intros t _. now apply both_below.
Qed.

(* The same of the closures. *)
Definition some {X} (l : list X) : bool := match l with [] => false | _ => true end.

Lemma existsb_after (f : closure -> bool) cs p w b : existsb f (after cs p w b) =
  existsb (fun c => (negb (cyclic c p w b) && f (push_rows c p w b)) || (negb (cyclic c b w p) && f (push_rows c b w p))) cs.
Proof.
  induction cs as [|c cs IH]; simpl; auto. unfold push.
  destruct (cyclic c p w b), (cyclic c b w p); simpl; rewrite IH, ?orb_false_r; auto using orb_assoc.
Qed.

Lemma some_after cs p w b : some (after cs p w b) = existsb (fun c => negb (cyclic c p w b) || negb (cyclic c b w p)) cs.
Proof.
  induction cs as [|c cs IH]; simpl; auto. unfold push. destruct (cyclic c p w b), (cyclic c b w p); simpl; auto.
Qed.

Lemma cyclic_unpack t x y z : x < n -> y < n -> z < n -> cyclic (unpack t) x y z = cyc (cell (fst t)) x y z.
Proof. intros. unfold cyclic, cyc. now rewrite !says_unpack by auto. Qed.

Lemma says_pushed t x y z u v : x < n -> y < n -> z < n -> u < n -> v < n ->
  says (push_rows (unpack t) x y z) u v = pushed (cell (fst t)) x y z u v.
Proof. intros. rewrite (says_push n n_width) by auto. unfold pushed. now rewrite !says_unpack by auto. Qed.

Lemma both_cyc C q u v : u < n -> both C q u v = negb (cyc C q u v) || negb (cyc C v u q).
Proof.
  intros H. unfold both, clear, cyc. destruct (Nat.ltb_spec u n); [|lia]. simpl.
  destruct (C u q), (C v u), (C v q), (C q u), (C u v), (C q v); reflexivity.
Qed.

Lemma existsb_map {X Y} (f : Y -> bool) (g : X -> Y) l : existsb f (map g l) = existsb (fun x => f (g x)) l.
Proof. induction l; simpl; congruence. Qed.

Lemma last_after ts q u v : q < n -> u < n -> v < n ->
  existsb (fun t => both (cell (fst t)) q u v) ts = some (after (map unpack ts) q u v).
Proof.
  intros Hq Hu Hv. rewrite some_after, existsb_map. apply existsb_ext. intros t _. now rewrite both_cyc, !cyclic_unpack by auto.
Qed.

Lemma pair_after ts p w b q u v : p < n -> w < n -> b < n -> q < n -> u < n -> v < n ->
  existsb (fun t => leaves (cell (fst t)) p w b q u v) ts = some (after (after (map unpack ts) p w b) q u v).
Proof.
  intros Hp Hw Hb Hq Hu Hv. rewrite some_after, existsb_after, existsb_map. apply existsb_ext. intros t _.
  unfold leaves. rewrite !both_cyc, !cyclic_unpack by auto. unfold cyc at 2 3 5 6. unfold cyclic.
  now rewrite !says_pushed by auto.
Qed.
End Pairs.
