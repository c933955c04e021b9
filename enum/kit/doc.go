// Package kit has helpers for rulesets that package enum does not need: a space that is counted by one function, names
// with parameters, games that sides play in turns, lists of classes.
//
//	kit.Direct{Space: s, Method: "count", Version: 1, Count: count} // a space of one shard
package kit
