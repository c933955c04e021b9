(* check N [FILE]: the number of solvable games that a certificate of N players proves.
   Trusted is what stands here: `answer` is asked, of a log that was made by `start` and `read`, and its number is
   printed in decimal behind the number of players of that log. *)
open Checker

let rec decimal = function
  | Nil -> ""
  | D0 u -> "0" ^ decimal u | D1 u -> "1" ^ decimal u | D2 u -> "2" ^ decimal u | D3 u -> "3" ^ decimal u
  | D4 u -> "4" ^ decimal u | D5 u -> "5" ^ decimal u | D6 u -> "6" ^ decimal u | D7 u -> "7" ^ decimal u
  | D8 u -> "8" ^ decimal u | D9 u -> "9" ^ decimal u

let rec int_of_nat = function O -> 0 | S n -> 1 + int_of_nat n

let () =
  let players s = match int_of_string_opt s with Some n when 0 <= n && n < 64 -> n | _ -> prerr_endline "N is 0 to 63"; exit 2 in
  let n, input =
    match Sys.argv with
    | [| _; n |] -> (players n, stdin)
    | [| _; n; file |] -> (players n, open_in file)
    | _ -> prerr_endline "usage: check N [FILE]"; exit 2
  in
  match Certificate.log n (fun () -> try Some (input_line input) with End_of_file -> None) with
  | exception Certificate.Refused (at, why) -> Printf.eprintf "refused: line %d: %s\n" at why; exit 1
  | log -> (
      match answer log with
      | None -> prerr_endline "refused: the last line is not the state in which nobody has chosen"; exit 1
      | Some v -> Printf.printf "solvable %d = %s\n" (int_of_nat log.players) (decimal (N.to_uint v)))
