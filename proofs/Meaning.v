(* What the number of Spec.v is, in propositions: with permutations and < alone. *)
From Coq Require Import List Arith NArith Bool Lia Permutation.
Import ListNotations.
Require Import Spec Completions.

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

Lemma in_games n s m g : In g (games n (seq s m)) <->
  length g = m /\ forall p, p < m -> In (nth p g (0, 0)) (choices n (s + p)).
Proof.
  revert s g. induction m as [|m IH]; simpl; intros s g.
  - split; [intros [<-|[]]; split; auto; lia|]. destruct g; simpl; intuition discriminate.
  - rewrite in_flat_map. setoid_rewrite in_map_iff. split.
    + intros (c & Hc & g' & <- & Hg). apply IH in Hg. destruct Hg as [L H]. split; [simpl; lia|].
      intros [|p] Hp; simpl; [now rewrite Nat.add_0_r|]. rewrite <- Nat.add_succ_comm. apply H. lia.
    + destruct g as [|c g']; simpl; intros [L H]; [lia|]. exists c. split.
      * specialize (H 0). simpl in H. rewrite Nat.add_0_r in H. apply H. lia.
      * exists g'. split; auto. apply IH. split; [lia|]. intros p Hp.
        specialize (H (S p)). simpl in H. rewrite <- Nat.add_succ_comm in H. apply H. lia.
Qed.

Lemma games_NoDup n s m : NoDup (games n (seq s m)).
Proof.
  revert s. induction m as [|m IH]; simpl; intros s; [repeat constructor; auto|].
  assert (D : forall l1 l2 : list (list (nat * nat)), NoDup l1 -> NoDup l2 ->
    (forall z, In z l1 -> ~ In z l2) -> NoDup (l1 ++ l2)).
  { clear. intros l1 l2 H1 H2 H. induction H1; simpl; auto. constructor.
    - rewrite in_app_iff. intros [|]; auto. eapply (H x); simpl; auto.
    - apply IHNoDup. intros z Hz. apply H. simpl. auto. }
  induction (choices_NoDup n s) as [|c l Hc Hl IHl]; simpl; [constructor|]. apply D; auto.
  - specialize (IH (S s)). clear - IH. induction IH; simpl; constructor; auto.
    rewrite in_map_iff. intros (y & E & Hy). congruence.
  - intros g. rewrite in_map_iff, in_flat_map. intros (g1 & <- & _) (d & Hd & H).
    apply in_map_iff in H. destruct H as (g2 & E & _). congruence.
Qed.

Lemma satisfies_iff l s m g : length g = m ->
  (satisfies l (seq s m) g = true <->
   forall p, p < m -> let (w, b) := nth p g (0, 0) in stands_between l (s + p) w b).
Proof.
  revert s g. induction m as [|m IH]; intros s [|[w b] g] L; try discriminate; unfold satisfies; simpl.
  - split; auto. intros _ p Hp. lia.
  - rewrite andb_true_iff, between_iff. specialize (IH (S s) g). unfold satisfies in IH.
    rewrite IH by (simpl in L; lia). split.
    + intros [H1 H2] [|p] Hp; [now rewrite Nat.add_0_r|]. rewrite <- Nat.add_succ_comm. apply H2. lia.
    + intros H. split; [specialize (H 0); simpl in H; rewrite Nat.add_0_r in H; apply H; lia|].
      intros p Hp. specialize (H (S p)). simpl in H. rewrite <- Nat.add_succ_comm in H. apply H. lia.
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
    rewrite E. split; intros [G (l & Hl & H)]; split; auto; exists l; split; auto;
      apply (satisfies_iff l 0 n g (proj1 G)); auto.
Qed.

(* The naive definition, run as it stands. *)
Example solvable_3 : solvable 3 = 0%N. Proof. vm_compute. reflexivity. Qed.
Example solvable_4 : solvable 4 = 108%N. Proof. vm_compute. reflexivity. Qed.
