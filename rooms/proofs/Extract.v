(* The checker as an OCaml program.  Nothing is realized by hand: the numbers are Coq's own. *)
From Coq Require Import NArith Extraction ExtrOcamlBasic.
Require Import Mask Check Parts Unchanged.
Extraction Language OCaml.
Extraction "checker.ml" start read answer part claim classes_by none bit join N.to_uint N.of_uint.
