package claims

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"enumerate/data"
)

// names are the sources, in the order in which they are listed.
var names = []string{"thesis", "nimbers", "spies", "jump", "structures"}

// Sources returns all sources.
func Sources() (list []Source) {
	for _, name := range names {
		text, err := data.Claims.ReadFile("claims/" + name + ".md")
		if err != nil {
			panic(err)
		}
		s, err := read(name, string(text))
		if err != nil {
			panic(err) // a test reads them all
		}
		list = append(list, s)
	}
	return list
}

// A reader goes through the lines of a file.
type reader struct {
	file  string
	lines []string
	next  int
}

// read returns the source that a file is about. The error names the file and the line.
func read(name, text string) (s Source, err error) {
	r := &reader{file: "data/claims/" + name + ".md", lines: strings.Split(strings.TrimSuffix(text, "\n"), "\n")}
	s.Name = name
	if s.Title, err = r.after("# "); err == nil {
		err = r.head(&s.Picture, nil)
	}
	for err == nil && r.next < len(r.lines) {
		err = r.claim(&s)
	}
	return s, err
}

// fault is an error about the line that was read last.
func (r *reader) fault(format string, args ...any) error {
	return fmt.Errorf("%s:%d: %s", r.file, max(r.next, 1), fmt.Sprintf(format, args...))
}

// line returns the next line, without going on to it; "" at the end.
func (r *reader) line() string {
	if r.next == len(r.lines) {
		return ""
	}
	return r.lines[r.next]
}

// after returns what follows a mark on the next line.
func (r *reader) after(mark string) (string, error) {
	rest, ok := strings.CutPrefix(r.line(), mark)
	r.next++
	if !ok || rest == "" || strings.TrimSpace(rest) != rest {
		return "", r.fault("want %q and a text", mark)
	}
	return rest, nil
}

// head reads the lines "key: value" up to a blank one. Picture is one of the keys.
func (r *reader) head(picture *Picture, keys map[string]*string) error {
	for r.line() != "" {
		key, value, _ := strings.Cut(r.line(), ": ")
		at, known := keys[key]
		r.next++
		switch {
		case !known && key != "picture":
			return r.fault("%q is not expected here", key)
		case value == "" || known && *at != "" || !known && picture.File != "":
			return r.fault("%s: want a value, and only once", key)
		case known:
			*at = value
		default:
			picture.File, picture.Alt, _ = strings.Cut(value, " ")
		}
	}
	r.next = min(r.next+1, len(r.lines))
	return nil
}

// claim reads a section of a source: its name, its head, why, and the commands.
func (r *reader) claim(s *Source) (err error) {
	var c Claim
	if c.ID, err = r.after("## "); err != nil {
		return err
	}
	if !strings.HasPrefix(c.ID, s.Name+"-") || slices.ContainsFunc(s.Claims, func(o Claim) bool { return o.ID == c.ID }) {
		return r.fault("%s: want a name of its own that begins with %s-", c.ID, s.Name)
	}
	if err := r.head(&c.Picture, map[string]*string{"place": &c.Place, "verdict": (*string)(&c.Verdict), "says": &c.Says, "document": &c.In}); err != nil {
		return err
	}
	if c.Place == "" || c.Says == "" || !slices.Contains(Verdicts, c.Verdict) {
		return r.fault("%s: want place, says, and verdict, one of %v", c.ID, Verdicts)
	}
	first := r.next
	for r.next < len(r.lines) && !strings.HasPrefix(r.line(), "## ") && !strings.HasPrefix(r.line(), commandMark) {
		r.next++
	}
	if c.Why = strings.TrimSpace(strings.Join(r.lines[first:r.next], "\n")); c.Why == "" {
		return r.fault("%s: want why", c.ID)
	}
	for strings.HasPrefix(r.line(), commandMark) {
		command, err := r.command()
		if err != nil {
			return err
		}
		c.Shown = append(c.Shown, command)
	}
	if r.next < len(r.lines) && c.Shown != nil {
		if r.next++; r.lines[r.next-1] != "" {
			return r.fault("want a blank line after the commands")
		}
	}
	s.Claims = append(s.Claims, c)
	return nil
}

// What a line begins with that has a command, and one that has what it prints.
const (
	printsMark  = "    "
	commandMark = printsMark + "$ "
)

// command reads a command, and what it prints.
func (r *reader) command() (c Command, err error) {
	if c.Line, err = r.after(commandMark); err != nil {
		return c, err
	}
	for strings.HasPrefix(c.Line, "[") {
		note, rest, _ := strings.Cut(c.Line[1:], "] ")
		code, exits := strings.CutPrefix(note, "exit ")
		switch {
		case rest != "" && note == "slow":
			c.Slow = true
		case rest != "" && exits:
			if c.Exit, err = strconv.Atoi(code); err == nil {
				break
			}
			fallthrough
		default:
			return c, r.fault("want [slow] or [exit CODE], and a command")
		}
		c.Line = rest
	}
	for strings.HasPrefix(r.line(), printsMark) && !strings.HasPrefix(r.line(), commandMark) {
		printed, err := r.after(printsMark)
		if err != nil {
			return c, err
		}
		c.Prints = append(c.Prints, printed)
	}
	return c, nil
}
