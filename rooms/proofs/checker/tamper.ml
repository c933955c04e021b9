(* tamper N FILE TIMES: changes a certificate at random. Each change has to be refused, or to give the same number. *)
let pick l = List.nth l (Random.int (List.length l))
let words = String.split_on_char ' '
let hex = "0123456789abcdef"

let digit lines =
  let i = Random.int (Array.length lines) in
  let b = Bytes.of_string lines.(i) in
  for _ = 0 to Random.int 3 do
    let j = Random.int (Bytes.length b) in
    if String.contains hex (Bytes.get b j) then Bytes.set b j hex.[Random.int 16]
  done;
  lines.(i) <- Bytes.to_string b;
  lines

(* Another word of the line, or of any line, in the place of a word. *)
let word lines =
  let i = Random.int (Array.length lines) in
  let from = if Random.bool () then lines.(i) else lines.(Random.int (Array.length lines)) in
  let w = words lines.(i) in
  let at = Random.int (List.length w) and other = pick (words from) in
  lines.(i) <- String.concat " " (List.mapi (fun j s -> if j = at then other else s) w);
  lines

let fewer_closures lines =
  let i = Random.int (Array.length lines) in
  (match words lines.(i) with
  | kind :: k :: m :: rest when int_of_string m > 0 ->
      let m = int_of_string m in
      let out = Random.int m in
      lines.(i) <- String.concat " " (kind :: k :: string_of_int (m - 1) :: List.filteri (fun j _ -> j <> out) rest)
  | _ -> ());
  lines

(* One bit of a closure more, or fewer. *)
let bit lines =
  let i = Random.int (Array.length lines) in
  (match words lines.(i) with
  | _ :: _ :: m :: _ when int_of_string m > 0 ->
      let at = 3 + Random.int (int_of_string m) in
      let change s =
        let b = Bytes.of_string s and j = Random.int (String.length s) in
        let d = String.index hex s.[j] lxor (1 lsl Random.int 4) in
        Bytes.set b j hex.[d];
        Bytes.to_string b
      in
      lines.(i) <- String.concat " " (List.mapi (fun j s -> if j = at then change s else s) (words lines.(i)))
  | _ -> ());
  lines

let other_lines lines =
  let l = Array.length lines in
  let i = Random.int l and j = Random.int l in
  match Random.int 3 with
  | 0 -> Array.append (Array.sub lines 0 i) (Array.sub lines (i + 1) (l - i - 1))
  | 1 -> Array.concat [ Array.sub lines 0 i; [| lines.(j) |]; Array.sub lines i (l - i) ]
  | _ -> let s = lines.(i) in lines.(i) <- lines.(j); lines.(j) <- s; lines

let number n lines =
  let at = ref (-1) in
  let next () = incr at; if !at < Array.length lines then Some lines.(!at) else None in
  match Logs.log n next Checker.read with exception Logs.Refused _ -> None | log -> Checker.answer log

let () =
  let n = int_of_string Sys.argv.(1) and times = int_of_string Sys.argv.(3) in
  let input = open_in Sys.argv.(2) in
  let rec all () = match input_line input with s -> s :: all () | exception End_of_file -> [] in
  let lines = Array.of_list (all ()) in
  let proved = number n lines in
  if proved = None then failwith "the certificate is refused";
  let refused = ref 0 and same = ref 0 in
  while !refused + !same < times do
    let changed = (pick [ digit; word; fewer_closures; bit; other_lines ]) (Array.copy lines) in
    if changed <> lines then
      match number n changed with
      | None -> incr refused
      | v when v = proved -> incr same
      | _ -> Array.iter print_endline changed; prerr_endline "ANOTHER NUMBER"; exit 1
  done;
  Printf.printf "n = %d: %d changes, %d refused, %d prove the same\n" n times !refused !same
