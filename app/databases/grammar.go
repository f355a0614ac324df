package databases

import (
	"regexp"
	"slices"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/data/sqltext"
	"github.com/fwrun/fwrun/jsapi/sql"
)

// grammar adapts a dialect to [sql.Grammar].
type grammar struct{ dialect data.Dialect }

func (g grammar) Dialect() string { return g.dialect.String() }

// returning matches a change that returns rows.
var returning = regexp.MustCompile(`(?i)\bRETURNING\b`)

func (g grammar) Describe(text string) (sql.Statement, error) {
	parsed, err := sqltext.Parse(g.dialect, text)
	if err != nil {
		return sql.Statement{}, err
	}
	s := sql.Statement{Rows: parsed.Kind == sqltext.Read || returning.MatchString(text)}
	for _, p := range parsed.Params {
		switch {
		case p.Name == "":
			s.Marks++
		case !slices.Contains(s.Names, p.Name):
			s.Names = append(s.Names, p.Name)
		}
	}
	return s, nil
}
