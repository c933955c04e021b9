(* What the theorems rest on beside Coq's kernel: build.sh wants "Closed under the global context". Of all games and
   all classes, those of the other sizes are made in the same way. *)
Require Import Meaning Check Parts Unchanged Theorems.
Definition theorems := (solvable_meaning, classes_meaning, check_sound, answer_sound, claim_valid, classes_by_sound,
  solvable_4, solvable_5, solvable_6, solvable_7,
  solvable_classes_4, solvable_classes_5, solvable_classes_6, solvable_classes_7,
  all_games_power, count_all_sound, all_games_11, all_classes_11).
Print Assumptions theorems.
