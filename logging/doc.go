// Package logging decides what is logged and how it looks.
//
// A [Log] takes the lines of one process. Everything that logs has a name ("users.UserService", "fwrun.http"), and
// the names make a tree: a level that is set for "users" holds for "users.UserService", too, unless that has one of
// its own. The levels stand in a table that can be changed at any time, and asking whether a level is on costs a few
// nanoseconds. What is written goes through one place, which holds these laws:
//
//   - the value of a field whose name says that it is a secret is never written, however deep it lies;
//
//   - a line has a bounded size, whatever is logged;
//
//   - on a terminal no field and no message can do more than be read.
//
//     log := logging.New(os.Stderr, logging.Settings{Levels: map[string]slog.Level{"users": slog.LevelDebug}})
//     log.Logger("users.UserService").Debug("created", "id", 7)
//     _ = log.Levels().Set("users", logging.Off)
package logging
