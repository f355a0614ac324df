package data

import (
	"context"
	"errors"
	"log/slog"

	"github.com/fwrun/fwrun/platform/trace"
)

// startSpan begins the span of a statement, if the trace is recorded. The values are not part of it, whether they are parameters or
// written in the statement.
func (db *DB) startSpan(ctx context.Context, s *statement) (context.Context, *trace.Span) {
	ctx, span := trace.Start(ctx, trace.Client, "")
	if span == nil {
		return ctx, nil
	}
	shown := s.show(db.dialect)
	db.describeSpan(span, shown.operation)
	span.Set(slog.String("db.query.text", shown.text))
	return ctx, span
}

// startScript is startSpan for a script.
func (db *DB) startScript(ctx context.Context, script string) (context.Context, *trace.Span) {
	ctx, span := trace.Start(ctx, trace.Client, "")
	if span == nil {
		return ctx, nil
	}
	shown := newShownText(db.dialect, script)
	db.describeSpan(span, shown.operation)
	span.Set(slog.String("db.query.text", shown.text))
	return ctx, span
}

// startControl begins the span of what controls a transaction, such as COMMIT.
func (db *DB) startControl(ctx context.Context, operation string) (context.Context, *trace.Span) {
	ctx, span := trace.Start(ctx, trace.Client, "")
	if span != nil {
		db.describeSpan(span, operation)
	}
	return ctx, span
}

func (db *DB) describeSpan(span *trace.Span, operation string) {
	name := db.settings.Name
	if operation != "" {
		name = operation + " " + name
		span.Set(slog.String("db.operation.name", operation))
	}
	span.Rename(name)
	span.Set(slog.String("db.system.name", systems[db.dialect]), slog.String("fwrun.datasource", db.settings.Name))
}

// endSpan ends the span of a statement.
func endSpan(span *trace.Span, err error) {
	if span == nil {
		return
	}
	if wrong, is := errors.AsType[*Error](err); is {
		if wrong.Code != "" {
			span.Set(slog.String("db.response.status_code", wrong.Code))
		}
		span.Fail(wrong.Kind.String(), "")
	} else {
		span.Error(err)
	}
	span.End()
}
