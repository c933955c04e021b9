(* check N [FILE]: the number of solvable games that a certificate of N players proves.
   check --part I/R N [FILE]: the values of its B lines I, I+R, ..., of which the first is 0.
   check --parts N FILE VALUES...: the number that it proves if VALUES are what the R parts printed, in their order.
   check --classes N FILE [M FILE]...: the number of classes of solvable games of N players, which certificates of N and
   of M players prove. Those of N-2 and N-3 are wanted as well; smaller sizes are soon counted without.
   Trusted is what stands here and in logs.ml: `answer` is asked, of a log that was made by `start` and `read` (or
   `claim`), and its number is printed in decimal behind the number of players of that log; `classes_by` is asked, of
   such logs and of N. *)
open Checker

let rec decimal = function
  | Nil -> ""
  | D0 u -> "0" ^ decimal u | D1 u -> "1" ^ decimal u | D2 u -> "2" ^ decimal u | D3 u -> "3" ^ decimal u
  | D4 u -> "4" ^ decimal u | D5 u -> "5" ^ decimal u | D6 u -> "6" ^ decimal u | D7 u -> "7" ^ decimal u
  | D8 u -> "8" ^ decimal u | D9 u -> "9" ^ decimal u

let number s =
  let digit c u =
    match c with
    | '0' -> D0 u | '1' -> D1 u | '2' -> D2 u | '3' -> D3 u | '4' -> D4 u
    | '5' -> D5 u | '6' -> D6 u | '7' -> D7 u | '8' -> D8 u | '9' -> D9 u
    | _ -> failwith "want a number"
  in
  N.of_uint (List.fold_right digit (List.init (String.length s) (String.get s)) Nil)

let rec int_of_nat = function O -> 0 | S n -> 1 + int_of_nat n
let lines input () = try Some (input_line input) with End_of_file -> None
let usage () = prerr_endline "usage: check [--part I/R] N [FILE], check --parts N FILE VALUES..., or check --classes N FILE [M FILE]..."; exit 2
let players s = match int_of_string_opt s with Some n when 0 <= n && n < 64 -> n | _ -> usage ()

let print log condition =
  match answer log with
  | None -> prerr_endline "refused: the last fact is not the state in which nobody has chosen"; exit 1
  | Some v -> Printf.printf "solvable %d = %s%s\n" (int_of_nat log.players) (decimal (N.to_uint v)) condition

let classes n certificates =
  let rec logs = function
    | [] -> []
    | m :: file :: rest -> let log = Logs.log (players m) (lines (open_in file)) read in log :: logs rest
    | _ -> usage ()
  in
  match classes_by (logs certificates) (Logs.nat n) with
  | None -> prerr_endline "refused"; exit 1
  | Some v -> Printf.printf "solvable classes %d = %s\n" n (decimal (N.to_uint v))

let whole n input = print (Logs.log n (lines input) read) ""

let one_part i r n input =
  if i >= r then usage ();
  let tell bulks ln =
    match ln with
    | Bulk (k, cs) when bulks mod r = i -> (
        match part (Logs.nat n) k cs with
        | Some v -> print_endline (decimal (N.to_uint v)); Some (bulks + 1)
        | None -> None)
    | Bulk _ -> Some (bulks + 1)
    | _ -> Some bulks
  in
  ignore (Logs.fold n (lines input) tell 0)

let all_parts n input values =
  let values = Array.map open_in values and bulks = ref (-1) in
  let claimed () =
    incr bulks;
    match lines values.(!bulks mod Array.length values) () with Some s -> number s | None -> failwith "its part has no value"
  in
  let read log ln = match ln with Bulk (k, cs) -> claim log k cs (claimed ()) | _ -> read log ln in
  let log = Logs.log n (lines input) read in
  Array.iter (fun f -> if lines f () <> None then raise (Logs.Refused (0, "a part has more values"))) values;
  print log (Printf.sprintf ", if the values of %d parts are right" (Array.length values))

let () =
  try
    match Array.to_list Sys.argv with
    | [ _; "--part"; part; n ] -> Scanf.sscanf part "%u/%u%!" (fun i r -> one_part i r (players n) stdin)
    | [ _; "--part"; part; n; file ] -> Scanf.sscanf part "%u/%u%!" (fun i r -> one_part i r (players n) (open_in file))
    | _ :: "--parts" :: n :: file :: (_ :: _ as values) -> all_parts (players n) (open_in file) (Array.of_list values)
    | _ :: "--classes" :: (n :: _ as certificates) -> classes (players n) certificates
    | [ _; n ] -> whole (players n) stdin
    | [ _; n; file ] -> whole (players n) (open_in file)
    | _ -> usage ()
  with
  | Logs.Refused (at, why) -> Printf.eprintf "refused: line %d: %s\n" at why; exit 1
  | Sys_error why -> prerr_endline why; exit 1
  | Scanf.Scan_failure _ | End_of_file -> usage ()
