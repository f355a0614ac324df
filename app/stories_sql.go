package app

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/fwrun/fwrun/config"
	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/devtools/stories"
	"github.com/fwrun/fwrun/logging"
)

// noteStatements lets the databases tell of statements, to the stories of requests and to the log: to whom there is and who wants to know.
func (g *generation) noteStatements() {
	log, isSecret := g.logs.Logger(logging.SQL), config.IsSecret
	if g.stories != nil {
		isSecret = g.stories.IsSecret // which remembers the names
	}
	wanted := func() bool { return g.stories != nil || log.Enabled(context.Background(), slog.LevelDebug) }
	for _, name := range g.databases.Of.Names() {
		db, _ := g.databases.Of.ByName(name)
		db.OnRan(func(ctx context.Context, r *data.Ran) {
			if log.Enabled(ctx, slog.LevelDebug) {
				logStatement(ctx, log, isSecret, r)
			}
			if s := stories.Of(ctx); s != nil {
				s.Add(statementStep(isSecret, r))
			}
		}, wanted)
	}
}

// logStatement logs a statement: at trace with its values, those of secrets excepted, otherwise without any.
func logStatement(ctx context.Context, log *slog.Logger, isSecret func(string) bool, r *data.Ran) {
	level, step := slog.LevelDebug, statementStep(isSecret, r)
	text := cmp.Or(step.Shape, step.Text)
	attrs := []slog.Attr{slog.String("datasource", r.Datasource), slog.Duration("duration", r.Took)}
	for _, field := range step.Detail[1:] { // the first one is the datasource
		attrs = append(attrs, slog.String(field.Name, field.Value))
	}
	if log.Enabled(ctx, logging.Trace) {
		level, text = logging.Trace, step.Text
		values := make([]string, len(step.Values))
		for i, v := range step.Values {
			values[i] = cmp.Or(v.Name, "?") + " = " + v.Value
		}
		attrs = append(attrs, slog.Any("values", values))
		if r.Err != nil {
			attrs = append(attrs, slog.String("error", step.Failed))
		}
	} else if r.Err != nil {
		attrs = append(attrs, slog.Bool("failed", true)) // databases quote values in their messages
	}
	log.LogAttrs(ctx, level, "statement", append(attrs, slog.String("sql", lineEnds.ReplaceAllString(text, " ")))...)
}

// lineEnds matches the end of a line of a statement, with the blanks around it.
var lineEnds = regexp.MustCompile(`\s*\n\s*`)

// statementStep returns what is told of a statement. Where a name in it is that of a secret, the values that are written in it are left
// out, and those of parameters as well, unless it is known that they belong to another column.
func statementStep(isSecret func(name string) bool, r *data.Ran) stories.Step {
	step := stories.Step{Kind: stories.SQL, Began: r.Began, Took: r.Took, Text: r.SQL, Detail: []stories.Field{{Name: "datasource", Value: r.Datasource}}}
	secret := false
	if !r.Control {
		step.Shape = r.Masked()
		for name := range r.Identifiers {
			secret = secret || isSecret(name)
		}
		if secret {
			step.Text = step.Shape
		}
	}
	for i, value := range r.Values {
		name := r.Columns[i]
		shown := stories.Masked
		if !isSecret(name) && (name != "" || !secret) {
			shown = stories.Harmless(valueText(value))
		}
		step.Values = append(step.Values, stories.Field{Name: name, Value: shown})
	}
	switch {
	case r.Rows >= 0:
		step.Detail = append(step.Detail, stories.Field{Name: "rows", Value: strconv.Itoa(r.Rows)})
	case !r.Control && r.Err == nil && r.Operation != "OTHER":
		step.Detail = append(step.Detail, stories.Field{Name: "changed", Value: strconv.FormatInt(r.Affected, 10)})
	}
	if r.Sets > 1 {
		step.Detail = append(step.Detail, stories.Field{Name: "sets of values", Value: strconv.Itoa(r.Sets)})
	}
	step.Failed = statementFailure(r, secret)
	return step
}

// statementFailure returns why a statement has failed. Databases quote values in their messages.
func statementFailure(r *data.Ran, secret bool) string {
	if r.Err == nil {
		return ""
	}
	if secret {
		return "it has failed; the message of the database may have a secret in it"
	}
	return stories.Harmless(r.Err.Error())
}

// longestValue is how much of a value is told.
const longestValue = 200

func valueText(value any) string {
	switch value := value.(type) {
	case nil:
		return "NULL"
	case string:
		if len(value) > longestValue {
			return strconv.Quote(strings.ToValidUTF8(value[:longestValue], "")) + "… (" + strconv.Itoa(len(value)) + " bytes)"
		}
		return strconv.Quote(value)
	case []byte:
		return strconv.Itoa(len(value)) + " bytes"
	case time.Time:
		return value.Format(time.RFC3339Nano)
	case bool, int, int32, int64, uint64, float32, float64:
		return fmt.Sprint(value)
	}
	return fmt.Sprintf("%T", value) // of a database's own
}

func statusLine(status int) string { return strconv.Itoa(status) + " " + http.StatusText(status) }

// note adds an operation of a cache, which began at a time and has ended, to its story. found is nil where nothing was looked for.
func (c *caches) note(ctx context.Context, operation, name, key string, began time.Time, found *bool, err *error) {
	s := stories.Of(ctx)
	if s == nil {
		return
	}
	step := stories.Step{Kind: stories.Cache, Began: began, Took: time.Since(began), Text: operation + " " + name}
	if key != "" {
		step.Detail = append(step.Detail, stories.Field{Name: "key", Value: stories.Harmless(key)})
	}
	if found != nil {
		step.Detail = append(step.Detail, stories.Field{Name: "hit", Value: strconv.FormatBool(*found)})
	}
	if *err != nil {
		step.Failed = stories.Harmless((*err).Error())
	}
	s.Add(step)
}
