(* A state's value without hints: one player after the other chooses, the last two in bulk. *)
From Coq Require Import List Arith NArith Bool Lia Permutation.
Import ListNotations.
Require Import Spec Mask Completions Closure Last Pairs.

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

(* The players k-1, ..., 0 with their choices. *)
Fixpoint plan (k : nat) : list (nat * list (nat * nat)) :=
  match k with 0 => [] | S k' => (k', choices n k') :: plan k' end.

Fixpoint bulk (full : mask) (bs : list mask) (pl : list (nat * list (nat * nat))) (ts : list twin) : N :=
  match ts with
  | [] => 0
  | _ =>
      match pl with
      | [] => 1
      | (p, chs) :: pl' =>
          match pl' with
          | [] => last_count n full bs p ts
          | [(q, _)] => pair_count n full bs p q chs ts
          | _ => sum_memo same_twins (fun us => bulk full bs pl' us)
                   (fun c => prune [] (after_twins ts p (fst c) (snd c))) (fun _ v => v) chs [] 0
          end
      end
  end.

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

Lemma completions_1 cs : 0 < n -> (forall c, In c cs -> proper n c) -> completions 1 cs =
  sum (fun c => match after cs 0 (fst c) (snd c) with [] => 0%N | _ => 1%N end) (choices n 0).
Proof.
  intros Hn W. rewrite completions_S by auto. apply sum_ext. intros [w b] Hc. apply in_choices in Hc. cbn [fst snd].
  destruct (after cs 0 w b) as [|e es] eqn:E; [apply completions_none|].
  apply completions_0, (after_proper n n_width cs 0 w b); auto; try tauto. rewrite E. simpl. auto.
Qed.

Lemma bulk_none k : bulk (everybody n) (bits n) (plan k) [] = 0%N.
Proof. destruct k as [|[|]]; reflexivity. Qed.

Lemma bulk_completions k : forall ts, k <= n -> (forall t, In t ts -> sound n t) ->
  bulk (everybody n) (bits n) (plan k) ts = completions k (map fst ts).
Proof.
  induction k as [|k IH]; intros ts Hk M; (destruct ts as [|t ts]; [now rewrite bulk_none, completions_none|]);
    assert (W : forall c, In c (map fst (t :: ts)) -> proper n c) by
      (intros c Hc; apply in_map_iff in Hc; destruct Hc as (t' & <- & Ht); now apply M).
  - symmetry. apply completions_0, W. simpl. auto.
  - destruct k as [|[|k]].
    + change (last_count n (everybody n) (bits n) 0 (t :: ts) = completions 1 (map fst (t :: ts))).
      rewrite (last_count_spec n n_width), completions_1 by auto. reflexivity.
    + change (pair_count n (everybody n) (bits n) 1 0 (choices n 1) (t :: ts) = completions 2 (map fst (t :: ts))).
      rewrite (pair_count_spec n n_width), completions_S by (auto; lia). apply sum_ext. intros [w b] Hc.
      apply in_choices in Hc. rewrite completions_1; auto; [lia|].
      apply (after_proper n n_width _ 1 w b); auto; tauto.
    + change (sum_memo same_twins (fun us => bulk (everybody n) (bits n) (plan (S (S k))) us)
        (fun c => prune [] (after_twins (t :: ts) (S (S k)) (fst c) (snd c))) (fun _ v => v) (choices n (S (S k))) [] 0
        = completions (S (S (S k))) (map fst (t :: ts))).
      rewrite sum_memo_spec; [|apply same_twins_eq|intros ? ? []]. rewrite N.add_0_r, completions_S by auto.
      apply sum_ext. intros [w b] Hc. apply in_choices in Hc. cbn [fst snd].
      set (us := after_twins (t :: ts) (S (S k)) w b).
      assert (Mu : forall u, In u us -> sound n u)
        by (apply (after_twins_sound n n_width (t :: ts) (S (S k)) w b); auto; try tauto; lia).
      rewrite IH by (try lia; intros u Hu; apply prune_in in Hu; destruct Hu as [[]|Hu]; now apply Mu).
      rewrite after_twins_after. fold us. unfold completions. apply T_ext. intros l Hl.
      apply (prune_allows n n_width l us Hl []); [simpl; tauto|]. intros u Hu. now apply Mu.
Qed.
End Bulk.
