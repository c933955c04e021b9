package draw

import (
	"strings"

	"enumerate/solver/betweenness"
)

// A drawing is what a picture shows.
type drawing struct {
	names       []string
	game        betweenness.Game
	certificate betweenness.Certificate
	labels      []label
	inCore      []bool // for each player
}

func newDrawing(names []string, game betweenness.Game, certificate betweenness.Certificate) drawing {
	d := drawing{names, game, certificate, labelsOf(names, maxLabel), make([]bool, len(game))}
	for _, p := range certificate.Core {
		d.inCore[p] = true
	}
	return d
}

// verdict returns the verdict in words.
func (d drawing) verdict() string {
	if d.certificate.Solvable() {
		return "solvable"
	}
	return "unsolvable"
}

// summary returns the verdict and the certificate in words.
func (d drawing) summary() string {
	what, players := "  order: ", d.certificate.Order
	if !d.certificate.Solvable() {
		what, players = "  core: ", d.certificate.Core
	}
	names := make([]string, len(players))
	for i, p := range players {
		names[i] = d.whole(p)
	}
	return d.verdict() + what + strings.Join(names, " ")
}

// whole returns the whole name of a player, as part of a sentence.
func (d drawing) whole(p int) string { return isolated(d.labels[p].whole) }

// short returns the name of a player, as part of a sentence that is seen.
func (d drawing) short(p int) string { return isolated(d.labels[p].text) }

// widest returns the width of the widest name of the players, in pixels.
func (d drawing) widest(players []int) float64 {
	var width float64
	for _, p := range players {
		width = max(width, d.labels[p].width*fontSize)
	}
	return width
}
