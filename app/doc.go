// Package app is the composition root: it builds one running generation of an
// application out of its folder, serves it, lets the next one take over when the files
// have changed, and takes the last one down.
//
// The order is the order of the data: configuration, datasources, migrations, scripts,
// routes. Whatever fails ends the start, with every mistake that was found by then; what
// had been opened is closed again.
//
// A generation is built whole or not at all. What it shares with the one before it is what
// has not changed and must not be interrupted: the server with its connections, and the
// databases.
//
// This is the only package that knows all the others. Where two of them meet that must
// not know each other, the adapter is here.
//
//	running, err := app.Start(ctx, app.Options{Folder: "scripts/examples/users"})
//	defer running.Close(ctx)
//	err = running.Serve(listener)
//	err = running.Reload(ctx) // beside it, as often as the files change
package app
