(* What the checker's theorem rests on when masks are words: build.sh wants nothing but Coq's own operations on
   words and the axioms that say what they compute. *)
Require Import Check Parts Unchanged.
Print Assumptions check_sound.
Print Assumptions answer_sound.
Print Assumptions claim_valid.
Print Assumptions classes_by_sound.
