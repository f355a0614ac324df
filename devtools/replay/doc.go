// Package replay keeps a request, all that it asked of its host and the answer as one file, and answers for the host from such a file.
//
// While a request is recorded, a [Tape] lies in the context of its work, and those who do something on its behalf add what was asked and
// what came of it. A [File] is made of that. To replay it, a [Player] lies there instead, and gives to each who asks what the file has:
//
//	player := replay.NewPlayer(file)
//	ctx = replay.WithPlayer(ctx, player)
//	call, err := replay.PlayerOf(ctx).Ask(replay.SQL, map[string]any{"query": "select 1"})
//	player.End() // what went otherwise than in the file
//
// Its laws: within each kind, results are given in the order of the file, and only to the calls that they were recorded for; what is kept is bounded
// ([Budget]); a file of another version, or with anything in it that is not known, is refused ([Parse]).
package replay
