(* Cycle types: of how many renamings each is one, and that renamings of one type leave equally many games unchanged. *)
From Coq Require Import List Arith NArith Bool Lia Permutation.
Import ListNotations.
Require Import Spec Classes Completions Burnside.

(* A cycle is the list of its players, each made the next one, and the last the first. *)
Fixpoint leads (f : nat -> nat) (x : nat) (c : list nat) (y : nat) : Prop :=
  match c with [] => f x = y | z :: c' => f x = z /\ leads f z c' y end.
Definition cycle (f : nat -> nat) (c : list nat) : Prop :=
  match c with [] => False | x :: c' => leads f x c' x end.
Definition has_cycles (n : nat) (pi : list nat) (cs : list (list nat)) : Prop :=
  Permutation (concat cs) (seq 0 n) /\ forall c, In c cs -> cycle (to pi) c.

(* All renamings of n+1 players: of those of n, with n alone or put behind one of the others. *)
Fixpoint replace (x y : nat) (l : list nat) : list nat :=
  match x, l with
  | _, [] => []
  | 0, _ :: l' => y :: l'
  | S x', z :: l' => z :: replace x' y l'
  end.
Definition behind (x y : nat) (c : list nat) : list nat := flat_map (fun z => if z =? x then [z; y] else [z]) c.
Definition grow (n : nat) (p : list nat * list (list nat)) : list (list nat * list (list nat)) :=
  (fst p ++ [n], [n] :: snd p) ::
  map (fun x => (replace x n (fst p) ++ [to (fst p) x], map (behind x n) (snd p))) (seq 0 n).
Fixpoint with_cycles (n : nat) : list (list nat * list (list nat)) :=
  match n with 0 => [([], [])] | S n' => flat_map (grow n') (with_cycles n') end.

Lemma replace_length x y l : length (replace x y l) = length l.
Proof. revert x. induction l as [|z l IH]; intros [|x]; simpl; auto. Qed.

Lemma nth_replace x y l i : x < length l -> nth i (replace x y l) 0 = if i =? x then y else nth i l 0.
Proof.
  revert x i. induction l as [|z l IH]; intros x i H; [simpl in H; lia|].
  destruct x, i; simpl; auto. apply IH. simpl in H. lia.
Qed.

Lemma to_grown pi n x i : length pi = n -> x < n ->
  to (replace x n pi ++ [to pi x]) i = if i =? x then n else if i =? n then to pi x else if i <? n then to pi i else 0.
Proof.
  intros L Hx. unfold to. destruct (Nat.ltb_spec i n).
  - rewrite app_nth1 by (rewrite replace_length; lia). rewrite nth_replace by lia.
    destruct (Nat.eqb_spec i x), (Nat.eqb_spec i n); auto; lia.
  - rewrite app_nth2, replace_length, L by (rewrite replace_length; lia).
    destruct (Nat.eqb_spec i x), (Nat.eqb_spec i n); try lia.
    + subst. now rewrite Nat.sub_diag.
    + destruct (i - n) as [|[|]] eqn:E; simpl; auto. lia.
Qed.

Lemma leads_behind f g n x z c y : (forall i, i <> n -> i <> x -> g i = f i) -> g x = n -> g n = f x ->
  ~ In n (z :: c) -> leads f z c y -> leads g z ((if z =? x then [n] else []) ++ behind x n c) y.
Proof.
  intros G Gx Gn. revert z. induction c as [|a c IH]; simpl; intros z N H.
  - rewrite app_nil_r. destruct (Nat.eqb_spec z x) as [->|]; simpl; [now rewrite Gn|]. rewrite G; auto.
  - destruct H as [H K]. apply IH in K; [|tauto].
    replace (if a =? x then [a; n] else [a]) with (a :: if a =? x then [n] else []) by (destruct (a =? x); auto).
    destruct (Nat.eqb_spec z x) as [->|]; simpl.
    + rewrite Gn. auto.
    + rewrite G; auto.
Qed.

Lemma cycle_behind f g n x c : (forall i, i <> n -> i <> x -> g i = f i) -> g x = n -> g n = f x ->
  ~ In n c -> cycle f c -> cycle g (behind x n c).
Proof.
  intros G Gx Gn N. destruct c as [|a c]; simpl; auto. intros H.
  apply (leads_behind f g n x a c a) in H; auto. destruct (a =? x); simpl in *; auto.
Qed.

Lemma behind_perm x n c : Permutation (behind x n c) (flat_map (fun z => if z =? x then [n] else []) c ++ c).
Proof.
  induction c as [|a c IH]; simpl; auto. rewrite <- app_assoc.
  destruct (a =? x); simpl; rewrite IH; [|apply Permutation_middle].
  transitivity (n :: a :: flat_map (fun z => if z =? x then [n] else []) c ++ c); [constructor|].
  constructor. apply Permutation_middle.
Qed.

Lemma marks_none x (n : nat) c : ~ In x c -> flat_map (fun z => if z =? x then [n] else []) c = [].
Proof. induction c as [|a c IH]; simpl; auto. intros N. destruct (Nat.eqb_spec a x); [tauto|]. simpl. tauto. Qed.

Lemma marks_one x (n : nat) c : NoDup c -> In x c -> flat_map (fun z => if z =? x then [n] else []) c = [n].
Proof.
  induction 1 as [|a c Ha Hc IH]; simpl; [tauto|]. intros [->|H].
  - rewrite Nat.eqb_refl, marks_none; auto.
  - destruct (Nat.eqb_spec a x) as [->|]; [tauto|]. auto.
Qed.

Lemma concat_behind x n cs : concat (map (behind x n) cs) = behind x n (concat cs).
Proof. unfold behind. induction cs; simpl; auto. now rewrite flat_map_app, IHcs. Qed.

Lemma grown_cycles n p q : In (fst p) (orders n) -> has_cycles n (fst p) (snd p) -> In q (grow n p) ->
  In (fst q) (orders (S n)) /\ has_cycles (S n) (fst q) (snd q).
Proof.
  destruct p as [pi cs]. intros O (P & C) H. unfold grow in H. cbn [fst snd] in *.
  assert (L : length pi = n) by (apply in_orders in O; tauto).
  assert (B : forall c i, In c cs -> In i c -> i < n).
  { intros c i Hc Hi. assert (In i (concat cs)) by (apply in_concat; eauto). eapply Permutation_in in H0; [|exact P].
    apply in_seq in H0. lia. }
  assert (Nc : forall c, In c cs -> ~ In n c) by (intros c Hc Hn; specialize (B c n Hc Hn); lia).
  destruct H as [<-|H].
  - cbn [fst snd]. split; [|split].
    + apply orders_perm. rewrite seq_S. simpl. apply Permutation_app_tail. now apply orders_perm.
    + change (Permutation (n :: concat cs) (seq 0 (S n))). rewrite P, seq_S. apply Permutation_cons_append.
    + intros c [<-|Hc]; [simpl; unfold to; rewrite app_nth2, L, Nat.sub_diag by lia; auto|].
      specialize (C c Hc). destruct c as [|x c]; simpl in *; auto.
      assert (G : forall l z y, (forall i, In i (z :: l) -> i < n) -> leads (to pi) z l y -> leads (to (pi ++ [n])) z l y).
      { induction l as [|a l IHl]; simpl; intros z y Bz.
        - intros <-. unfold to. apply app_nth1. rewrite L. auto.
        - intros [<- K]. split; auto. unfold to. apply app_nth1. rewrite L. auto. }
      apply G; auto. intros i Hi. apply (B (x :: c)); auto.
  - apply in_map_iff in H. destruct H as (x & <- & Hx). apply in_seq in Hx. cbn [fst snd].
    assert (E := to_grown pi n x). split; [|split].
    + apply orders_perm. apply in_orders in O. destruct O as (D & _ & Lt). apply Permutation_sym, NoDup_Permutation_bis.
      * apply seq_NoDup.
      * rewrite app_length, replace_length, seq_length. simpl. lia.
      * intros y Hy. apply in_seq in Hy. assert (O : In pi (orders n)) by (apply in_orders; auto).
        assert (K : exists i, i < S n /\ to (replace x n pi ++ [to pi x]) i = y).
        { destruct (Nat.eq_dec y n) as [->|Ny].
          - exists x. split; [lia|]. rewrite E, Nat.eqb_refl; auto; lia.
          - destruct (Nat.eq_dec (place y pi) x) as [F|F].
            + exists n. split; [lia|]. rewrite E by lia. destruct (Nat.eqb_spec n x); [lia|]. rewrite Nat.eqb_refl.
              rewrite <- F. apply (to_place n); auto. lia.
            + exists (place y pi). assert (place y pi < n) by (apply (place_bound n); auto; lia). split; [lia|].
              rewrite E by lia. destruct (Nat.eqb_spec (place y pi) x); [lia|]. destruct (Nat.eqb_spec (place y pi) n); [lia|].
              destruct (Nat.ltb_spec (place y pi) n); [|lia]. apply (to_place n); auto. lia. }
        destruct K as (i & Hi & <-). apply nth_In. rewrite app_length, replace_length. simpl. lia.
    + rewrite concat_behind, behind_perm, marks_one; [rewrite P, seq_S; apply Permutation_cons_append| |].
      * eapply Permutation_NoDup; [apply Permutation_sym, P|apply seq_NoDup].
      * eapply Permutation_in; [apply Permutation_sym, P|]. apply in_seq. lia.
    + intros c Hc. apply in_map_iff in Hc. destruct Hc as (c0 & <- & Hc).
      apply (cycle_behind (fun i => if i <? n then to pi i else 0)); auto.
      * intros i H1 H2. rewrite E by lia. destruct (Nat.eqb_spec i x), (Nat.eqb_spec i n); auto; lia.
      * rewrite E, Nat.eqb_refl by lia. auto.
      * rewrite E by lia. destruct (Nat.eqb_spec n x); [lia|]. rewrite Nat.eqb_refl.
        destruct (Nat.ltb_spec x n); [auto|lia].
      * specialize (C c0 Hc). specialize (B c0). destruct c0 as [|a c0]; simpl in *; auto.
        assert (G : forall l z y, (forall i, In i (z :: l) -> i < n) -> leads (to pi) z l y ->
          leads (fun i => if i <? n then to pi i else 0) z l y).
        { induction l as [|b l IHl]; simpl; intros z y Bz.
          - intros <-. destruct (Nat.ltb_spec z n); auto. specialize (Bz z). lia.
          - intros [<- K]. split; auto. destruct (Nat.ltb_spec z n); auto. specialize (Bz z). lia. }
        apply G; auto.
Qed.

Lemma with_cycles_spec n p : In p (with_cycles n) -> In (fst p) (orders n) /\ has_cycles n (fst p) (snd p).
Proof.
  revert p. induction n as [|n IH]; simpl; intros p.
  - intros [<-|[]]. simpl. split; [auto|]. split; simpl; auto. tauto.
  - intros H. apply in_flat_map in H. destruct H as (q & Hq & H). apply IH in Hq. apply (grown_cycles n q); tauto.
Qed.

(* Every renaming is there once. *)
Lemma with_cycles_orders n : Permutation (map fst (with_cycles n)) (orders n).
Proof.
  induction n as [|n IH].
  - simpl. unfold orders. simpl. auto.
  - assert (E : map fst (with_cycles (S n)) =
      flat_map (fun pi => (pi ++ [n]) :: map (fun x => replace x n pi ++ [to pi x]) (seq 0 n)) (map fst (with_cycles n))).
    { simpl. generalize (with_cycles n). intros l. induction l as [|[pi cs] l IHl]; simpl; auto.
      rewrite map_app, IHl, map_map. f_equal. }
    assert (I : forall pi, In pi (map fst (with_cycles n)) -> In pi (orders n)).
    { intros pi H. apply in_map_iff in H. destruct H as (p & <- & H). now apply with_cycles_spec in H. }
    (* what pi was before n came *)
    assert (back : forall pi rho, In pi (orders n) ->
      In rho ((pi ++ [n]) :: map (fun x => replace x n pi ++ [to pi x]) (seq 0 n)) ->
      forall i, i < n -> to pi i = if to rho i =? n then to rho n else to rho i).
    { intros pi rho O H i Hi. assert (L : length pi = n) by (apply in_orders in O; tauto).
      assert (T := to_lt n pi i O Hi). destruct H as [<-|H].
      - unfold to in *. rewrite !app_nth1 by lia. destruct (Nat.eqb_spec (nth i pi 0) n); auto; lia.
      - apply in_map_iff in H. destruct H as (x & <- & Hx). apply in_seq in Hx. rewrite !to_grown by lia.
        destruct (Nat.eqb_spec i x) as [->|].
        + rewrite Nat.eqb_refl. destruct (Nat.eqb_spec n x); [lia|auto].
        + destruct (Nat.eqb_spec i n); [lia|]. destruct (Nat.ltb_spec i n); [|lia].
          destruct (Nat.eqb_spec (to pi i) n); auto. lia. }
    apply NoDup_Permutation.
    + rewrite E. apply NoDup_flat_map.
      * eapply Permutation_NoDup; [apply Permutation_sym, IH|apply orders_NoDup].
      * intros pi H. apply I in H. assert (L : length pi = n) by (apply in_orders in H; tauto). constructor.
        -- rewrite in_map_iff. intros (x & F & Hx). apply in_seq in Hx. apply (f_equal (fun l => to l n)) in F.
           rewrite to_grown in F by lia. destruct (Nat.eqb_spec n x); [lia|]. rewrite Nat.eqb_refl in F. unfold to at 2 in F.
           rewrite app_nth2, L, Nat.sub_diag in F by lia. simpl in F. assert (T := to_lt n pi x H). lia.
        -- apply NoDup_map_in; [apply seq_NoDup|]. intros x y Hx Hy F. apply in_seq in Hx, Hy.
           apply (f_equal (fun l => to l x)) in F. rewrite !to_grown, Nat.eqb_refl in F by lia.
           destruct (Nat.eqb_spec x y); auto. destruct (Nat.eqb_spec x n); [lia|]. destruct (Nat.ltb_spec x n); [|lia].
           assert (T := to_lt n pi x H). lia.
      * intros pi pi' rho H H' K K'. apply I in H, H'. apply (renaming_ext n); auto.
        intros i Hi. rewrite (back pi rho), (back pi' rho); auto.
    + apply orders_NoDup.
    + intros rho. split; [intros H; apply in_map_iff in H; destruct H as (p & <- & H); now apply with_cycles_spec in H|].
      intros O. rewrite E. apply in_flat_map.
      set (pi := map (fun i => if to rho i =? n then to rho n else to rho i) (seq 0 n)).
      assert (T := fun i => to_lt (S n) rho i O). assert (J := fun i j => to_inj (S n) rho i j O).
      assert (Op : In pi (orders n)).
      { apply map_renaming.
        - intros i Hi. assert (Ti := T i). destruct (Nat.eqb_spec (to rho i) n) as [F|F]; [|lia].
          assert (Tn := T n). assert (to rho n <> n); [|lia]. intros G. assert (i = n) by (apply J; lia). lia.
        - intros i j Hi Hj. destruct (Nat.eqb_spec (to rho i) n) as [F|F], (Nat.eqb_spec (to rho j) n) as [G|G]; intros K.
          + apply J; lia.
          + assert (n = j) by (apply J; lia). lia.
          + assert (i = n) by (apply J; lia). lia.
          + apply J; lia. }
      assert (Lp : length pi = n) by (unfold pi; now rewrite map_length, seq_length).
      assert (Lr : length rho = S n) by (apply in_orders in O; tauto).
      assert (P : forall i, i < n -> to pi i = if to rho i =? n then to rho n else to rho i).
      { intros i Hi. unfold pi. now rewrite to_map. }
      exists pi. split; [eapply Permutation_in; [apply Permutation_sym, IH|auto]|].
      destruct (Nat.eq_dec (to rho n) n) as [F|F].
      * left. apply (nth_ext _ _ 0 0); [rewrite app_length; simpl; lia|]. intros i Hi. rewrite app_length in Hi. simpl in Hi.
        destruct (Nat.eq_dec i n) as [->|Ni].
        -- rewrite app_nth2, Lp, Nat.sub_diag by lia. simpl. symmetry. apply F.
        -- rewrite app_nth1 by lia. fold (to pi i) (to rho i). rewrite P by lia.
           destruct (Nat.eqb_spec (to rho i) n) as [G|G]; auto. exfalso. apply Ni, J; lia.
      * right. apply in_map_iff. set (x := place n rho). assert (Gx : to rho x = n) by (apply (to_place (S n)); auto).
        assert (Hx : x < n).
        { assert (x < S n) by (apply (place_bound (S n)); auto). assert (x <> n); [|lia]. intros K. rewrite K in Gx. auto. }
        exists x. split; [|apply in_seq; lia].
        apply (nth_ext _ _ 0 0); [rewrite app_length, replace_length; simpl; lia|]. intros i Hi.
        rewrite app_length, replace_length in Hi. simpl in Hi.
        change (to (replace x n pi ++ [to pi x]) i = to rho i). rewrite to_grown by auto.
        destruct (Nat.eqb_spec i x) as [->|Nx]; auto. destruct (Nat.eqb_spec i n) as [->|Ni].
        -- rewrite P, Gx, Nat.eqb_refl by auto. auto.
        -- destruct (Nat.ltb_spec i n); [|lia]. rewrite P by auto. destruct (Nat.eqb_spec (to rho i) n) as [G|G]; auto.
           exfalso. apply Nx, J; lia.
Qed.

Lemma Permutation_concat' {X} (l m : list (list X)) : Permutation l m -> Permutation (concat l) (concat m).
Proof.
  induction 1; simpl; auto; [now apply Permutation_app_head| |etransitivity; eauto].
  rewrite !app_assoc. apply Permutation_app_tail, Permutation_app_comm.
Qed.

(* The renaming of a type, the lengths of its cycles: each cycle is of consecutive players. *)
Fixpoint turns (s : nat) (t : list nat) : list nat :=
  match t with [] => [] | l :: t' => (seq (S s) (l - 1) ++ [s]) ++ turns (s + l) t' end.
Fixpoint blocks (s : nat) (t : list nat) : list (list nat) :=
  match t with [] => [] | l :: t' => seq s l :: blocks (s + l) t' end.
Definition is_type (n : nat) (t : list nat) : bool := (list_sum t =? n) && forallb (fun l => negb (l =? 0)) t.

Lemma is_type_iff n t : is_type n t = true <-> list_sum t = n /\ forall l, In l t -> l <> 0.
Proof.
  unfold is_type. rewrite andb_true_iff, Nat.eqb_eq, forallb_forall. setoid_rewrite negb_true_iff.
  now setoid_rewrite Nat.eqb_neq.
Qed.

Lemma turns_perm t : forall s, (forall l, In l t -> l <> 0) -> Permutation (turns s t) (seq s (list_sum t)).
Proof.
  induction t as [|l t IH]; simpl; intros s N; auto. rewrite seq_app. apply Permutation_app; auto.
  destruct l as [|l]; [destruct (N 0); auto|]. simpl. rewrite Nat.sub_0_r. apply Permutation_sym, Permutation_cons_append.
Qed.

Lemma turns_renaming n t : is_type n t = true -> In (turns 0 t) (orders n).
Proof. intros H. apply is_type_iff in H. destruct H as [<- N]. apply orders_perm. now apply turns_perm. Qed.

Lemma leads_seq f l : forall s y, (forall i, s <= i < s + l -> f i = S i) -> f (s + l) = y -> leads f s (seq (S s) l) y.
Proof.
  induction l as [|l IH]; simpl; intros s y H E; [now rewrite Nat.add_0_r in E|].
  split; [apply H; lia|]. apply IH; [intros; apply H; lia|]. rewrite <- E. f_equal. lia.
Qed.

Lemma blocks_cycles t : forall pre, (forall l, In l t -> l <> 0) ->
  forall c, In c (blocks (length pre) t) -> cycle (to (pre ++ turns (length pre) t)) c.
Proof.
  induction t as [|l t IH]; simpl; intros pre N c H; [tauto|].
  destruct l as [|l]; [destruct (N 0); auto|]. destruct H as [<-|H].
  - set (s := length pre). simpl seq. cbn [cycle]. rewrite Nat.sub_0_r.
    assert (Lp : length (seq (S s) l ++ [s]) = S l) by (rewrite app_length, seq_length; simpl; lia).
    apply leads_seq.
    + intros i Hi. unfold to. rewrite app_nth2 by (fold s; lia). fold s. rewrite app_nth1 by lia.
      rewrite app_nth1 by (rewrite seq_length; lia). rewrite seq_nth by lia. lia.
    + unfold to. rewrite app_nth2 by (fold s; lia). fold s. rewrite app_nth1 by lia.
      rewrite app_nth2, seq_length by (rewrite seq_length; lia). now replace (s + l - s - l) with 0 by lia.
  - rewrite app_assoc. specialize (IH (pre ++ seq (S (length pre)) (S l - 1) ++ [length pre])).
    replace (length (pre ++ seq (S (length pre)) (S l - 1) ++ [length pre])) with (length pre + S l) in IH
      by (rewrite !app_length, seq_length; simpl; lia).
    apply IH; auto.
Qed.

Lemma blocks_concat t : forall s, concat (blocks s t) = seq s (list_sum t).
Proof. induction t as [|l t IH]; simpl; intros s; auto. now rewrite IH, seq_app. Qed.

Lemma blocks_lengths t : forall s, map (@length nat) (blocks s t) = t.
Proof. induction t as [|l t IH]; simpl; intros s; auto. now rewrite IH, seq_length. Qed.

Lemma turns_cycles n t : is_type n t = true -> has_cycles n (turns 0 t) (blocks 0 t).
Proof.
  intros H. apply is_type_iff in H. destruct H as [<- N]. split; [now rewrite blocks_concat|].
  apply (blocks_cycles t []); auto.
Qed.

Lemma map_to_seq b : forall a c, map (to (a ++ b ++ c)) (seq (length a) (length b)) = b.
Proof.
  induction b as [|x b IH]; simpl; intros a c; auto. f_equal.
  - unfold to. now rewrite app_nth2, Nat.sub_diag by lia.
  - specialize (IH (a ++ [x]) c). rewrite app_length, Nat.add_1_r, <- app_assoc in IH. exact IH.
Qed.

Lemma leads_map f c : forall x y, leads f x c y -> map f (x :: c) = c ++ [y].
Proof. induction c as [|z c IH]; simpl; intros x y H; [now rewrite H|]. destruct H as [-> H]. f_equal. now apply IH. Qed.

Lemma turned pi cs : forall pre, (forall c, In c cs -> cycle (to pi) c) ->
  map (to pi) (concat cs) = map (to (pre ++ concat cs)) (turns (length pre) (map (@length nat) cs)).
Proof.
  induction cs as [|c cs IH]; simpl; intros pre C; auto.
  assert (Cc := C c (or_introl eq_refl)). destruct c as [|x c]; [destruct Cc|]. cbn [cycle] in Cc.
  rewrite !map_app, (leads_map _ _ _ _ Cc), (IH (pre ++ x :: c)) by auto. f_equal.
  - f_equal.
    + simpl. rewrite Nat.sub_0_r. assert (M := map_to_seq c (pre ++ [x]) (concat cs)).
      rewrite app_length, Nat.add_1_r, <- app_assoc in M. symmetry. exact M.
    + simpl. f_equal. unfold to. now rewrite app_nth2, Nat.sub_diag by lia.
  - rewrite app_length, <- app_assoc. reflexivity.
Qed.

Lemma has_cycles_type n pi cs : has_cycles n pi cs -> is_type n (map (@length nat) cs) = true.
Proof.
  intros [P C]. apply is_type_iff. split.
  - apply Permutation_length in P. rewrite seq_length in P. rewrite <- P. clear. induction cs; simpl; auto.
    now rewrite app_length, IHcs.
  - intros l H. apply in_map_iff in H. destruct H as (c & <- & H). specialize (C c H). destruct c; simpl in *; [tauto|discriminate].
Qed.

Lemma has_cycles_follow n pi cs : In pi (orders n) -> has_cycles n pi cs ->
  In (concat cs) (orders n) /\ follow n pi (concat cs) = follow n (concat cs) (turns 0 (map (@length nat) cs)).
Proof.
  intros O H. assert (Ty := has_cycles_type n pi cs H). destruct H as [P C].
  assert (Os : In (concat cs) (orders n)) by now apply orders_perm. split; auto.
  assert (F : forall rho sigma, In rho (orders n) -> follow n sigma rho = map (to sigma) rho).
  { intros rho sigma Hr. unfold follow. rewrite <- map_map. f_equal. apply in_orders in Hr.
    apply (nth_ext _ _ 0 0); rewrite map_length, seq_length; [lia|]. intros i Hi. fold (to (map (to rho) (seq 0 n)) i).
    now rewrite to_map. }
  rewrite !F by (auto; now apply turns_renaming). apply (turned pi cs []). auto.
Qed.

(* The types of n players, each with the number of renamings of it: n+1 comes alone, or into one of the cycles. *)
Fixpoint bumped (t : list nat) : list (list nat * N) :=
  match t with
  | [] => []
  | l :: t' => (S l :: t', N.of_nat l) :: map (fun tk => (l :: fst tk, snd tk)) (bumped t')
  end.
Fixpoint sorted_in (l : nat) (t : list nat) : list nat :=
  match t with [] => [l] | m :: t' => if l <=? m then l :: t else m :: sorted_in l t' end.
Fixpoint same_type (t t' : list nat) : bool :=
  match t, t' with
  | [], [] => true
  | l :: t, l' :: t' => (l =? l') && same_type t t'
  | _, _ => false
  end.
Fixpoint put (t : list nat) (k : N) (ts : list (list nat * N)) : list (list nat * N) :=
  match ts with
  | [] => [(t, k)]
  | (t', k') :: ts' => if same_type t t' then (t', k + k')%N :: ts' else (t', k') :: put t k ts'
  end.
Fixpoint types (n : nat) : list (list nat * N) :=
  match n with
  | 0 => [([], 1%N)]
  | S n' => fold_right (fun tk ts => put (fold_right sorted_in [] (fst tk)) (snd tk) ts) []
      (flat_map (fun tk => (1 :: fst tk, snd tk) :: map (fun uj => (fst uj, snd uj * snd tk)%N) (bumped (fst tk))) (types n'))
  end.

Definition weigh (F : list nat -> N) (ts : list (list nat * N)) : N := sum (fun tk => snd tk * F (fst tk))%N ts.
Definition symmetric (F : list nat -> N) : Prop := forall t t', Permutation t t' -> F t = F t'.

Lemma same_type_eq t : forall t', same_type t t' = true -> t = t'.
Proof.
  induction t as [|l t IH]; intros [|l' t']; simpl; try discriminate; auto.
  rewrite andb_true_iff, Nat.eqb_eq. intros [-> H]. f_equal. auto.
Qed.

Lemma weigh_put F t k ts : weigh F (put t k ts) = (k * F t + weigh F ts)%N.
Proof.
  unfold weigh. induction ts as [|[t' k'] ts IH]; simpl; auto.
  destruct (same_type t t') eqn:E; simpl; [|rewrite IH; lia]. apply same_type_eq in E. subst. lia.
Qed.

Lemma sort_perm t : Permutation (fold_right sorted_in [] t) t.
Proof.
  assert (I : forall l t, Permutation (sorted_in l t) (l :: t)).
  { clear. intros l t. induction t as [|m t IH]; simpl; auto. destruct (l <=? m); auto. rewrite IH. constructor. }
  induction t as [|l t IH]; simpl; auto. now rewrite I, IH.
Qed.

Lemma weigh_types_S F n : symmetric F ->
  weigh F (types (S n)) = weigh (fun t => F (1%nat :: t) + weigh F (bumped t))%N (types n).
Proof.
  intros S. cbn [types].
  assert (G : forall l, weigh F (fold_right (fun tk ts => put (fold_right sorted_in [] (fst tk)) (snd tk) ts) [] l) = weigh F l).
  { induction l as [|[t k] l IH]; simpl; auto. rewrite weigh_put, IH. now rewrite (S _ _ (sort_perm t)). }
  rewrite G. generalize (types n). intros ts. unfold weigh. induction ts as [|[t k] ts IH]; simpl; auto.
  rewrite sum_app, sum_map, IH. simpl. rewrite N.mul_add_distr_l, <- sum_mul.
  rewrite (sum_ext _ (fun x => (k * (snd x * F (fst x)))%N)) by (intros; lia). lia.
Qed.

Lemma weigh_bumped F l t :
  weigh F (bumped (l :: t)) = (N.of_nat l * F (S l :: t) + weigh (fun t => F (l :: t)) (bumped t))%N.
Proof. unfold weigh. simpl. rewrite sum_map. auto. Qed.

Lemma bumped_symmetric t t' : Permutation t t' -> forall F, symmetric F -> weigh F (bumped t) = weigh F (bumped t').
Proof.
  induction 1 as [|l t t' P IH|l m t|t t' t'' _ IH _ IH']; intros F S; auto.
  - rewrite !weigh_bumped. rewrite (S (Datatypes.S l :: t) (Datatypes.S l :: t')) by now constructor. f_equal. apply IH.
    intros u u' Q. apply S. now constructor.
  - rewrite !weigh_bumped. rewrite (S (Datatypes.S m :: l :: t) (l :: Datatypes.S m :: t)) by constructor.
    rewrite (S (Datatypes.S l :: m :: t) (m :: Datatypes.S l :: t)) by constructor.
    assert (E : weigh (fun t => F (m :: l :: t)) (bumped t) = weigh (fun t => F (l :: m :: t)) (bumped t)).
    { apply sum_ext. intros u _. now rewrite (S (m :: l :: fst u) (l :: m :: fst u)) by constructor. }
    lia.
  - rewrite IH; auto.
Qed.

Lemma bumped_sum n F cs : NoDup (concat cs) ->
  sum (fun x => F (map (@length nat) (map (behind x n) cs))) (concat cs) = weigh F (bumped (map (@length nat) cs)).
Proof.
  assert (L0 : forall x c, ~ In x c -> length (behind x n c) = length c).
  { intros x c N. now rewrite (Permutation_length (behind_perm x n c)), marks_none. }
  assert (L1 : forall x c, NoDup c -> In x c -> length (behind x n c) = S (length c)).
  { intros x c N H. now rewrite (Permutation_length (behind_perm x n c)), marks_one. }
  revert F. induction cs as [|c cs IH]; intros F D; auto. cbn [concat] in *.
  apply NoDup_app_parts in D. destruct D as (Dc & Dr & Dis).
  rewrite sum_app. cbn [map]. rewrite weigh_bumped. f_equal.
  - rewrite (sum_ext _ (fun _ => F (S (length c) :: map (@length nat) cs))); [rewrite sum_const; lia|].
    intros x Hx. f_equal. f_equal; auto. rewrite map_map. apply map_ext_in. intros d Hd. apply L0.
    intros Hxd. apply (Dis x Hx). apply in_concat. eauto.
  - rewrite (sum_ext _ (fun x => F (length c :: map (@length nat) (map (behind x n) cs)))).
    + now rewrite (IH (fun t => F (length c :: t))).
    + intros x Hx. f_equal. f_equal; auto. apply L0. intros H. apply (Dis x H Hx).
Qed.

Lemma types_spec n : forall F, symmetric F ->
  sum (fun p => F (map (@length nat) (snd p))) (with_cycles n) = weigh F (types n).
Proof.
  induction n as [|n IH]; intros F S; [unfold weigh, sum; cbn [types with_cycles fold_right fst snd map]; lia|].
  rewrite weigh_types_S by auto. rewrite <- IH.
  - cbn [with_cycles]. assert (V := with_cycles_spec n). clear IH. induction (with_cycles n) as [|p l IHl]; auto.
    cbn [flat_map]. rewrite sum_app, IHl by (intros; apply V; simpl; auto).
    change (sum ?f (p :: l)) with (f p + sum f l)%N. f_equal. unfold grow.
    change (sum ?f (?a :: ?l)) with (f a + sum f l)%N. rewrite sum_map. cbn [map snd fst length]. f_equal.
    destruct (V p (or_introl eq_refl)) as [_ [P _]].
    rewrite <- (bumped_sum n); [apply sum_perm; now apply Permutation_sym|].
    eapply Permutation_NoDup; [apply Permutation_sym, P|apply seq_NoDup].
  - intros t t' P. rewrite (bumped_symmetric t t') by auto. f_equal. apply S. now constructor.
Qed.

(* Burnside's sum by types. *)
Theorem unchanged_by_types n gs : NoDup gs -> (forall g, In g gs -> In g (game_of n)) ->
  (forall pi g, In pi (orders n) -> In g gs -> In (renamed n pi g) gs) ->
  sum (unchanged n gs) (orders n) = weigh (fun t => if is_type n t then unchanged n gs (turns 0 t) else 0%N) (types n).
Proof.
  intros D V C. set (F := fun t => if is_type n t then unchanged n gs (turns 0 t) else 0%N).
  assert (U : forall pi cs, In pi (orders n) -> has_cycles n pi cs -> unchanged n gs pi = F (map (@length nat) cs)).
  { intros pi cs O H. unfold F. rewrite (has_cycles_type n pi cs H). destruct (has_cycles_follow n pi cs O H) as [Os E].
    apply (unchanged_conjugate n gs pi _ (concat cs)); auto. apply turns_renaming. now apply has_cycles_type in H. }
  assert (S : symmetric F).
  { intros t t' P. assert (E : is_type n t = is_type n t').
    { apply eq_true_iff_eq. rewrite !is_type_iff. replace (list_sum t') with (list_sum t) by (unfold list_sum; induction P; simpl; lia).
      split; intros [A B]; split; auto; intros l Hl; apply B; [apply Permutation_sym in P|]; eapply Permutation_in; eauto. }
    destruct (is_type n t) eqn:Ty; [|unfold F; now rewrite <- E, Ty].
    assert (H := turns_cycles n t Ty). assert (O := turns_renaming n t Ty).
    assert (Q : Permutation t' (map (@length nat) (blocks 0 t))) by (rewrite blocks_lengths; now apply Permutation_sym).
    apply Permutation_map_inv in Q. destruct Q as (cs & -> & Q).
    rewrite <- (U (turns 0 t) cs O); [|split].
    - rewrite (U _ _ O H), blocks_lengths. reflexivity.
    - destruct H as [P0 _]. rewrite <- P0. apply Permutation_concat'. now apply Permutation_sym.
    - intros c Hc. destruct H as [_ H]. apply H. eapply Permutation_in; [apply Permutation_sym, Q|auto]. }
  rewrite <- types_spec by auto. rewrite <- (sum_perm _ _ _ (with_cycles_orders n)), sum_map.
  apply sum_ext. intros p Hp. apply with_cycles_spec in Hp. destruct p as [pi cs]. apply U; apply Hp.
Qed.
