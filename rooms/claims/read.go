package claims

import (
	"strconv"
	"strings"

	"enumerate/data"
	"enumerate/internal/lists"
)

// names are the sources, in the order in which they are listed.
var names = []string{"thesis", "nimbers", "spies", "jump", "structures"}

// Sources returns all sources with their claims. They are read from the files of data/claims, which the program
// contains.
func Sources() (list []Source) {
	for _, name := range names {
		text, err := data.Claims.ReadFile("claims/" + name + ".md")
		if err != nil {
			panic(err) // the file is missing from the program
		}
		list = append(list, read(name, string(text)))
	}
	return list
}

// The beginnings of a line with a command, and of a line that the command prints.
const (
	printsMark  = "    "
	commandMark = printsMark + "$ "
)

// read reads the file of a [Source], a document such as a paper or a web page, with claims that commands check. It does
// not check the format of the file, because the files are part of the program, and a test checks that everything in
// them is read.
func read(name, text string) Source {
	sections := strings.Split(strings.TrimSuffix(text, "\n"), "\n## ")
	title, head, _ := strings.Cut(sections[0], "\n")
	return Source{
		Name: name, Title: strings.TrimPrefix(title, "# "), About: keysOf(head)["about"], Picture: pictureIn(keysOf(head)),
		Claims: lists.Map(sections[1:], readClaim),
	}
}

// readClaim reads a claim from a section of a source's file; see the package comment.
func readClaim(section string) Claim {
	head, rest, _ := strings.Cut(section, "\n\n")
	id, head, _ := strings.Cut(head, "\n")
	keys := keysOf(head)
	parts := strings.Split(rest, "\n"+commandMark) // the reason, and then the commands
	return Claim{
		ID: id, Place: keys["place"], Verdict: Verdict(keys["verdict"]), Says: keys["says"], In: keys["document"],
		Picture: pictureIn(keys), Why: strings.TrimSpace(parts[0]), Commands: lists.Map(parts[1:], readCommand),
	}
}

// keysOf returns the values of the lines "key: value" in a head.
func keysOf(head string) map[string]string {
	keys := make(map[string]string)
	for line := range strings.SplitSeq(head, "\n") {
		key, value, _ := strings.Cut(line, ": ")
		keys[key] = value
	}
	return keys
}

// pictureIn returns the picture that a head names in its line "picture: FILE DESCRIPTION".
func pictureIn(keys map[string]string) (p Picture) {
	p.File, p.Alt, _ = strings.Cut(keys["picture"], " ")
	return p
}

// readCommand reads a command, without its mark "$ ", and the lines that it prints. Notes in brackets may stand before
// the command: [exit 3] if it ends with this exit code, and [slow] if it takes long.
func readCommand(text string) (c Command) {
	lines := strings.Split(strings.TrimSpace(text), "\n")

	c.Line = lines[0]
	for strings.HasPrefix(c.Line, "[") {
		var note string
		note, c.Line, _ = strings.Cut(c.Line[1:], "] ")
		if code, exits := strings.CutPrefix(note, "exit "); exits {
			c.Exit, _ = strconv.Atoi(code)
		} else {
			c.Slow = note == "slow"
		}
	}

	c.Prints = lists.Map(lines[1:], func(line string) string { return strings.TrimPrefix(line, printsMark) })
	return c
}
