(* Reads one line of a certificate, docs/reference/certificates.md. Not trusted: a line that is read wrongly is another
   line, and the checker accepts no line that does not follow. This file makes no log and no number, and build.sh refuses
   it if it names a function that writes. *)
open Checker

let rec nat i = if i = 0 then O else S (nat (i - 1))
let nats = Array.init 64 nat
let rec positive i = if i = 1 then XH else if i land 1 = 1 then XI (positive (i / 2)) else XO (positive (i / 2))
let index s = match int_of_string_opt s with Some i when i > 0 -> positive i | _ -> failwith "index"
let small s = match int_of_string_opt s with Some i when 0 <= i && i < 64 -> nats.(i) | _ -> failwith "number"
let digit c = match c with '0' .. '9' -> Char.code c - 48 | 'a' .. 'z' -> Char.code c - 87 | _ -> failwith "digit"

(* Rows of closures are few different ones: each is made once. *)
let rows = Hashtbl.create 4096
let row s =
  try Hashtbl.find rows s
  with Not_found ->
    let m = ref none and size = String.length s in
    String.iteri
      (fun i c ->
        for j = 0 to 3 do
          if (digit c lsr j) land 1 = 1 then m := join (bit nats.((4 * (size - 1 - i)) + j)) !m
        done)
      s;
    Hashtbl.add rows s !m;
    !m

let closure n s =
  let width = (n + 3) / 4 in
  if String.length s <> n * width then failwith "closure";
  List.init n (fun x -> row (String.sub s (x * width) width))

let rec closures n m words =
  if m = 0 then ([], words)
  else
    match words with
    | [] -> failwith "closures"
    | s :: words ->
        let cs, rest = closures n (m - 1) words in
        (closure n s :: cs, rest)

let relabeling s = List.init (String.length s) (fun i -> nats.(digit s.[i]))

let rec hints = function
  | [] -> []
  | s :: words when s <> "" && s.[0] = '=' -> Same (small (String.sub s 1 (String.length s - 1))) :: hints words
  | j :: pi :: words -> Fact (index j, relabeling pi) :: hints words
  | _ -> failwith "hints"

let line n s =
  match String.split_on_char ' ' s with
  | "S" :: k :: m :: words ->
      let cs, rest = closures n (int_of_string m) words in
      Step (small k, cs, hints rest)
  | "B" :: k :: m :: words -> (
      match closures n (int_of_string m) words with
      | cs, [] -> Bulk (small k, cs)
      | _ -> failwith "more than closures")
  | [ "D"; j ] -> Delete (index j)
  | _ -> failwith "want S, B or D"
