package app

import (
	"regexp"
	"slices"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/data/sqltext"
	"github.com/fwrun/fwrun/jsapi"
)

// grammar makes a dialect a [jsapi.Grammar].
type grammar struct{ dialect data.Dialect }

func (g grammar) Dialect() string {
	switch g.dialect {
	case data.Postgres:
		return "postgres"
	case data.MySQL:
		return "mysql"
	}
	return "sqlite"
}

// returning tells a change that returns rows.
var returning = regexp.MustCompile(`(?i)\bRETURNING\b`)

func (g grammar) Describe(sql string) (jsapi.Statement, error) {
	parsed, err := sqltext.Parse(g.dialect, sql)
	if err != nil {
		return jsapi.Statement{}, err
	}
	s := jsapi.Statement{Rows: parsed.Kind == sqltext.Read || returning.MatchString(sql)}
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
