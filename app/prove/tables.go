package prove

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/app/folder"
	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/jsapi/rowsql"
	migratesql "github.com/fwrun/fwrun/migrate/sql"
	"github.com/fwrun/fwrun/platform/fault"
)

// table checks that the table and the columns of a row class exist.
func (p *proof) table(t *manifest.Table) {
	db, reason := p.open(t.Datasource)
	if reason != "" {
		p.not(reason)
		return
	}
	names := make([]string, len(t.Columns))
	for i, column := range t.Columns {
		names[i] = column.Name
	}
	sql := rowsql.New(rowsql.Dialect(db.Dialect().String()), t.Name, names, t.ID).Find(nil, nil, false)
	_, err := db.Prepare(p.ctx, sql)
	if err == nil {
		p.Tables++
		return
	}
	e := p.refused(db, err)
	if e == nil {
		return
	}
	if p.isOwn(last(t.Name)) {
		p.not(unprovedOwnTables)
		return
	}
	columns, known := p.catalogue(db)[strings.ToLower(t.Name)]
	if what, _ := e.Missing(); what == data.MissingColumn && known {
		p.columns(db, t, columns)
		return
	}
	d := t.Problem("row-table", fmt.Sprintf("%s is mapped to the table %q: %s", t.Class.Name, t.Name, e.Message))
	d.Severity = p.severity()
	if what, _ := e.Missing(); what == data.MissingTable {
		d.Message = fmt.Sprintf("%s is mapped to the table %q, which does not exist in the database %q", t.Class.Name, t.Name, db.Name())
		d.Hint, d.Mend = p.hintTable(db, t.Name)
	}
	p.report(d)
}

// columns reports columns that the table does not have.
func (p *proof) columns(db *data.DB, t *manifest.Table, there []string) {
	for _, column := range t.Columns {
		has := func(name string) bool { return name == column.Name }
		if db.Dialect() != data.Postgres { // which folds unquoted names to lower case
			has = func(name string) bool { return strings.EqualFold(name, column.Name) }
		}
		if slices.ContainsFunc(there, has) {
			continue
		}
		d := column.Problem("row-column", fmt.Sprintf("%s.%s is mapped to the column %q, which does not exist in the table %q",
			t.Class.Name, column.Field, column.Name, t.Name))
		d.Severity = p.severity()
		d.Hint = "the columns are " + strings.Join(there, ", ") + "; create it in a migration, or write @Transient before a field that is not a column"
		if near := fault.Nearest(column.Name, there); near != "" {
			d.Hint, d.Mend = fmt.Sprintf("did you mean %q?", near), &fault.Mend{Old: column.Name, New: near}
		}
		p.report(d)
	}
}

// hintTable suggests the most similar table, or what to do about a missing one.
func (p *proof) hintTable(db *data.DB, name string) (hint string, mend *fault.Mend) {
	catalogue := p.catalogue(db)
	tables := slices.Sorted(maps.Keys(catalogue))
	tables = slices.DeleteFunc(tables, func(table string) bool {
		return table == migratesql.Table || strings.HasPrefix(table, "fwrun_") // those of queues, caches and locks
	})
	if near := fault.Nearest(strings.ToLower(name), tables); near != "" {
		return fmt.Sprintf("did you mean %q?", near), &fault.Mend{Old: name, New: near}
	}
	files := filepath.Join(p.on.Migrations, db.Name())
	switch {
	case !slices.Contains(p.on.Migrated, db.Name()) && folder.Exists(files):
		return "run the migrations in migrations/" + db.Name() + ", or set migrations.onStart: true", nil
	case len(tables) == 0:
		return "the database has no tables; create them in a migration in migrations/" + db.Name(), nil
	case len(tables) <= 12:
		return "the tables are " + strings.Join(tables, ", "), nil
	}
	return "create it in a migration in migrations/" + db.Name(), nil
}

// isOwn reports whether scripts create the table.
func (p *proof) isOwn(name string) bool { return p.made[strings.ToLower(name)] }

// severity returns the severity of a missing table or column: a warning if scripts run unknown statements
// that may create it.
func (p *proof) severity() fault.Severity {
	if p.anything {
		return fault.Warning
	}
	return fault.Err
}

// last returns a name without its schema.
func last(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }
