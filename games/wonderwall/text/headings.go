package text

import (
	"slices"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// A role is the purpose of a column of a table.
type role int

const (
	player role = iota
	wonderwall
	ninja
	noRole
)

var roleNames = [...]string{"player", "wonderwall", "ninja"}

// headings lists the words by which headings name a role, in English, German, French, Spanish and Polish, as [folded]
// returns them. Words whose meaning is certain, such as ninja and player, are plain. Others, such as enemy and
// defender, are what people call the choices; the user gets a remark that they were used.
var headings = [...]struct {
	role  role
	plain bool
	words string
}{
	{player, true, `p, player, players, name, names, participant, participants, camper, campers, kid, kids, child, children, person, people,
		who, me, first name, last name, given name, family name, surname, full name, nickname, username,
		spieler, spielerin, spielername, teilnehmer, teilnehmerin, kind, kinder, vorname, nachname, familienname, wer, ich, heisst,
		joueur, joueuse, joueurs, participante, nom, prenom, noms, nom et prenom, enfant, enfants, pseudo, qui, appelles, appelle,
		jugador, jugadora, jugadores, nombre, nombres, nombre y apellidos, apellido, apellidos, nino, nina, ninos, quien, llamas, llama,
		gracz, gracze, uczestnik, uczestniczka, imie, nazwisko, imie i nazwisko, imiona, dziecko, dzieci, kto, nazywasz`},
	{wonderwall, true, `w, w p, wonderwall, wonderwalls, wonder wall, wall, mauer, wand, mur, muro, pared, sciana`},
	{wonderwall, false, `defender, defenders, defence, defense, protector, protectors, protect, protects, protection, shield, shields,
		bodyguard, bodyguards, guard, guards, guardian, saviour, savior, hero, ally, between, behind, stand behind, hide behind, cover,
		beschutzer, beschutzerin, beschutzen, beschutzt, verteidiger, verteidigerin, schild, schutz, schutzt, leibwachter, leibwachterin,
		wachter, wachterin, retter, retterin, zwischen, hinter,
		defenseur, defenseuse, protecteur, protectrice, protege, bouclier, garde du corps, gardien, gardienne, sauveur, entre, derriere, allie,
		defensor, defensora, protectora, escudo, guardaespaldas, salvador, detras, aliado,
		obronca, obronczyni, opiekun, opiekunka, tarcza, ochroniarz, straznik, broni, chroni, miedzy, pomiedzy`},
	{ninja, true, `n, n p, ninja, ninjas, assassin, assassins, ninja assassin`},
	{ninja, false, `enemy, enemies, bomb, bombs, sword, swords, attacker, attackers, attack, attacks, killer, killers, murderer, opponent,
		hunter, chaser, villain, threat, flee, avoid, hide from, run from, away from,
		feind, feindin, bombe, schwert, angreifer, angreiferin, attentater, attentaterin, morder, morderin, gegner, gegnerin, jager, jagerin,
		verfolger, verfolgerin, fliehst, fluchtest,
		ennemi, ennemie, epee, attaquant, attaquante, agresseur, tueur, tueuse, adversaire, chasseur, fuis, fuir,
		enemigo, enemiga, bomba, espada, atacante, asesino, asesina, adversario, adversaria, cazador, huyes, huir,
		wrog, miecz, napastnik, zabojca, morderca, przeciwnik, mysliwy, lowca, uciekasz`},
}

const (
	firstNames = `first name, given name, forename, vorname, prenom, nombre, imie`
	lastNames  = `last name, family name, surname, nachname, familienname, nom, nom de famille, apellido, apellidos, nazwisko`
)

// fillers are words that may surround the words of a heading without changing its meaning.
const fillers = `a, the, your, my, our, is, are, s, who, whom, what, please, select, choose, of, for, and, to, do, does, you, i,
	dein, deine, deinen, mein, meine, ihr, ist, der, die, das, den, wer, wen, bist, du,
	ton, ta, tes, votre, vos, mon, ma, le, la, les, l, qui, est, es, tu,
	su, mi, el, quien, twoj, twoja, moj, moja, kto, jest, to`

// A heading is the role that a phrase names.
type heading struct {
	role  role
	plain bool
}

// A vocabulary has the phrases that can name a role, and other words of headings.
type vocabulary struct {
	phrases             map[string]heading
	parts               []string // the phrases that longer words may contain
	first, last, filler map[string]bool
}

var words = sync.OnceValue(func() vocabulary {
	v := vocabulary{phrases: make(map[string]heading), first: setOf(firstNames), last: setOf(lastNames), filler: setOf(fillers)}
	for _, h := range headings {
		for phrase := range setOf(h.words) {
			v.phrases[phrase] = heading{h.role, h.plain}
			if isPart(phrase) {
				v.parts = append(v.parts, phrase)
			}
		}
	}
	slices.SortFunc(v.parts, func(a, b string) int { // the longest first
		if len(a) != len(b) {
			return len(b) - len(a)
		}
		return strings.Compare(a, b)
	})
	return v
})

// isPart reports whether a phrase that names a role may also be matched inside a longer word, as "feind" in "Erzfeind".
// Short phrases may not, because they occur in many words by chance.
func isPart(phrase string) bool {
	const least = len("ninja")
	switch phrase {
	case "name":
		return true
	case "behind", "between", "cover", "avoid", "guard", "entre", "hinter", "people": // "Behinderung" has nothing to do with "behind"
		return false
	}
	return len(phrase) >= least && !strings.Contains(phrase, " ")
}

func setOf(list string) map[string]bool {
	set := make(map[string]bool)
	for phrase := range strings.SplitSeq(list, ",") {
		set[strings.TrimSpace(phrase)] = true
	}
	return set
}

// plainLetters replaces letters that Unicode does not decompose into a plain letter and an accent.
var plainLetters = strings.NewReplacer("ł", "l", "ø", "o", "đ", "d", "ð", "d", "þ", "th", "æ", "ae", "œ", "oe", "ß", "ss", "ı", "i")

// folded returns the words of a heading or a name in lower case, without accents and punctuation: "Zoë O'Neil" and "zoe
// oneil" have the same words.
func folded(s string) []string {
	s = plainLetters.Replace(norm.NFKD.String(strings.ToLower(s)))
	s = strings.Map(func(c rune) rune {
		isAccent := unicode.Is(unicode.Mn, c)
		if isAccent || strings.ContainsRune("'’‘`´", c) {
			return -1
		}
		return c
	}, s)
	return strings.FieldsFunc(s, func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) })
}

// A rank says how well a heading names its role.
type rank int

const (
	notAtAll    rank = iota
	partOfWord       // a word contains a word of the role: "username"
	oneOfWords       // one of several words is a word of the role: "old ninja"
	wholeHeader      // all words are fillers or words of the role: "Your ninja"
)

// A meaning is what a heading says about its column.
type meaning struct {
	role      role // the first role that the heading names, or noRole
	rank      rank
	plain     bool // the words for the role are plain (see headings)
	namesBoth bool // the heading names both choices; role is the first
}

// A namePart says whether a column has first names, last names, or possibly either.
type namePart struct {
	first, last bool   // both for the heading "Name"
	whose       string // the other words of the heading, such as "child"
}

// namePartOf finds out from its heading whether a column has first names or last names, and whose.
func namePartOf(title string) (p namePart) {
	const most, longest = 300, 3 // the number of bytes that are examined, and of words in a phrase
	v := words()
	all := folded(title[:min(len(title), most)])
	if m := meaningOf(title); m.role == wonderwall || m.role == ninja {
		return p
	}

	switch strings.Join(all, " ") {
	case "name":
		return namePart{first: true, last: true}
	case "first":
		return namePart{first: true}
	case "last":
		return namePart{last: true}
	}

	// The other words, except fillers, say whose name it is.
	var others []string
	for at := 0; at < len(all); at++ {
		found := false
		for length := min(longest, len(all)-at); length > 0 && !found; length-- {
			phrase := strings.Join(all[at:at+length], " ")
			found = v.first[phrase] || v.last[phrase]
			p.first, p.last = p.first || v.first[phrase], p.last || v.last[phrase]
			if found {
				at += length - 1
			}
		}
		if !found && !v.filler[all[at]] {
			others = append(others, all[at])
		}
	}

	if p.first && p.last || slices.Contains(others, "first") {
		return namePart{} // the column has whole names
	}
	p.whose = strings.Join(others, " ")
	return p
}

// meaningOf returns what a heading says about its column. Words for wonderwall and ninja count more than words for
// players, so "the name of your ninja" means the ninja.
func meaningOf(title string) (m meaning) {
	const most = 300 // bytes to examine
	v := words()
	m.role = noRole
	title = title[:min(len(title), most)]

	all := folded(title)
	bare := slices.DeleteFunc(slices.Clone(all), func(word string) bool { return v.filler[word] })
	for _, whole := range []string{strings.Join(all, " "), strings.Join(bare, " ")} {
		if h, found := v.phrases[whole]; found && m.role == noRole {
			m.role, m.rank, m.plain = h.role, wholeHeader, h.plain
		}
	}
	if m.role != noRole {
		return m
	}

	for at := 0; at < len(all); at++ {
		for length := min(4, len(all)-at); length > 0; length-- {
			phrase := strings.Join(all[at:at+length], " ")
			h, found := v.phrases[phrase]
			if !found || len(phrase) < 3 { // a short phrase such as "w" counts only as a whole heading
				continue
			}
			m.name(h, oneOfWords)
			at += length - 1
			break
		}
	}

	// Look for parts of longer words.
	for _, word := range all {
		if m.role != noRole {
			break
		}
		for _, part := range v.parts {
			if strings.Contains(word, part) {
				m.name(v.phrases[part], partOfWord)
				break
			}
		}
	}
	return m
}

// name updates the meaning m of a heading with a phrase of the heading, which names the role h.role. The rank r says
// how well the phrase fits, and h.plain that its meaning is certain, as that of "ninja" but not of "enemy". The role
// wonderwall or ninja replaces the role player, because "the player's ninja" means the ninja. If both choices are
// named, name sets namesBoth.
func (m *meaning) name(h heading, r rank) {
	switch {
	case m.role == noRole || m.role == player && h.role != player:
		m.role, m.rank, m.plain = h.role, r, h.plain
	case h.role == m.role: // m keeps the rank of the first phrase
		m.plain = m.plain || h.plain
	case h.role != player:
		m.namesBoth = true
	}
}
