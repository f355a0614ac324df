package app

import (
	"context"
	"log/slog"

	"github.com/fwrun/fwrun/app/prove"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/platform/logging"
)

// prove checks the statements of scripts against the databases. In a check, SQLite databases are in memory, with their migrations, and servers
// have theirs, or are left out.
func (g *generation) prove(ctx context.Context, m *manifest.Manifest, checking bool) (fault.List, prove.Result) {
	if !g.settings.statements.Prove {
		return nil, prove.Result{}
	}
	return prove.Statements(ctx, m, prove.On{
		Databases: g.databases.Sources(), Checking: checking, Left: g.migrations.Left, Migrated: g.settings.migrations.AtStart, Migrations: g.settings.migrations.Root,
		Folder: g.options.sources(), Within: g.settings.life.Start,
	})
}

// proveAtStart checks against the live databases, and logs what was not proved.
func (g *generation) proveAtStart(ctx context.Context) error {
	problems, proved := g.prove(ctx, g.engine.Manifest(), false)
	if len(problems.Errors()) > 0 {
		return problems
	}
	g.warnings = append(g.warnings, problems...)
	level := slog.LevelDebug
	attrs := []slog.Attr{slog.Int("tables", proved.Tables), slog.Int("statements", proved.Statements)}
	if len(proved.Unproved) > 0 {
		level = slog.LevelInfo
		attrs = append(attrs, slog.String("unproved", proved.String()))
	}
	if proved.Tables+proved.Statements+len(proved.Unproved) > 0 {
		g.observe.Logs.Logger(logging.SQL).LogAttrs(ctx, level, "statements were proved", attrs...)
	}
	return nil
}
