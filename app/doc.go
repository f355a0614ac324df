// Package app is the composition root: it builds a generation of an application from its folder, serves it,
// replaces it by the next one when the files have changed, and closes the last one.
//
// The order is the order of the data: configuration, datasources, migrations, scripts, routes. A failure ends
// the start, with every mistake found until then; what had been opened is closed again. [Check] goes the same way
// on databases in memory, and past a failure wherever the rest does not depend on it; [Inspect] stops at the manifest,
// before any bean is made.
//
// A generation is built whole or not at all. It shares with the one before it what has not changed and must
// not be interrupted: the server with its connections, and the databases.
//
// A stop is the other way round: no schedule begins, the server answers the requests that have wholly arrived, runs and
// messages in hand finish, the PreDestroy hooks of every VM are called, and the datasources are closed, all within
// server.shutdown-timeout.
//
// This is the only package that knows all the others. It contains the adapters between packages that must not
// know each other.
//
//	running, err := app.Start(ctx, app.Options{Folder: "scripts/examples/users"})
//	defer running.Close(ctx)
//	err = running.Serve(listener)
//	err = running.Reload(ctx) // beside it, as often as the files change
package app
