package databases

import (
	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/jsapi/sql"
	"github.com/fwrun/fwrun/platform/config"
)

// Statements are the settings of the statements of scripts, whatever their database.
type Statements struct {
	Prove      bool                     // before they run
	Violations map[string]sql.Violation // the answers to those that violate a constraint, by the kind of the error
}

// ReadStatements reads the settings.
func ReadStatements(r *config.Reader) Statements {
	s := Statements{Prove: r.Bool("framework.sql.prove"), Violations: map[string]sql.Violation{}}
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
			s.Violations[v.kind.String()] = sql.Violation{Status: status, Public: v.kind.Public()}
		}
	}
	return s
}
