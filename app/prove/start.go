package prove

import (
	"context"
	"log/slog"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/platform/fault"
)

// AtStart checks statements against the databases of an application that is about to serve, and logs what was not proved. The error has all
// problems, if there are mistakes.
func AtStart(ctx context.Context, m *manifest.Manifest, on On, log *slog.Logger) (warnings fault.List, err error) {
	problems, proved := Statements(ctx, m, on)
	if len(problems.Errors()) > 0 {
		return nil, problems
	}
	level := slog.LevelDebug
	attrs := []slog.Attr{slog.Int("tables", proved.Tables), slog.Int("statements", proved.Statements)}
	if len(proved.Unproved) > 0 {
		level = slog.LevelInfo
		attrs = append(attrs, slog.String("unproved", proved.String()))
	}
	if proved.Tables+proved.Statements+len(proved.Unproved) > 0 {
		log.LogAttrs(ctx, level, "statements were proved", attrs...)
	}
	return problems, nil
}
