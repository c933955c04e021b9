(* Makes a log of a certificate, and a number of a player of Coq's. Trusted, with main.ml: a log is made by `start`, and
   changed by `read` or another step alone. *)
open Checker

let rec nat i = if i = 0 then O else S (nat (i - 1))

(* Which line is refused, and why. *)
exception Refused of int * string

(* The state that the lines of a certificate of n players lead to, one after the other, by a step. *)
let fold n next step state =
  let rec all at state =
    match next () with
    | None -> state
    | Some s -> (
        match step state (Certificate.line n s) with
        | Some state -> all (at + 1) state
        | None -> raise (Refused (at, "does not follow"))
        | exception (Failure why | Invalid_argument why) -> raise (Refused (at, why)))
  in
  all 1 state

let log n next step =
  match start (nat n) with None -> raise (Refused (0, "too many players")) | Some log -> fold n next step log
