// Package logging decides what is logged and how it looks.
//
// A [Log] receives the lines of one process. Each logger has a name ("users.UserService", "fwrun.http"), and the
// names form a tree: a level that is set for "users" also applies to "users.UserService", unless that has a level of
// its own. The levels are in a table that can be changed at any time, and checking whether a level is enabled takes
// a few nanoseconds. All output passes through one place, which enforces these rules:
//
//   - The value of a field whose name says that it is a secret is never written, however deeply it is nested.
//   - A line has a bounded size, whatever is logged.
//   - On a terminal, no field and no message can have any effect besides being displayed.
//
// Example:
//
//	log := logging.New(os.Stderr, logging.Settings{Levels: map[string]slog.Level{"users": slog.LevelDebug}})
//	log.Logger("users.UserService").Debug("created", "id", 7)
//	_ = log.Levels().Set("users", logging.Off)
package logging
