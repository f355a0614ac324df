package app

import (
	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/jsapi/sql"
	"github.com/fwrun/fwrun/platform/config"
)

// readViolations reads the answers to statements that violate a constraint of the database, by the kind of
// the error.
func readViolations(r *config.Reader) map[string]sql.Violation {
	answers := map[string]sql.Violation{}
	for _, v := range [...]struct {
		kind data.ErrorKind
		name string
	}{
		{data.UniqueViolation, "unique"},
		{data.ForeignKeyViolation, "foreign-key"},
		{data.CheckViolation, "check"},
		{data.NotNullViolation, "not-null"},
	} {
		status := r.Int("framework.sql.violations." + v.name)
		if status != 500 { // as for any other error
			answers[v.kind.String()] = sql.Violation{Status: status, Public: v.kind.Public()}
		}
	}
	return answers
}
