package data

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/data/datatest"
	"github.com/fwrun/fwrun/tests/harness"
)

// valuesApplication returns the value of each kind of column in a script, and its JSON.
const valuesApplication = `import { Autowired, GetMapping, PostConstruct, RestController, SqlTemplate } from "fwrun";

const told = (v) => v === null ? "null"
  : v instanceof Date ? "Date " + v.toISOString()
  : v instanceof Uint8Array ? "Uint8Array " + v.join(".")
  : typeof v === "object" ? "object " + JSON.stringify(v)
  : typeof v + " " + v;
const rowTold = (row) => Object.keys(row).map((name) => name + ": " + told(row[name])).join("\n");

@RestController
export class Values {
  /** @type {SqlTemplate} */
  @Autowired sql;

  @PostConstruct start() {
    const insert = "INSERT INTO kinds VALUES (:id, :big, :small, :decimal, :exact, :text, :bytes, :doc, :day, :at, :yes)";
    this.sql.update(insert, {
      id: 1, big: 9007199254740993n, small: -7, decimal: "12.50", exact: EXACT, text: "ä😀", bytes: new Uint8Array([0, 255]),
      doc: JSON.stringify({ a: [1, null] }), day: "2024-02-29", at: new Date(1709208000123), yes: true,
    });
    this.sql.update(insert, {
      id: -9223372036854775808n, big: null, small: null, decimal: null, exact: null, text: null, bytes: null, doc: null, day: null,
        at: null, yes: null,
    });
  }

  @GetMapping("/row") row() { return rowTold(this.sql.queryForMap("SELECT * FROM kinds WHERE big = ?", 9007199254740993n)); }
  @GetMapping("/streamed") async streamed() {
    for await (const row of this.sql.stream("SELECT * FROM kinds ORDER BY id DESC")) return rowTold(row);
  }
  @GetMapping("/nulls") nulls() { return rowTold(this.sql.queryForMap("SELECT * FROM kinds WHERE id < 0")); }
  @GetMapping("/json") json() { return this.sql.query("SELECT * FROM kinds WHERE id = 1"); }
  @GetMapping("/json-stream") jsonStream() { return this.sql.stream("SELECT * FROM kinds WHERE id = 1"); }
  @GetMapping("/neighbours") neighbours() {
    return [9007199254740992n, 9007199254740993n, 9007199254740994n]
      .map((n) => this.sql.queryForScalar("SELECT count(*) FROM kinds WHERE big = ?", n)).join();
  }
}
`

// TestSQLValues maps values of every kind from and to scripts on every database.
func TestSQLValues(t *testing.T) {
	t.Parallel()
	const exact = "12345678901234567890.12345"
	for _, database := range []struct {
		name   string
		url    func(*testing.T) string
		table  string
		change map[string]string // in the expected values
	}{
		{
			"SQLite", func(t *testing.T) string { return "sqlite:" + filepath.Join(t.TempDir(), "values.db") },
			"big bigint, small integer, decimal decimal(10,2), exact text, text text, bytes blob, doc json, day date, at timestamp, yes boolean",
			nil,
		},
		{
			"PostgreSQL", datatest.Postgres,
			"big bigint, small smallint, decimal decimal(10,2), exact numeric, text text, bytes bytea, doc json, day date, at timestamptz, yes boolean",
			nil,
		},
		{
			"MariaDB", datatest.MariaDB,
			"big bigint unsigned, small smallint, `decimal` decimal(10,2), exact decimal(30,5), text text, bytes blob, doc json, " +
				"day date, at datetime(3), yes boolean",
			map[string]string{
				"doc: object ": "doc: string ", "yes: boolean true": "yes: number 1", `"yes":true`: `"yes":1`,
				`"doc":{"a":[1,null]}`: `"doc":"{\"a\":[1,null]}"`,
			},
		},
	} {
		t.Run(database.name, func(t *testing.T) {
			url := database.url(t)
			db := datatest.Open(t, data.Settings{Name: "values", URL: url})
			if err := db.Execute(context.Background(), "CREATE TABLE kinds (id bigint, "+database.table+")"); err != nil {
				t.Fatal(err)
			}
			folder := t.TempDir()
			harness.WriteFile(t, filepath.Join(folder, "values.js"), strings.Replace(valuesApplication, "EXACT", `"`+exact+`"`, 1))
			if err := os.Mkdir(filepath.Join(folder, "config"), 0o755); err != nil {
				t.Fatal(err)
			}
			harness.WriteFile(t, filepath.Join(folder, "config/application.yml"), "server: { workers: { min: 1, max: 1 } }\n"+
				"datasource: { name: main, url: \""+url+"\" }\n")
			_, base := harness.Serve(t, folder)

			row := "id: number 1\nbig: bigint 9007199254740993\nsmall: number -7\ndecimal: number 12.5\nexact: string " + exact + "\ntext: string ä😀\n" +
				"bytes: Uint8Array 0.255\ndoc: object {\"a\":[1,null]}\nday: string 2024-02-29\nat: Date 2024-02-29T12:00:00.123Z\nyes: boolean true"
			json := `[{"id":1,"big":9007199254740993,"small":-7,"decimal":12.5,"exact":"` + exact + `","text":"ä😀","bytes":"AP8=",` +
				`"doc":{"a":[1,null]},"day":"2024-02-29","at":"2024-02-29T12:00:00.123Z","yes":true}]`
			nulls := "id: bigint -9223372036854775808\n" + strings.Join([]string{
				"big: null", "small: null", "decimal: null", "exact: null", "text: null", "bytes: null", "doc: null", "day: null", "at: null", "yes: null",
			}, "\n")
			for path, want := range map[string]string{
				"/row": row, "/streamed": row, "/json": json, "/json-stream": json, "/nulls": nulls, "/neighbours": "0,1,0",
			} {
				for from, to := range database.change {
					want = strings.Replace(want, from, to, 1)
				}
				if said := got(t, base+path); said != "200 OK\n"+want {
					t.Errorf("%s\n%s", path, differing(said, "200 OK\n"+want))
				}
			}
		})
	}
}
