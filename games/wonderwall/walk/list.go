package walk

import (
	"context"

	"enumerate/enum"
	"enumerate/solver/betweenness"
)

// A Lister visits the classes of one size, one by one.
type Lister struct{ walker *walker }

// NewLister returns a lister of a size that can be walked.
func NewLister(players int) (*Lister, error) {
	if _, err := walkable(players, enum.Means{}); err != nil {
		return nil, err
	}
	return &Lister{newWalker(players)}, nil
}

// List calls visit for each class of a shard with the given verdict, or for all classes if this is enum.AnyVerdict, in
// a fixed order, until visit returns false. During the call, Game returns the game of the class. Its automorphisms are
// the identity and the w.tieCount other numberings with the same string of choices.
func (l *Lister) List(ctx context.Context, shard enum.Shard, verdict int, visit func(verdict int, automorphisms uint64) bool) error {
	w := l.walker
	w.ctx = ctx
	if !w.replay(shard.Path) {
		return ctx.Err() // no class begins with the choices of the shard
	}
	w.descend(len(shard.Path), w.n, func() bool {
		settled := w.pathVerdict()
		return verdict != enum.AnyVerdict && verdict != settled || visit(settled, w.tieCount+1)
	})
	return ctx.Err()
}

// Game returns the game of the class that List is visiting. Its list of choices is the least of the class.
func (l *Lister) Game() betweenness.Game {
	game := make(betweenness.Game, l.walker.n)
	for p := range game {
		c := l.walker.choice[p]
		game[p] = betweenness.Choice{Wonderwall: int(c.wonderwall), Ninja: int(c.ninja)}
	}
	return game
}
