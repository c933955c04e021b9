(* The checker as an OCaml program whose masks are OCaml's integers: uint63.ml has the operations, under the names
   that Coq's own ExtrOCamlInt63 gives them. *)
From Coq Require Import NArith Extraction ExtrOcamlBasic ExtrOCamlInt63.
Require Import Mask Check Parts Unchanged.
Extraction Language OCaml.
Extraction "checker.ml" start read answer part claim classes_by none bit join N.to_uint N.of_uint.
