(* A state's value without hints: one player after the other chooses, the last one in bulk. *)
From Coq Require Import List Arith NArith Bool Lia Permutation.
Import ListNotations.
Require Import Spec Mask Completions Closure Last.

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
          | _ => sum (fun c => bulk full bs pl' (prune [] (after_twins ts p (fst c) (snd c)))) chs
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
  unfold completions. change (T n (seq 0 0) (allows n (c :: cs))) with (if existsb (allows n (c :: cs)) (orders n) then 1%N else 0%N).
  now rewrite E.
Qed.

(* (6) *)
Lemma completions_S k cs : S k <= n -> (forall c, In c cs -> proper n c) ->
  completions (S k) cs = sum (fun c => completions k (after cs k (fst c) (snd c))) (choices n k).
Proof.
  intros Hk W. unfold completions.
  rewrite (T_perm n (seq 0 (S k)) (k :: seq 0 k)).
  2:{ rewrite seq_S. simpl. apply Permutation_sym, Permutation_cons_append. }
  simpl. apply sum_ext. intros [w b] Hc. apply in_choices in Hc. apply T_ext.
  intros l Hl. symmetry. apply (allows_after n n_width); simpl; auto; tauto.
Qed.

Lemma bulk_completions k : forall ts, k <= n -> (forall t, In t ts -> sound n t) ->
  bulk (everybody n) (bits n) (plan k) ts = completions k (map fst ts).
Proof.
  induction k; intros ts Hk W.
  - destruct ts as [|t ts]; simpl; [now rewrite completions_none|]. rewrite completions_0; auto. apply W. simpl. auto.
  - assert (Wc : forall c, In c (map fst ts) -> proper n c).
    { intros c Hc. apply in_map_iff in Hc. destruct Hc as (t & <- & Ht). now apply W. }
    rewrite completions_S by auto. destruct ts as [|t ts].
    { change (bulk (everybody n) (bits n) (plan (S k)) []) with 0%N.
      symmetry. rewrite <- (sum_0 (choices n k)). apply sum_ext. intros. apply completions_none. }
    destruct k as [|k].
    { change (bulk (everybody n) (bits n) (plan 1) (t :: ts))
        with (last_count n (everybody n) (bits n) 0 (t :: ts)).
      rewrite (last_count_spec n n_width) by auto. apply sum_ext. intros [w b] Hc. apply in_choices in Hc.
      cbn [fst snd]. destruct (after (map fst (t :: ts)) 0 w b) as [|e es] eqn:E; [now rewrite completions_none|].
      rewrite completions_0; auto. apply (after_proper n n_width (map fst (t :: ts)) 0 w b); auto; try tauto.
      rewrite E. simpl. auto. }
    change (bulk (everybody n) (bits n) (plan (S (S k))) (t :: ts))
      with (sum (fun c => bulk (everybody n) (bits n) (plan (S k))
                 (prune [] (after_twins (t :: ts) (S k) (fst c) (snd c)))) (choices n (S k))).
    apply sum_ext. intros [w b] Hc. apply in_choices in Hc. cbn [fst snd].
    set (us := after_twins (t :: ts) (S k) w b).
    assert (Wu : forall u, In u us -> sound n u).
    { apply (after_twins_sound n n_width (t :: ts) (S k) w b); auto; try tauto; lia. }
    rewrite IHk.
    + rewrite after_twins_after. fold us. unfold completions. apply T_ext. intros l Hl.
      apply (prune_allows n n_width l us Hl []); [simpl; tauto|]. intros u Hu. now apply Wu.
    + lia.
    + intros u Hu. apply prune_in in Hu. destruct Hu as [[]|Hu]. now apply Wu.
Qed.
End Bulk.
