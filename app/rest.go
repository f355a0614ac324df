package app

import "context"

// Rest frees what the application keeps for further work: workers beyond the minimum, caches of SQLite. It is meant for a time without
// work.
func (a *App) Rest(ctx context.Context) {
	g := a.serving.Load()
	g.engine.Shrink()
	g.databases.Sources().Rest(ctx)
}
