(* Coq's words of 63 bits are OCaml's integers on a machine of 64 bits. *)
type t = int
let () = assert (Sys.int_size = 63)
let of_int (i : int) : t = i
let l_and (a : t) (b : t) : t = a land b
let l_or (a : t) (b : t) : t = a lor b
let l_xor (a : t) (b : t) : t = a lxor b
let l_sl (a : t) (b : t) : t = if 0 <= b && b < 63 then a lsl b else 0
let l_sr (a : t) (b : t) : t = if 0 <= b && b < 63 then a lsr b else 0
let add (a : t) (b : t) : t = a + b
let mul (a : t) (b : t) : t = a * b
let equal (a : t) (b : t) : bool = a = b
