// Package app is the composition root: it builds one running generation of an
// application out of its folder, serves it, and takes it down again.
//
// The order is the order of the data: configuration, datasources, migrations, scripts,
// routes. Whatever fails ends the start, with every mistake that was found by then; what
// had been opened is closed again.
//
// This is the only package that knows all the others. Where two of them meet that must
// not know each other, the adapter is here.
//
//	running, err := app.Start(ctx, app.Options{Folder: "scripts/examples/users"})
//	defer running.Close(ctx)
//	err = running.Serve(listener)
package app
