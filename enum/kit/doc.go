// Package kit is what rulesets have in common beyond what the engine needs: a count that is one
// function, parameters, games that are played in turns, listings.
//
//	kit.Direct{Space: s, Method: "count", Version: 1, Count: count} // a space of one shard
package kit
