(* What the theorems rest on beside Coq's kernel: build.sh wants "Closed under the global context" of each. *)
Require Import Meaning Check Parts Theorems.
Print Assumptions solvable_meaning.
Print Assumptions check_sound.
Print Assumptions answer_sound.
Print Assumptions claim_valid.
Print Assumptions solvable_4.
Print Assumptions solvable_5.
Print Assumptions solvable_6.
Print Assumptions solvable_7.
