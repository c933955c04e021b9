// Package verb is what verbs share: flags that mean the same thing everywhere, the bounds
// --timeout and --memory, help, games that are read, what is printed into a file, progress,
// and the errors that decide the exit code. A verb of the core is in package cli, and one of a
// room, such as the fleet or the page, in the room's package: the core knows no room.
//
// What a verb most often needs:
//
//	AddGame AddSizes AddMethod AddPart AddTrials   what to enumerate
//	AddWorkers AddDB AddQuiet AddFormat AddNumber  how
//	OpenGames Only Until Report                    games that somebody wrote
//	Samplings SpacesBy                             spaces of sizes
//	OpenStore Show Ended BoundsOf                  while it works
//	Usagef ErrCheck ErrUnknown                     what went wrong
//	Totals Sample                                  walks, counts and samples as a whole
package verb
