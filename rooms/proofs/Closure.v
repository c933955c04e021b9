(* Closures as rows of masks, how a choice adds to them, and which orders extend them.
   Statements (1), (3) and (4) of docs/papers/count.md. *)
From Coq Require Import List Arith NArith Bool Lia Permutation.
Import ListNotations.
Require Import Spec Mask Completions.

(* A closure here is reflexive: row x has x and all who stand after x. *)
Definition closure := list mask.
Definition row (c : closure) (x : nat) : mask := nth x c none.
Definition says (c : closure) (x y : nat) : bool := get (row c x) y.     (* x is y, or before y *)

(* c+(x<y<z): put all up to x before all from y or z on, and all up to y before all from z on. *)
Definition push_row (bx by' after_y after_z r : mask) : mask :=
  if meets r bx then join (join r after_y) after_z
  else if meets r by' then join r after_z else r.
Definition push_rows (c : closure) (x y z : nat) : closure :=
  map (push_row (bit x) (bit y) (row c y) (row c z)) c.
Definition cyclic (c : closure) (x y z : nat) : bool := says c y x || says c z y || says c z x.
Definition push (c : closure) (x y z : nat) : option closure :=
  if cyclic c x y z then None else Some (push_rows c x y z).

(* The closures after the choice (w, b) of p, in both orientations. *)
Definition opt {X} (o : option X) (l : list X) : list X :=
  match o with Some x => x :: l | None => l end.
Fixpoint after (cs : list closure) (p w b : nat) : list closure :=
  match cs with
  | [] => []
  | c :: cs' => opt (push c p w b) (opt (push c b w p) (after cs' p w b))
  end.

Lemma in_after cs p w b d : In d (after cs p w b) <->
  exists c, In c cs /\ (push c p w b = Some d \/ push c b w p = Some d).
Proof.
  assert (O : forall (o : option closure) l, In d (opt o l) <-> o = Some d \/ In d l).
  { intros [e|] l; simpl; intuition congruence. }
  induction cs as [|c cs IH]; simpl; [firstorder|]. rewrite !O, IH. clear. firstorder (subst; eauto).
Qed.

(* b lies within a: a says all that b says. *)
Fixpoint lies_within (b a : closure) : bool :=
  match b, a with
  | [], _ => true
  | x :: b', y :: a' => within x y && lies_within b' a'
  | _ :: _, [] => false
  end.

Section Closure.
Variable n : nat.
Hypothesis n_width : n <= width.

(* What a closure has to be: reflexive, transitive, without a cycle. *)
Definition proper (c : closure) : Prop :=
  (forall x, x < n -> says c x x = true) /\
  (forall x y z, x < n -> y < n -> z < n -> says c x y = true -> says c y z = true -> says c x z = true) /\
  (forall x y, x < n -> y < n -> says c x y = true -> says c y x = true -> x = y).

Definition all2 (f : nat -> nat -> bool) : bool :=
  forallb (fun x => forallb (f x) (seq 0 n)) (seq 0 n).

Lemma forallb_seq f : forallb f (seq 0 n) = true <-> forall x, x < n -> f x = true.
Proof. rewrite forallb_forall. setoid_rewrite in_seq. split; intros H x Hx; apply H; lia. Qed.

Lemma existsb_seq f : existsb f (seq 0 n) = true <-> exists x, x < n /\ f x = true.
Proof. rewrite existsb_exists. setoid_rewrite in_seq. split; intros (x & H1 & H2); exists x; split; auto; lia. Qed.

Lemma all2_iff f : all2 f = true <-> forall x y, x < n -> y < n -> f x y = true.
Proof.
  unfold all2. rewrite forallb_seq. setoid_rewrite forallb_seq. firstorder.
Qed.

Definition properb (c : closure) : bool :=
  all2 (fun x y => if x =? y then says c x x
                   else if says c x y then negb (says c y x) && within (row c y) (row c x) else true).

Lemma properb_proper c : properb c = true -> proper c.
Proof.
  unfold properb. rewrite all2_iff. intros H. repeat split.
  - intros x Hx. specialize (H x x Hx Hx). now rewrite Nat.eqb_refl in H.
  - intros x y z Hx Hy Hz E F. specialize (H x y Hx Hy). destruct (Nat.eqb_spec x y) as [->|]; auto.
    rewrite E in H. apply andb_true_iff in H. apply (within_get (row c y)); [lia|tauto|exact F].
  - intros x y Hx Hy E F. specialize (H x y Hx Hy). destruct (Nat.eqb_spec x y); auto.
    rewrite E, F in H. discriminate.
Qed.

(* Players stand at the places f; all that c says is true of them. *)
Definition extends (f : nat -> nat) (c : closure) : Prop :=
  forall x y, x < n -> y < n -> says c x y = true -> f x <= f y.

(* (4): what the new closure says, and that it is one. *)
Lemma get_push_row x y a z r v : x < n -> y < n -> v < n ->
  get (push_row (bit x) (bit y) a z r) v =
  get r v || (get r x && (get a v || get z v)) || (get r y && get z v).
Proof.
  intros Hx Hy Hv. unfold push_row. rewrite !meets_bit by lia.
  destruct (get r x), (get r y); rewrite ?get_join by lia;
    destruct (get r v), (get a v), (get z v); reflexivity.
Qed.

Lemma says_push c x y z u v : x < n -> y < n -> v < n ->
  says (push_rows c x y z) u v =
  says c u v || (says c u x && (says c y v || says c z v)) || (says c u y && says c z v).
Proof.
  intros Hx Hy Hv. unfold says at 1. unfold push_rows, row at 1.
  set (f := push_row _ _ _ _).
  replace none with (f none) by (unfold f, push_row; rewrite !meets_bit, !get_none by lia; auto).
  rewrite map_nth. apply get_push_row; auto.
Qed.

Lemma push_extends c f x y z : proper c -> (forall u v, u < n -> v < n -> f u = f v -> u = v) ->
  x < n -> y < n -> z < n -> x <> y -> y <> z ->
  (extends f c /\ f x < f y /\ f y < f z <-> match push c x y z with Some d => extends f d | None => False end).
Proof.
  intros (R & _ & _) I Hx Hy Hz N M. unfold push, cyclic.
  destruct (says c y x) eqn:E1; [|destruct (says c z y) eqn:E2; [|destruct (says c z x) eqn:E3]]; simpl.
  - split; [|tauto]. intros (H & L). specialize (H y x Hy Hx E1). lia.
  - split; [|tauto]. intros (H & L). specialize (H z y Hz Hy E2). lia.
  - split; [|tauto]. intros (H & L). specialize (H z x Hz Hx E3). lia.
  - assert (A := fun u v Hv => says_push c x y z u v Hx Hy Hv). split.
    + intros (H & L1 & L2) u v Hu Hv. rewrite A by auto.
      rewrite !orb_true_iff, !andb_true_iff, orb_true_iff.
      intros [[G|[G [G'|G']]]|[G G']]; [auto|..]; apply H in G; apply H in G'; lia.
    + intros H. split.
      * intros u v Hu Hv G. apply H; auto. rewrite A, G; auto.
      * assert (f x <= f y) by (apply H; auto; rewrite A, !R by auto; destruct (says c x y); reflexivity).
        assert (f y <= f z).
        { apply H; auto. rewrite A, !R by auto. destruct (says c y z), (says c y x); reflexivity. }
        assert (f x <> f y) by (intros F; apply I in F; auto).
        assert (f y <> f z) by (intros F; apply I in F; auto). lia.
Qed.

Lemma push_proper c x y z d : proper c -> x < n -> y < n -> z < n -> push c x y z = Some d -> proper d.
Proof.
  intros (R & Tr & An) Hx Hy Hz. unfold push, cyclic.
  destruct (says c y x) eqn:E1; [discriminate|]. destruct (says c z y) eqn:E2; [discriminate|].
  destruct (says c z x) eqn:E3; [discriminate|]. intros E. injection E as <-.
  assert (A : forall u v, v < n -> says (push_rows c x y z) u v = true <->
    says c u v = true \/ (says c u x = true /\ (says c y v = true \/ says c z v = true)) \/
    (says c u y = true /\ says c z v = true)).
  { intros u v Hv. rewrite says_push, !orb_true_iff, !andb_true_iff, orb_true_iff by auto. tauto. }
  rewrite <- not_true_iff_false in E1, E2, E3.
  assert (B1 : forall u, u < n -> says c y u = true -> says c u x = true -> False) by (intros; apply E1; eauto).
  assert (B2 : forall u, u < n -> says c z u = true -> says c u y = true -> False) by (intros; apply E2; eauto).
  assert (B3 : forall u, u < n -> says c z u = true -> says c u x = true -> False) by (intros; apply E3; eauto).
  repeat split.
  - intros u Hu. apply A; auto.
  - intros u v t Hu Hv Ht. rewrite !A by auto.
    intros [G|[[G [G'|G']]|[G G']]] [K|[[K [K'|K']]|[K K']]];
      try (exfalso; eauto 2; fail);
      first [ left; eauto 2; fail
            | right; left; split; eauto 2; fail
            | right; left; split; [eauto 2|left; eauto 2]; fail
            | right; left; split; [eauto 2|right; eauto 2]; fail
            | right; right; split; eauto 2; fail ].
  - intros u v Hu Hv. rewrite !A by auto.
    intros [G|[[G [G'|G']]|[G G']]] [K|[[K [K'|K']]|[K K']]]; auto; exfalso; eauto 3.
Qed.

(* Orders that extend a closure or its reverse.  The reverse is had by places counted from the other end. *)
Definition places (l : list nat) (x : nat) : nat := place x l.
Definition places_back (l : list nat) (x : nat) : nat := n - place x l.

Definition extendsb (f : nat -> nat) (c : closure) : bool := all2 (fun x y => implb (says c x y) (f x <=? f y)).

Lemma extendsb_iff f c : extendsb f c = true <-> extends f c.
Proof.
  unfold extendsb. rewrite all2_iff. unfold extends. split; intros H x y Hx Hy.
  - intros E. specialize (H x y Hx Hy). rewrite E in H. now apply Nat.leb_le.
  - specialize (H x y Hx Hy). destruct (says c x y); simpl; auto. apply Nat.leb_le. auto.
Qed.

Definition allows (cs : list closure) (l : list nat) : bool :=
  existsb (fun c => extendsb (places l) c || extendsb (places_back l) c) cs.

Lemma allows_iff cs l : allows cs l = true <-> exists c, In c cs /\ (extends (places l) c \/ extends (places_back l) c).
Proof.
  unfold allows. rewrite existsb_exists. setoid_rewrite orb_true_iff. now setoid_rewrite extendsb_iff.
Qed.

Lemma places_inj l : In l (orders n) -> forall u v, u < n -> v < n -> places l u = places l v -> u = v.
Proof. intros H u v Hu Hv. apply place_inj; eapply in_order; eauto. Qed.

Lemma order_place l x : In l (orders n) -> x < n -> place x l < n.
Proof.
  intros H Hx. assert (L : length l = n) by (apply in_orders in H; tauto).
  rewrite <- L. apply place_lt. eapply in_order; eauto.
Qed.

Lemma places_back_inj l : In l (orders n) -> forall u v, u < n -> v < n -> places_back l u = places_back l v -> u = v.
Proof.
  intros H u v Hu Hv E. apply (places_inj l); auto. unfold places, places_back in *.
  assert (U := order_place l u H Hu). assert (V := order_place l v H Hv). lia.
Qed.

(* (3), and (1): one more choice. *)
Lemma allows_after cs l p w b : In l (orders n) -> (forall c, In c cs -> proper c) ->
  p < n -> w < n -> b < n -> w <> p -> b <> p -> w <> b ->
  allows (after cs p w b) l = allows cs l && between l p w b.
Proof.
  intros Hl W Hp Hw Hb N1 N2 N3. apply eq_true_iff_eq.
  rewrite andb_true_iff, !allows_iff. unfold between.
  rewrite orb_true_iff, !andb_true_iff, !Nat.ltb_lt. setoid_rewrite in_after.
  assert (F := fun c f x z Wc I Hx Hz => push_extends c f x w z Wc I Hx Hw Hz).
  assert (Pp := order_place l p Hl Hp). assert (Pw := order_place l w Hl Hw). assert (Pb := order_place l b Hl Hb).
  assert (If := places_inj l Hl). assert (Ib := places_back_inj l Hl).
  split.
  - intros (d & (c & Hc & H) & K). specialize (W c Hc).
    destruct H as [H|H]; destruct K as [K|K].
    + assert (G := F c (places l) p b W If Hp Hb). rewrite H in G. unfold places in *.
      destruct G as [_ G]; auto. apply G in K. split; [exists c|]; tauto.
    + assert (G := F c (places_back l) p b W Ib Hp Hb). rewrite H in G.
      destruct G as [_ G]; auto. apply G in K. split; [exists c; tauto|].
      right. unfold places_back in K. lia.
    + assert (G := F c (places l) b p W If Hb Hp). rewrite H in G. unfold places in *.
      destruct G as [_ G]; auto. apply G in K. split; [exists c|]; tauto.
    + assert (G := F c (places_back l) b p W Ib Hb Hp). rewrite H in G.
      destruct G as [_ G]; auto. apply G in K. split; [exists c; tauto|].
      left. unfold places_back in K. lia.
  - intros ((c & Hc & H) & K). specialize (W c Hc).
    destruct H as [H|H]; destruct K as [K|K].
    + assert (G := F c (places l) p b W If Hp Hb). destruct G as [G _]; auto.
      destruct (push c p w b) as [d|] eqn:E; [|exfalso; apply G; auto].
      exists d. split; [exists c; auto|]. left. apply G. auto.
    + assert (G := F c (places l) b p W If Hb Hp). destruct G as [G _]; auto.
      destruct (push c b w p) as [d|] eqn:E; [|exfalso; apply G; auto].
      exists d. split; [exists c; auto|]. left. apply G. auto.
    + assert (G := F c (places_back l) b p W Ib Hb Hp). destruct G as [G _]; auto.
      assert (extends (places_back l) c /\ places_back l b < places_back l w /\ places_back l w < places_back l p)
        by (unfold places_back; split; [auto|lia]).
      destruct (push c b w p) as [d|] eqn:E; [|exfalso; apply G; auto].
      exists d. split; [exists c; auto|]. right. apply G. auto.
    + assert (G := F c (places_back l) p b W Ib Hp Hb). destruct G as [G _]; auto.
      assert (extends (places_back l) c /\ places_back l p < places_back l w /\ places_back l w < places_back l b)
        by (unfold places_back; split; [auto|lia]).
      destruct (push c p w b) as [d|] eqn:E; [|exfalso; apply G; auto].
      exists d. split; [exists c; auto|]. right. apply G. auto.
Qed.

Lemma after_proper cs p w b : (forall c, In c cs -> proper c) -> p < n -> w < n -> b < n ->
  forall d, In d (after cs p w b) -> proper d.
Proof.
  intros W Hp Hw Hb d. rewrite in_after. intros (c & Hc & [H|H]); eapply push_proper in H; eauto.
Qed.

(* Every closure has an order that extends it. *)
Section Extension.
Variable h : nat -> nat.
Fixpoint ins (x : nat) (l : list nat) : list nat :=
  match l with [] => [x] | y :: l' => if h x <=? h y then x :: l else y :: ins x l' end.
Fixpoint sorted (l : list nat) : Prop :=
  match l with [] => True | x :: l' => (forall y, In y l' -> h x <= h y) /\ sorted l' end.

Lemma ins_perm x l : Permutation (ins x l) (x :: l).
Proof.
  induction l; simpl; auto. destruct (h x <=? h a); auto.
  rewrite IHl. constructor.
Qed.

Lemma ins_sorted x l : sorted l -> sorted (ins x l).
Proof.
  induction l as [|a l IH]; simpl; [tauto|]. intros [S1 S2].
  destruct (Nat.leb_spec (h x) (h a)); simpl.
  - split; auto. intros y [<-|Hy]; auto. specialize (S1 y Hy). lia.
  - split; auto. intros y Hy.
    assert (K : In y (x :: l)) by (eapply Permutation_in; [apply ins_perm|]; auto).
    destruct K as [<-|K]; auto. lia.
Qed.

Lemma sorted_place l x y : sorted l -> In x l -> In y l -> h x < h y -> place x l < place y l.
Proof.
  induction l as [|a l IH]; simpl; [tauto|]. intros [S1 S2] Hx Hy L.
  destruct (Nat.eqb_spec y a) as [->|Ny].
  - exfalso. destruct Hx as [->|Hx]; [lia|]. specialize (S1 x Hx). lia.
  - destruct (Nat.eqb_spec x a) as [->|Nx]; [lia|].
    apply -> Nat.succ_lt_mono. apply IH; intuition congruence.
Qed.

Lemma sort_exists : exists l, In l (orders n) /\ forall x y, x < n -> y < n -> h x < h y -> place x l < place y l.
Proof.
  exists (fold_right ins [] (seq 0 n)).
  assert (P : forall l, Permutation (fold_right ins [] l) l).
  { induction l; simpl; auto. rewrite ins_perm. auto. }
  assert (S : forall l, sorted (fold_right ins [] l)).
  { induction l; simpl; auto. apply ins_sorted. auto. }
  split; [apply orders_perm, P|]. intros x y Hx Hy. apply sorted_place; auto;
  (eapply Permutation_in; [apply Permutation_sym, P|]; apply in_seq; lia).
Qed.
End Extension.

Lemma filter_le {X} (P Q : X -> bool) l : (forall u, In u l -> P u = true -> Q u = true) ->
  length (filter P l) <= length (filter Q l).
Proof.
  induction l; simpl; intros H; auto. assert (IH := IHl (fun u G => H u (or_intror G))).
  specialize (H a (or_introl eq_refl)). destruct (P a), (Q a); simpl; try lia; specialize (H eq_refl); discriminate.
Qed.

Lemma filter_lt {X} (P Q : X -> bool) l t : (forall u, In u l -> P u = true -> Q u = true) ->
  In t l -> P t = false -> Q t = true -> length (filter P l) < length (filter Q l).
Proof.
  induction l as [|a l IHl]; simpl; [tauto|]. intros H [->|Ht] E F.
  - rewrite E, F. simpl. assert (G := filter_le P Q l (fun u G => H u (or_intror G))). lia.
  - assert (IH := IHl (fun u G => H u (or_intror G)) Ht E F).
    specialize (H a (or_introl eq_refl)).
    destruct (P a), (Q a); simpl; try lia; specialize (H eq_refl); discriminate.
Qed.

Lemma proper_has_order c : proper c -> exists l, In l (orders n) /\ extends (places l) c.
Proof.
  intros (R & Tr & An).
  destruct (sort_exists (fun x => length (filter (fun u => says c u x) (seq 0 n)))) as (l & Hl & S).
  exists l. split; auto. intros x y Hx Hy E. destruct (Nat.eq_dec x y) as [->|N]; auto.
  apply Nat.lt_le_incl, S; auto. apply filter_lt with (t := y); auto.
  - intros u Hu. apply in_seq in Hu. intros F. apply (Tr u x y); auto; lia.
  - apply in_seq. lia.
  - destruct (says c y x) eqn:F; auto. exfalso. apply N, An; auto.
Qed.

(* Inclusion, reversal, relabeling. *)
Lemma within_says b : forall a x y, y < n -> lies_within b a = true -> says b x y = true -> says a x y = true.
Proof.
  unfold says, row. induction b as [|m b IH]; intros a x y Hy.
  - intros _ E. destruct x; simpl in E; rewrite get_none in E; discriminate.
  - destruct a as [|k a]; simpl; [discriminate|]. rewrite andb_true_iff. intros [H1 H2].
    destruct x; simpl; intros E; [apply (within_get m k y); auto; lia|apply (IH a x y); auto].
Qed.

Lemma within_extends f b a : lies_within b a = true -> extends f a -> extends f b.
Proof. intros S H x y Hx Hy E. apply H; auto. eapply within_says; eauto. Qed.

Definition gather (f : nat -> bool) (to : nat -> nat) : mask :=
  fold_right (fun y m => if f y then join (bit (to y)) m else m) none (seq 0 n).

Lemma get_gather f to v : v < n -> (forall y, y < n -> to y < n) ->
  get (gather f to) v = existsb (fun y => f y && (to y =? v)) (seq 0 n).
Proof.
  intros Hv Ht. unfold gather.
  assert (H : forall y, In y (seq 0 n) -> to y < n) by (intros y Hy; apply in_seq in Hy; apply Ht; lia).
  induction (seq 0 n) as [|y l IH]; simpl; [apply get_none|]. specialize (H y) as Hy.
  simpl in *. destruct (f y); simpl; [|apply IH; auto].
  rewrite get_join, get_bit, IH by (auto; try lia; specialize (Hy (or_introl eq_refl)); lia). reflexivity.
Qed.

Definition reverse (c : closure) : closure := map (fun x => gather (fun y => says c y x) (fun y => y)) (seq 0 n).

Lemma row_map (f : nat -> mask) x : x < n -> row (map f (seq 0 n)) x = f x.
Proof.
  intros Hx. unfold row. rewrite (nth_indep _ none (f 0)) by (rewrite map_length, seq_length; auto).
  rewrite map_nth, seq_nth; auto.
Qed.

Lemma says_reverse c x y : x < n -> y < n -> says (reverse c) x y = says c y x.
Proof.
  intros Hx Hy. unfold reverse. unfold says at 1. rewrite row_map, get_gather; auto.
  apply eq_true_iff_eq. rewrite existsb_seq. setoid_rewrite andb_true_iff. setoid_rewrite Nat.eqb_eq.
  split; [intros (u & Hu & E & ->); auto|]. intros E. exists y. auto.
Qed.

Lemma reverse_extends l c : In l (orders n) ->
  (extends (places l) (reverse c) <-> extends (places_back l) c) /\
  (extends (places_back l) (reverse c) <-> extends (places l) c).
Proof.
  intros Hl. assert (P := fun x => order_place l x Hl). unfold extends, places, places_back.
  repeat split; intros H x y Hx Hy E; specialize (H y x Hy Hx); rewrite says_reverse in * by auto;
    specialize (H E); specialize (P x Hx) as Px; specialize (P y Hy) as Py; lia.
Qed.

Section Relabel.
Variables pi rho : nat -> nat.
Hypothesis pi_lt : forall x, x < n -> pi x < n.
Hypothesis rho_lt : forall x, x < n -> rho x < n.
Hypothesis rho_pi : forall x, x < n -> rho (pi x) = x.
Hypothesis pi_rho : forall x, x < n -> pi (rho x) = x.

Definition relabel (c : closure) : closure := map (fun x => gather (get (row c (rho x))) pi) (seq 0 n).

Lemma says_relabel c x y : x < n -> y < n -> says (relabel c) (pi x) (pi y) = says c x y.
Proof.
  intros Hx Hy. unfold relabel. unfold says at 1. rewrite row_map, get_gather; auto.
  rewrite rho_pi by auto. change (get (row c x)) with (says c x). apply eq_true_iff_eq.
  rewrite existsb_seq. setoid_rewrite andb_true_iff. setoid_rewrite Nat.eqb_eq.
  split; [|intros E; exists y; auto]. intros (u & Hu & E & F).
  apply (f_equal rho) in F. rewrite !rho_pi in F by auto. now subst.
Qed.

Lemma relabel_extends l c : In l (orders n) ->
  (extends (places (map pi l)) (relabel c) <-> extends (places l) c) /\
  (extends (places_back (map pi l)) (relabel c) <-> extends (places_back l) c).
Proof.
  intros Hl. assert (P := place_relabel n pi rho rho_pi l).
  assert (Q : forall f g : nat -> nat, (forall x, x < n -> f (pi x) = g x) -> (extends f (relabel c) <-> extends g c)).
  { intros f g E. split; intros H x y Hx Hy.
    - intros F. rewrite <- !E by auto. apply H; auto. now rewrite says_relabel.
    - rewrite <- (pi_rho x), <- (pi_rho y) by auto. rewrite says_relabel, !E by auto. apply H; auto. }
  split; apply Q; intros x Hx; unfold places, places_back; rewrite P; auto.
Qed.
End Relabel.

End Closure.
