package partial

import "enumerate/internal/layers"

// An Expander makes the states of the next layer. It is not safe for use by
// several goroutines.
type Expander struct {
	games  Games
	keeper *keeper
	state  state
	gen    generation
}

// NewExpander returns an expander.
func (g Games) NewExpander() *Expander {
	return &Expander{games: g, keeper: newKeeper(g)}
}

// Expand emits the children of a state, each with the weight of the state times
// the choices that lead to it, and returns the weight of those that lead nowhere.
func (e *Expander) Expand(key []byte, weight layers.Weight, emit func(key []byte, w layers.Weight) error) (dead layers.Weight, err error) {
	if err := e.games.decode(key, &e.state); err != nil {
		return dead, err
	}
	p, among := e.games.chooser(&e.state)
	e.gen.beget(e.games, &e.state, p, among)
	for i := range e.gen.children {
		child := &e.gen.children[i]
		w, ok := weight.CheckedMul(child.ways)
		if !ok {
			return dead, layers.ErrOverflow
		}
		if err := emit(e.keeper.key(child.state), w); err != nil {
			return dead, err
		}
	}
	dead, ok := weight.CheckedMul(e.gen.dead)
	if !ok {
		return dead, layers.ErrOverflow
	}
	return dead, nil
}
