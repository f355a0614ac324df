package editor

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/app/databases"
	"github.com/fwrun/fwrun/lsp"
)

// statement matches how a statement of SQL begins.
var statement = regexp.MustCompile(`(?i)^\s*(select|insert|update|delete|replace|with)\b`)

// isSQL reports whether the cursor is in a text that is a statement of SQL.
func (c *cursor) isSQL() bool {
	return c.within.quote != 0 && statement.MatchString(c.Text[c.within.from:c.within.to])
}

// tables returns the tables that a statement may use: those of its datasource, as far as that is known.
func (x *index) tables(at cursor) databases.Tables {
	all := databases.Tables{}
	for name, tables := range x.Tables {
		if !x.isFor(at, name) {
			continue
		}
		maps.Copy(all, tables)
	}
	return all
}

// isFor reports whether the statement at the cursor may be for a datasource.
func (x *index) isFor(at cursor, datasource string) bool {
	if x.Manifest == nil {
		return true
	}
	for _, s := range x.Manifest.Statements {
		if s.Place.File == at.File && s.Place.Line <= at.Line && at.Line <= s.Place.Line+strings.Count(s.Text, "\n") {
			return s.Datasource == "" || s.Anywhere || s.Datasource == datasource
		}
	}
	return true
}

// from matches a table in a statement, with the name that it is given.
var from = regexp.MustCompile(`(?i)\b(?:from|join|update|into)\s+"?(\w+)"?(?:\s+(?:as\s+)?(\w+))?`)

// named returns the tables that a statement names, by their names and those that they are given.
func (c *cursor) named(tables databases.Tables) map[string]string {
	list := map[string]string{}
	for _, m := range from.FindAllStringSubmatch(c.Text[c.within.from:c.within.to], -1) {
		for name := range tables {
			if strings.EqualFold(name, m[1]) {
				list[strings.ToLower(m[1])], list[strings.ToLower(m[2])] = name, name
			}
		}
	}
	delete(list, "")
	return list
}

// aboutColumn says what the column or the table under the cursor is.
func (x *index) aboutColumn(at cursor) string {
	tables, word := x.tables(at), at.word()
	if word == "" {
		return ""
	}
	named := at.named(tables)
	var parts []string
	for _, table := range slices.Sorted(maps.Keys(tables)) {
		if strings.EqualFold(table, word) {
			var columns []string
			for _, c := range tables[table] {
				columns = append(columns, "`"+c.Name+"` "+c.Type)
			}
			parts = append(parts, "table `"+table+"`: "+strings.Join(columns, ", "))
		}
		for _, c := range tables[table] {
			if strings.EqualFold(c.Name, word) && (len(named) == 0 || slices.Contains(slices.Collect(maps.Values(named)), table)) {
				parts = append(parts, fmt.Sprintf("`%s.%s` %s", table, c.Name, typeOf(c)))
			}
		}
	}
	return strings.Join(parts, "\n\n")
}

func typeOf(c databases.Column) string {
	text := strings.ToUpper(c.Type)
	if c.NotNull {
		text += " NOT NULL"
	}
	if c.Primary {
		text += " PRIMARY KEY"
	}
	return strings.TrimSpace(text)
}

// completeSQL lists the columns of the tables that the statement names, or of the one before a point, and then the tables.
func (x *index) completeSQL(at cursor) (list []lsp.Completion) {
	tables := x.tables(at)
	typed := at.Text[at.wordBegin():at.offset]
	named, of := at.named(tables), ""
	if begin := at.wordBegin(); begin > 0 && at.Text[begin-1] == '.' {
		before := at
		before.offset = begin - 1
		of = strings.ToLower(before.word())
	}
	add := func(text, detail string) {
		known := func(c lsp.Completion) bool { return c.Text == text }
		if strings.HasPrefix(strings.ToLower(text), strings.ToLower(typed)) && !slices.ContainsFunc(list, known) {
			list = append(list, lsp.Completion{Text: text, Detail: detail, Before: len(typed)})
		}
	}
	for _, table := range slices.Sorted(maps.Keys(tables)) {
		isNamed := slices.Contains(slices.Collect(maps.Values(named)), table)
		if of != "" && named[of] != table || len(named) > 0 && !isNamed {
			continue
		}
		for _, c := range tables[table] {
			add(c.Name, table+": "+typeOf(c))
		}
	}
	if of == "" {
		for _, table := range slices.Sorted(maps.Keys(tables)) {
			add(table, "table")
		}
	}
	return list
}
