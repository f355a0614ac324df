package data

import (
	"crypto/sha256"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/data/datatest"
)

// TestRunnersAreKilled has 8 runners at a time migrate one database or cluster, and kills them at random moments. Each file
// has then run once, and nothing is half recorded.
func TestRunnersAreKilled(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it takes a minute")
	}
	t.Run("SQLite", func(t *testing.T) { killSQL(t, "sqlite:"+t.TempDir()+"/shop.db") })
	t.Run("PostgreSQL", func(t *testing.T) { killSQL(t, datatest.Postgres(t)) })
	t.Run("MariaDB", func(t *testing.T) { killSQL(t, datatest.MariaDB(t)) })
	t.Run("OpenSearch", killSearch)
}

func killSQL(t *testing.T, url string) {
	target := &killedSQL{T: t, url: url}
	newKilling(t, "datasource: { name: main, url: \""+url+"\" }\n", target).run()
}

// killedSQL is a database. Each statement of a file that changes something adds a row to the table log.
type killedSQL struct {
	*testing.T
	url string
}

// pauses are statements that take some milliseconds.
var pauses = map[data.Dialect]string{
	data.SQLite:   "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 50000) SELECT max(n) FROM c;\n",
	data.Postgres: "SELECT pg_sleep(0.05);\n",
	data.MySQL:    "DO SLEEP(0.05);\n",
}

// logged is how many rows each file adds, by the number in its name.
var logged = map[string]int{"0": 0, "1": 2, "2": 3, "3": 3}

func (s *killedSQL) files(round int) map[string]string {
	settings := data.Settings{Name: "main", URL: s.url}
	dialect, err := settings.Dialect()
	if err != nil {
		s.Fatal(err)
	}
	rows := func(file string, between ...string) string {
		var text strings.Builder
		for i, statement := range between {
			fmt.Fprintf(&text, "INSERT INTO log VALUES ('%s', %d);\n%s", file, i+1, statement)
		}
		return text.String()
	}
	pause := pauses[dialect]
	schema, plain, outside := named(round, 1, ".sql"), named(round, 2, ".sql"), named(round, 3, ".sql")
	files := map[string]string{
		schema:  rows(schema, fmt.Sprintf("CREATE TABLE t_%03d (n int);\n%s", round, pause), ""),
		plain:   rows(plain, pause, pause, ""),
		outside: "-- fwrun: no-transaction\n" + rows(outside, pause, pause, ""),
	}
	if round == 0 {
		files[named(0, 0, ".sql")] = "CREATE TABLE log (file varchar(40), n int)"
	}
	return files
}

// decide undoes a file, or completes it.
func (s *killedSQL) decide(k *killing, file, hint string) {
	db := s.open()
	defer func() { _ = db.Close() }()
	table := "t_" + file[:3]
	if k.coin() {
		s.execute(db, "DELETE FROM log WHERE file = '"+file+"'")
		if file[4] == '1' {
			s.execute(db, "DROP TABLE IF EXISTS "+table)
		}
		s.execute(db, "DELETE FROM framework_migrations WHERE migration_path = 'main/"+file+"'")
		return
	}
	for n := range logged[file[4:5]] {
		s.execute(db, fmt.Sprintf("INSERT INTO log SELECT '%[1]s', %[2]d FROM (SELECT 1) x WHERE NOT EXISTS (SELECT 1 FROM log l WHERE "+
			"l.file = '%[1]s' AND l.n = %[2]d)", file, n+1))
	}
	if file[4] == '1' {
		s.execute(db, "CREATE TABLE IF NOT EXISTS "+table+" (n int)")
	}
	command := regexp.MustCompile("`fwrun migrate (baseline \\S+ --connection main)`").FindStringSubmatch(hint)
	if command == nil {
		s.Fatalf("the hint is %q", hint)
	}
	words := strings.Fields(command[1])
	k.command(append(words, k.folder)...)
}

func (s *killedSQL) open() *data.DB {
	db, err := data.Open(s.Context(), data.Settings{Name: "main", URL: s.url})
	if err != nil {
		s.Fatal(err)
	}
	return db
}

func (s *killedSQL) execute(db *data.DB, statement string) {
	s.Helper()
	if err := db.ExecuteOne(s.Context(), statement); err != nil {
		s.Fatalf("%s: %v", statement, err)
	}
}

func (s *killedSQL) buried(int) {}

func (s *killedSQL) check(files map[string]string) {
	db := s.open()
	defer func() { _ = db.Close() }()
	var rows, records []string
	for _, name := range sortedNames(files) {
		for n := range logged[name[4:5]] {
			rows = append(rows, fmt.Sprintf("%s %d", name, n+1))
		}
		records = append(records, fmt.Sprintf("main/%s %x", name, sha256.Sum256([]byte(files[name]))))
		if name[4] == '1' {
			s.execute(db, "SELECT count(*) FROM t_"+name[:3])
		}
	}
	s.same("the rows", db, "SELECT file, n FROM log ORDER BY file, n", rows)
	s.same("the records", db, "SELECT migration_path, content_hash FROM framework_migrations ORDER BY migration_path", records)
}

// same compares the result of a query with lines.
func (s *killedSQL) same(what string, db *data.DB, query string, want []string) {
	s.Helper()
	rows, err := db.Query(s.Context(), query, data.Args{})
	if err != nil {
		s.Fatal(err)
	}
	got := make([]string, rows.Len())
	for i := range got {
		got[i] = strings.TrimSpace(fmt.Sprint(rows.Cell(i, 0).Value(), " ", rows.Cell(i, 1).Value()))
	}
	if g, w := strings.Join(got, "\n"), strings.Join(want, "\n"); g != w {
		s.Errorf("%s: got\n%s\nwant\n%s", what, g, w)
	}
}
