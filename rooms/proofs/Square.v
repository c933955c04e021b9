(* Squares: relations between the players below n, as rows of which a mask has several; so with words a closure of
   nine players is two numbers.  What a square says is its cells; everything else is told of those. *)
From Coq Require Import List Arith NArith Bool Lia Permutation.
Import ListNotations.
Require Import Spec Mask Completions Closure.

Definition square := list mask.

(* What is wanted of a player, and of all squares of n players. *)
Record player := { own : mask; across : amount; at_mask : nat; down : amount }.
Record frame := { whole : mask; firsts : mask; people : list player; counted : limit; every : square; blank : square }.

(* The row of x. *)
Definition line_of (s : square) (x : player) : mask := drop (down x) (nth (at_mask x) s none).

(* The set s in every row of m that has x, and in every row. *)
Definition cross (f : frame) (m : mask) (x : player) (s : mask) : mask := times (whole f) (firsts f) m (across x) s.
Definition columns (f : frame) (s : mask) : mask := times (whole f) (firsts f) (firsts f) (amount_of 0) s.

(* Rows that have x have sx as well, and those that have y have sy. *)
Fixpoint grow (f : frame) (x y : player) (sx sy : mask) (s : square) : square :=
  match s with
  | [] => []
  | m :: s => join m (join (cross f m x sx) (cross f m y sy)) :: grow f x y sx sy s
  end.

Fixpoint inside (a b : square) : bool :=
  match a, b with
  | [], _ => true
  | x :: a, y :: b => within x y && inside a b
  | _ :: _, [] => false
  end.

Fixpoint same_square (a b : square) : bool :=
  match a, b with
  | [], [] => true
  | x :: a, y :: b => same x y && same_square a b
  | _, _ => false
  end.

Lemma same_square_eq a : forall b, same_square a b = true -> a = b.
Proof.
  induction a as [|x a IH]; intros [|y b]; simpl; try discriminate; auto.
  rewrite andb_true_iff. intros [E H]. apply same_eq in E. subst. f_equal. auto.
Qed.

(* How many cells. *)
Fixpoint size (k : limit) (s : square) (c : count) : count :=
  match s with [] => c | m :: s => size k s (tally k m c) end.

(* Rows, one after the other, as a square. *)
Definition common (a b : mask) : mask := minus a (minus a b).
Fixpoint joined (whole : mask) (step : amount) (rows : list mask) : mask :=
  match rows with [] => none | m :: rows => join (common m whole) (lift step (joined whole step rows)) end.
Fixpoint pack_rows (whole : mask) (step : amount) (r k : nat) (rows : list mask) : square :=
  match k with 0 => [] | S k => joined whole step (firstn r rows) :: pack_rows whole step r k (skipn r rows) end.

Lemma nth_firstn {X} (l : list X) d : forall k i, i < k -> nth i (firstn k l) d = nth i l d.
Proof. induction l as [|a l IH]; intros [|k] [|i] H; simpl; auto; try lia. apply IH. lia. Qed.

Lemma nth_skipn {X} (l : list X) d : forall k i, nth i (skipn k l) d = nth (k + i) l d.
Proof. induction l as [|a l IH]; intros [|k] i; simpl; auto; destruct i; auto. Qed.

Lemma skipn_skipn {X} (l : list X) a : forall b, skipn a (skipn b l) = skipn (b + a) l.
Proof. induction l as [|x l IH]; intros [|b]; simpl; auto; now rewrite skipn_nil. Qed.

(* Counting. *)
Lemma sum_cons {X} (f : X -> N) x l : sum f (x :: l) = (f x + sum f l)%N.
Proof. reflexivity. Qed.

Lemma number_sum m k : N.of_nat (length (filter (get m) (seq 0 k))) = sum (fun i => one (get m i)) (seq 0 k).
Proof.
  unfold one. induction (seq 0 k) as [|b l IH]; simpl; auto. destruct (get m b); simpl length; lia.
Qed.

Lemma sum_le {X} (f : X -> N) k l : (forall x, In x l -> (f x <= k)%N) -> (sum f l <= k * N.of_nat (length l))%N.
Proof.
  induction l as [|x l IH]; simpl sum; intros H; [simpl; lia|]. assert (A := H x (or_introl eq_refl)).
  assert (B := IH (fun y Hy => H y (or_intror Hy))). simpl length. lia.
Qed.

Lemma one_le b : (one b <= 1)%N.
Proof. destruct b; simpl; lia. Qed.

Lemma size_sum k s : k <= width -> forall c, (worth c + 62 * (N.of_nat (length s) + 1) < 4611686018427387904)%N ->
  worth (size (limit_of k) s c) = (worth c + sum (fun m => sum (fun i => one (get m i)) (seq 0 k)) s)%N.
Proof.
  intros Hk. assert (K : k <= 62) by (rewrite <- width_62; auto). induction s as [|m s IH]; intros c H; [simpl; lia|].
  cbn [length] in H. rewrite sum_cons. cbn [size]. assert (T := worth_tally k m c Hk ltac:(lia)). rewrite number_sum in T.
  assert (L := sum_le (fun i => one (get m i)) 1 (seq 0 k) (fun i _ => one_le _)). rewrite seq_length in L.
  rewrite IH; rewrite T; [lia|]. lia.
Qed.

Lemma seq_from b m : seq b m = map (fun i => b + i) (seq 0 m).
Proof.
  revert b. induction m as [|m IH]; intros b; simpl; [reflexivity|]. f_equal; [lia|].
  rewrite (IH (S b)), <- (seq_shift m 0), map_map. apply map_ext. intros i. lia.
Qed.

Lemma sum_blocks (f : nat -> N) a b : sum f (seq 0 (a * b)) = sum (fun i => sum (fun j => f (i * b + j)) (seq 0 b)) (seq 0 a).
Proof.
  revert f. induction a as [|a IH]; intros f; [reflexivity|]. cbn [Nat.mul seq]. rewrite sum_cons.
  rewrite seq_app, sum_app. f_equal. cbn [Nat.add]. rewrite <- (seq_shift a), sum_map.
  rewrite (seq_from b), sum_map, IH. apply sum_ext. intros i _. apply sum_ext. intros j _. f_equal. simpl. lia.
Qed.

Section Square.
Variable n : nat.

Definition height : nat := (n + room n - 1) / room n.                 (* masks in a square *)
Definition player_of (x : nat) : player :=
  {| own := bit x; across := amount_of x; at_mask := x / room n; down := amount_of (n * (x mod room n)) |}.
Definition pack (rows : list mask) : square := pack_rows (everyone n) (amount_of n) (room n) height rows.
Definition frame_of : frame :=
  {| whole := everyone n; firsts := heads n (room n); people := map player_of (seq 0 n);
     counted := limit_of (n * room n); every := pack (repeat (everyone n) n); blank := repeat none height |}.

Definition cell (s : square) (x y : nat) : bool := get (nth (x / room n) s none) (n * (x mod room n) + y).

Hypotheses (n_width : n <= width) (n_some : 0 < n).

Lemma room_some : 0 < room n.
Proof. now apply room_width. Qed.

Lemma room_fits : n * room n <= width.
Proof. now apply room_width. Qed.

Lemma cell_width x y : y < n -> n * (x mod room n) + y < n * room n.
Proof. intros Hy. assert (M := Nat.mod_upper_bound x (room n)). assert (R := room_some). nia. Qed.

Lemma get_line s x y : y < n -> get (line_of s (player_of x)) y = cell s x y.
Proof.
  intros Hy. unfold line_of, cell. cbn [down at_mask player_of]. assert (W := cell_width x y Hy). assert (F := room_fits).
  apply get_drop. lia.
Qed.

Lemma get_own m x : x < n -> meets m (own (player_of x)) = get m x.
Proof. intros Hx. apply meets_bit. lia. Qed.

Lemma get_common a b i : i < width -> get (common a b) i = get a i && get b i.
Proof. intros Hi. unfold common. rewrite !get_minus by auto. destruct (get a i), (get b i); reflexivity. Qed.

Lemma get_cross m x s u y : x < n -> y < n ->
  get (cross frame_of m (player_of x) s) (n * (u mod room n) + y) = get m (n * (u mod room n) + x) && get s y.
Proof.
  intros Hx Hy. assert (R := room_some). assert (M := Nat.mod_upper_bound u (room n) ltac:(lia)).
  apply get_times; auto using room_fits.
Qed.

Lemma get_columns s u y : y < n -> get (columns frame_of s) (n * (u mod room n) + y) = get s y.
Proof.
  intros Hy. assert (R := room_some). assert (M := Nat.mod_upper_bound u (room n) ltac:(lia)).
  unfold columns. cbn [whole firsts frame_of]. rewrite get_times by auto using room_fits.
  rewrite Nat.add_0_r, get_heads by (auto using room_fits). reflexivity.
Qed.

(* Squares have all their rows. *)
Definition sized (s : square) : Prop := length s = height.

Definition rows : nat := height * room n.

Lemma rows_enough : n <= rows.
Proof.
  unfold rows, height. assert (R := room_some). assert (D := Nat.div_mod (n + room n - 1) (room n) ltac:(lia)).
  assert (M := Nat.mod_upper_bound (n + room n - 1) (room n) ltac:(lia)). nia.
Qed.

Lemma height_width : height <= n.
Proof.
  unfold height. assert (R := room_some). apply Nat.div_le_upper_bound; [lia|]. nia.
Qed.

Lemma row_height x : x < rows -> x / room n < height.
Proof. intros H. apply Nat.div_lt_upper_bound; [assert (R := room_some); lia|]. unfold rows in H. lia. Qed.

Lemma grow_sized x y sx sy s : sized s -> sized (grow frame_of x y sx sy s).
Proof. unfold sized. intros <-. induction s; simpl; auto. Qed.

Lemma grow_nth f x y sx sy s : forall i, i < length s ->
  nth i (grow f x y sx sy s) none = join (nth i s none) (join (cross f (nth i s none) x sx) (cross f (nth i s none) y sy)).
Proof. induction s as [|m s IH]; simpl; [lia|]. intros [|i] Hi; auto. apply IH. lia. Qed.

Lemma cell_grow x y sx sy s u v : sized s -> x < n -> y < n -> u < rows -> v < n ->
  cell (grow frame_of (player_of x) (player_of y) sx sy s) u v =
  cell s u v || (cell s u x && get sx v) || (cell s u y && get sy v).
Proof.
  intros S Hx Hy Hu Hv. unfold cell. rewrite grow_nth by (rewrite S; now apply row_height).
  assert (W := cell_width u v Hv). assert (F := room_fits). rewrite !get_join, !get_cross by lia. now rewrite orb_assoc.
Qed.

Lemma inside_cell a : forall b x y, y < n -> inside a b = true -> cell a x y = true -> cell b x y = true.
Proof.
  intros b x y Hy. unfold cell. assert (W := cell_width x y Hy). assert (F := room_fits). revert b.
  generalize (x / room n) as i. induction a as [|m a IH]; intros i b.
  - intros _ E. destruct i; simpl in E; rewrite get_none in E; discriminate.
  - destruct b as [|k b]; simpl; [discriminate|]. rewrite andb_true_iff. intros [H1 H2].
    destruct i as [|i]; intros E; [apply (within_get m k); auto; lia|now apply (IH i b)].
Qed.

(* Packing. *)
Lemma get_joined l : forall i j, j < n -> n * i + j < width ->
  get (joined (everyone n) (amount_of n) l) (n * i + j) = get (nth i l none) j.
Proof.
  induction l as [|m l IH]; intros i j Hj H; [destruct i; simpl; now rewrite !get_none|].
  cbn [joined]. rewrite get_join, get_common, get_everyone, get_lift by lia. destruct i as [|i].
  - rewrite Nat.mul_0_r. cbn [Nat.add nth]. destruct (Nat.ltb_spec j n), (Nat.leb_spec n j); try lia.
    simpl. now rewrite andb_true_r, orb_false_r.
  - destruct (Nat.ltb_spec (n * S i + j) n), (Nat.leb_spec n (n * S i + j)); try lia. rewrite andb_false_r. simpl.
    replace (n * S i + j - n) with (n * i + j) by lia. apply IH; lia.
Qed.

Lemma pack_rows_length w st r k : forall l, length (pack_rows w st r k l) = k.
Proof. induction k; simpl; auto. Qed.

Lemma pack_rows_nth w st r k : forall l i, i < k ->
  nth i (pack_rows w st r k l) none = joined w st (firstn r (skipn (i * r) l)).
Proof.
  induction k as [|k IH]; intros l i Hi; [lia|]. destruct i as [|i]; simpl; auto. rewrite IH by lia. do 2 f_equal.
  apply skipn_skipn.
Qed.

Lemma pack_sized l : sized (pack l).
Proof. apply pack_rows_length. Qed.

Lemma cell_pack l x y : x < rows -> y < n -> cell (pack l) x y = get (nth x l none) y.
Proof.
  intros Hx Hy. assert (R := room_some). assert (W := cell_width x y Hy). assert (F := room_fits).
  unfold cell, pack. rewrite pack_rows_nth by now apply row_height. rewrite get_joined by lia.
  rewrite nth_firstn by (apply Nat.mod_upper_bound; lia). rewrite nth_skipn.
  replace (x / room n * room n + x mod room n) with x; auto. rewrite (Nat.div_mod x (room n)) at 1; lia.
Qed.

Lemma every_sized : sized (every frame_of).
Proof. apply pack_sized. Qed.

Lemma cell_every x y : x < rows -> y < n -> cell (every frame_of) x y = (x <? n).
Proof.
  intros Hx Hy. cbn [every frame_of]. rewrite cell_pack by auto. destruct (Nat.ltb_spec x n).
  - rewrite (nth_indep _ none (everyone n)) by (now rewrite repeat_length). rewrite nth_repeat, get_everyone by lia.
    now apply Nat.ltb_lt.
  - rewrite nth_overflow by (now rewrite repeat_length). apply get_none.
Qed.

Lemma blank_sized : sized (blank frame_of).
Proof. apply repeat_length. Qed.

Lemma cell_blank x y : cell (blank frame_of) x y = false.
Proof. unfold cell. cbn [blank frame_of]. rewrite nth_repeat. apply get_none. Qed.

(* Counting. *)
Lemma size_cells s c : sized s -> (worth c + 3906 < 4611686018427387904)%N ->
  (forall x y, n <= x -> x < rows -> y < n -> cell s x y = false) ->
  worth (size (counted frame_of) s c) = (worth c + sum (fun x => sum (fun y => one (cell s x y)) (seq 0 n)) (seq 0 n))%N.
Proof.
  intros S H Z. assert (R := room_some). assert (F := room_fits). assert (L := height_width).
  cbn [counted frame_of]. rewrite size_sum; auto.
  2:{ rewrite S. assert (n <= 62) by (rewrite <- width_62; auto). lia. }
  f_equal. transitivity (sum (fun x => sum (fun y => one (cell s x y)) (seq 0 n)) (seq 0 rows)).
  - unfold rows. rewrite sum_blocks, (sum_nth _ none), S. apply sum_ext. intros i Hi. apply in_seq in Hi.
    rewrite Nat.mul_comm, sum_blocks. apply sum_ext. intros j Hj. apply in_seq in Hj. apply sum_ext. intros y Hy.
    apply in_seq in Hy. unfold cell.
    assert (D : (i * room n + j) / room n = i) by (rewrite Nat.div_add_l, Nat.div_small; lia).
    assert (M : (i * room n + j) mod room n = j) by (rewrite Nat.add_comm, Nat.mod_add, Nat.mod_small; lia).
    rewrite D, M. do 3 f_equal. apply Nat.mul_comm.
  - assert (E := rows_enough). replace rows with (n + (rows - n)) by lia. rewrite seq_app, sum_app.
    rewrite <- (N.add_0_r (sum _ (seq 0 n))) at 2. f_equal. rewrite <- (sum_0 (seq (0 + n) (rows - n))).
    apply sum_ext. intros x Hx. apply in_seq in Hx. rewrite <- (sum_0 (seq 0 n)). apply sum_ext. intros y Hy.
    apply in_seq in Hy. rewrite Z by lia. reflexivity.
Qed.
End Square.
