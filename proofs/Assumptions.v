(* What the theorems rest on beside Coq's kernel: build.sh wants "Closed under the global context" of each. *)
Require Import Meaning Check Parts Unchanged Theorems.
Print Assumptions solvable_meaning.
Print Assumptions classes_meaning.
Print Assumptions check_sound.
Print Assumptions answer_sound.
Print Assumptions claim_valid.
Print Assumptions classes_by_sound.
Print Assumptions solvable_4.
Print Assumptions solvable_5.
Print Assumptions solvable_6.
Print Assumptions solvable_7.
Print Assumptions solvable_classes_4.
Print Assumptions solvable_classes_5.
Print Assumptions solvable_classes_6.
Print Assumptions solvable_classes_7.
(* Of all games: those of each size are made in the same way. *)
Print Assumptions all_games_power.
Print Assumptions count_all_sound.
Print Assumptions all_games_11.
Print Assumptions all_classes_11.
