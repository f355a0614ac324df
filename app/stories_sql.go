package app

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/devtools/stories"
)

// noteStatements lets the databases tell of statements; where nothing is remembered, nobody.
func (g *generation) noteStatements() {
	for _, name := range g.databases.of.Names() {
		db, _ := g.databases.of.ByName(name)
		if g.stories == nil {
			db.OnRan(nil)
			continue
		}
		of := g.stories
		db.OnRan(func(ctx context.Context, r *data.Ran) {
			if s := stories.Of(ctx); s != nil {
				s.Add(statementStep(of, r))
			}
		})
	}
}

// statementStep returns what is told of a statement. Where a name in it is that of a secret, the values that are written in it are left
// out, and those of parameters as well, unless it is known that they belong to another column.
func statementStep(of *stories.Recorder, r *data.Ran) stories.Step {
	step := stories.Step{Kind: stories.SQL, Began: r.Began, Took: r.Took, Text: r.SQL, Detail: []stories.Field{{Name: "datasource", Value: r.Datasource}}}
	secret := false
	if !r.Control {
		step.Shape = r.Masked()
		for name := range r.Identifiers {
			secret = secret || of.IsSecret(name)
		}
		if secret {
			step.Text = step.Shape
		}
	}
	for i, value := range r.Values {
		name := r.Columns[i]
		shown := stories.Masked
		if !of.IsSecret(name) && (name != "" || !secret) {
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
			return strconv.Quote(value[:longestValue]) + "… (" + strconv.Itoa(len(value)) + " bytes)"
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
