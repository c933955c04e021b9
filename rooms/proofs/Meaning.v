(* What the number of Spec.v is, in propositions: with permutations and < alone. *)
From Coq Require Import List Arith NArith Bool Lia Permutation.
Import ListNotations.
Require Import Spec Classes Completions Burnside.

Definition game (n : nat) (g : list (nat * nat)) : Prop :=
  length g = n /\
  forall p, p < n -> let (w, b) := nth p g (0, 0) in w < n /\ b < n /\ w <> p /\ b <> p /\ w <> b.

Definition stands_between (l : list nat) (p w b : nat) : Prop :=
  place p l < place w l < place b l \/ place b l < place w l < place p l.

Definition Solvable (n : nat) (g : list (nat * nat)) : Prop :=
  exists l, Permutation l (seq 0 n) /\
    forall p, p < n -> let (w, b) := nth p g (0, 0) in stands_between l p w b.

Lemma between_iff l p w b : between l p w b = true <-> stands_between l p w b.
Proof.
  unfold between, stands_between. rewrite orb_true_iff, !andb_true_iff, !Nat.ltb_lt. lia.
Qed.

(* solvable n counts, each once, exactly the games that some order satisfies. *)
Theorem solvable_meaning n : exists games : list (list (nat * nat)),
  NoDup games /\ (forall g, In g games <-> game n g /\ Solvable n g) /\
  solvable n = N.of_nat (length games).
Proof.
  eexists. split; [|split; [|reflexivity]].
  - apply NoDup_filter', games_NoDup.
  - intros g. rewrite filter_In, in_games, existsb_exists. setoid_rewrite orders_perm.
    assert (E : (length g = n /\ forall p, p < n -> In (nth p g (0, 0)) (choices n (0 + p))) <-> game n g).
    { unfold game. split; intros [L H]; split; auto; intros p Hp; specialize (H p Hp);
        simpl in *; destruct (nth p g (0, 0)); apply in_choices; auto. }
    rewrite E. assert (B : forall l, (forall p, p < n -> let (w, b) := nth p g (0, 0) in stands_between l p w b) <->
      forall p, p < n -> between l (0 + p) (fst (nth p g (0, 0))) (snd (nth p g (0, 0))) = true).
    { intros l. split; intros H p Hp; specialize (H p Hp); destruct (nth p g (0, 0)); now apply between_iff. }
    split; intros [G (l & Hl & H)]; split; auto; exists l; split; auto.
    + apply B, (satisfies_iff l 0 n g (proj1 G)); auto.
    + apply (satisfies_iff l 0 n g (proj1 G)), B. auto.
Qed.

(* The naive definition, run as it stands. *)
Example solvable_3 : solvable 3 = 0%N. Proof. vm_compute. reflexivity. Qed.
Example solvable_4 : solvable 4 = 108%N. Proof. vm_compute. reflexivity. Qed.

(* Classes, in propositions: games of one class differ in the names of the players. *)
Definition Isomorphic (n : nat) (g h : list (nat * nat)) : Prop :=
  exists pi, Permutation pi (seq 0 n) /\
    forall p, p < n -> let (w, b) := nth p g (0, 0) in nth (nth p pi 0) h (0, 0) = (nth w pi 0, nth b pi 0).

Lemma isomorphic_Isomorphic n g h : isomorphic n g h = true <-> Isomorphic n g h.
Proof.
  rewrite isomorphic_iff. unfold Isomorphic. setoid_rewrite orders_perm. setoid_rewrite makes_iff.
  split; intros (pi & P & H); exists pi; split; auto; intros p Hp; specialize (H p Hp); unfold rename, to in *;
    destruct (nth p g (0, 0)); exact H.
Qed.

(* The number of classes of some games is that of games of which no two are isomorphic, and to one of which each is. *)
Theorem classes_meaning n gs : NoDup gs -> (forall g, In g gs -> game n g) -> exists ones : list (list (nat * nat)),
  NoDup ones /\ (forall g, In g ones -> In g gs) /\
  (forall g, In g gs -> exists r, In r ones /\ Isomorphic n r g) /\
  (forall r s, In r ones -> In s ones -> Isomorphic n r s -> r = s) /\
  classes n gs = N.of_nat (length ones).
Proof.
  intros D V. exists (lasts n gs).
  assert (G : forall g, In g gs -> In g (game_of n)).
  { intros g Hg. apply in_game_of. destruct (V g Hg) as [L H]. split; auto. intros p Hp. specialize (H p Hp).
    destruct (nth p g (0, 0)). now apply in_choices. }
  assert (One : forall g, In g gs -> length (filter (fun r => isomorphic n r g) (lasts n gs)) = 1).
  { intros g Hg. apply Nat2N.inj. rewrite <- sum_one_filter, lasts_one by auto.
    replace (existsb _ gs) with true; auto. symmetry. apply existsb_exists. exists g. split; auto.
    apply isomorphic_iff. exists (same_names n). auto using same_names_renaming, makes_same. }
  split; [|split; [apply lasts_in|split; [|split; [|apply classes_lasts]]]].
  - clear - D. induction D as [|g gs N D IH]; simpl; [constructor|]. destruct existsb; auto. constructor; auto.
    intros H. apply lasts_in in H. auto.
  - intros g Hg. specialize (One g Hg). destruct (filter _ _) as [|r l] eqn:E; [discriminate|].
    assert (H : In r (filter (fun r => isomorphic n r g) (lasts n gs))) by (rewrite E; simpl; auto).
    apply filter_In in H. exists r. split; [tauto|]. now apply isomorphic_Isomorphic.
  - intros r s Hr Hs H. apply isomorphic_Isomorphic in H. assert (Gs := lasts_in _ _ _ Hs). specialize (One s Gs).
    assert (I : In r (filter (fun r => isomorphic n r s) (lasts n gs))) by (apply filter_In; auto).
    assert (J : In s (filter (fun r => isomorphic n r s) (lasts n gs))).
    { apply filter_In. split; auto. apply isomorphic_iff. exists (same_names n). auto using same_names_renaming, makes_same. }
    destruct (filter _ _) as [|a [|]]; try discriminate. destruct I as [<-|[]], J as [<-|[]]. auto.
Qed.

Example all_classes_3 : all_classes 3 = 2%N. Proof. vm_compute. reflexivity. Qed.
Example solvable_classes_4 : solvable_classes 4 = 6%N. Proof. vm_compute. reflexivity. Qed.
