package databases

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/devtools/stories"
	"github.com/fwrun/fwrun/platform/config"
	"github.com/fwrun/fwrun/platform/logging"
	"github.com/fwrun/fwrun/platform/telemetry"
)

// Observers are what sees the statements.
type Observers struct {
	Metrics *telemetry.Metrics
	Log     *slog.Logger
	Stories *stories.Recorder // may be nil
}

// Observe lets the databases tell the observers of this generation of what they do. It does nothing if they are closed.
func (p *Part) Observe(by Observers) {
	for _, db := range p.All() {
		logSlow(db, by.Log)
		measure(db, by.Metrics)
		tell(db, by.Log, by.Stories)
	}
}

// logSlow logs slow statements, with the attributes of the request from the statement's context.
func logSlow(db *data.DB, log *slog.Logger) {
	db.OnSlow(func(ctx context.Context, s data.Slow) {
		log.WarnContext(ctx, "slow statement", "datasource", s.Datasource, "duration", s.Took, "sql", s.SQL, "failed", s.Err != nil)
	})
}

// measure measures statements, and what happens to connections.
func measure(db *data.DB, metrics *telemetry.Metrics) {
	db.OnConnection(func(pool string) (times data.ConnectionTimes) {
		times.Created, times.Waited, times.Used = metrics.Connections(pool)
		return times
	})
	db.OnStatement(func(o data.Observation) {
		metrics.Statement(&telemetry.Statement{
			Datasource: o.Datasource, System: o.System, Operation: o.Operation, Failure: o.Failure, Rows: o.Rows, Took: o.Took,
		})
	})
}

// Pools returns the states of the pools of connections.
func (p *Part) Pools() (list []telemetry.Pool) {
	for _, db := range p.All() {
		for _, p := range db.Pools() {
			list = append(list, telemetry.Pool{
				Name: p.Name, Used: p.Used, Idle: p.Idle, Max: p.Max, MinIdle: p.MinIdle, Pending: p.Pending, Waited: p.Waits, Timeouts: p.Timeouts,
			})
		}
	}
	return list
}

// tell reports statements to the stories of requests, and to the log if it shows them.
func tell(db *data.DB, log *slog.Logger, to *stories.Recorder) {
	isSecret := config.IsSecret
	if to != nil {
		isSecret = to.IsSecret // which remembers the names
	}
	db.OnRan(func(ctx context.Context, r *data.Ran) {
		if log.Enabled(ctx, slog.LevelDebug) {
			logStatement(ctx, log, isSecret, r)
		}
		if s := stories.Of(ctx); s != nil {
			s.Add(statementStep(isSecret, r))
		}
	}, func() bool { return to != nil || log.Enabled(context.Background(), slog.LevelDebug) })
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

// statementStep returns the step of a statement in a story. Where a name in it is that of a secret, the values that are written in it are left
// out, and those of parameters as well, unless it is known that they belong to another column.
func statementStep(isSecret func(name string) bool, r *data.Ran) stories.Step {
	step := stories.Step{
		Kind: stories.SQL, Began: r.Began, Took: r.Took, Text: r.SQL, Detail: []stories.Field{{Name: "datasource", Value: r.Datasource}},
	}
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

// longestValue is how much of a value is shown.
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
