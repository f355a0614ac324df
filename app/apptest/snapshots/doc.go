// Package snapshots keeps the texts that tests have made of values, and compares later ones with them.
//
// A [State] is that of one test file. Its texts are in a file beside it, `__snapshots__/x.test.ts.snap`, or in the source, as the
// argument of toMatchInlineSnapshot. Both have the format of vitest.
//
// Laws:
//   - Nothing is written before [State.Finish], and nothing outside of the application's folder.
//   - A source is changed in place, at the calls that have asked for it; never one that has changed since it was run.
//   - A file that cannot be read is written anew on demand only.
//
// Use:
//
//	state := snapshots.Open(folder, "users.test.ts", snapshots.New)
//	answer, err := state.Match(testapi.Snapshot{Test: "users > are listed", Text: text})
//	summary, err := state.Finish(keep)
package snapshots
