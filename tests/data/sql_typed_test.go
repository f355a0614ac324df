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

// typedApplication queries rows with declared types: classes of all kinds, shapes, and lists of values.
const typedApplication = `import { Column, GetMapping, Id, Query, Repository, RestController, SqlTemplate, Table } from "fwrun";

@Table("kinds") export class Kind { @Id id: int; }

export class Plain {
  id: int;
  yes: boolean;
  @Column("at") moment: Date | null;
  day: Date;
  tags: string[];
  address: { city: string };
  text: string;
}
export class Derived extends Plain { extra: string = "x"; }
export class Camel { isYes: boolean; tagList: string[]; }

const ALL = "SELECT id, yes, at, day, tags, address, text FROM kinds ORDER BY id";

export class Kinds extends Repository<Kind> {
  @Query(ALL) classes(): Plain[] {}
  @Query(ALL) derived(): Derived[] {}
  @Query("SELECT yes AS is_yes, tags AS tag_list FROM kinds WHERE id = :id") camel(id: int): Camel {}
  @Query(ALL) shapes(): { id: int, yes: boolean, at: Date, day: Date, tags: string[], address: { city: string }, text: string }[] {}
  @Query("SELECT yes, tags FROM kinds WHERE id = :id") shape(id: int): { yes: boolean, tags: string[] } | null {}
  @Query("SELECT yes, yes AS again FROM kinds WHERE id = 1") map(): Record<string, boolean> {}
  @Query("SELECT yes FROM kinds ORDER BY id") truths(): boolean[] {}
  @Query("SELECT day FROM kinds ORDER BY id") days(): Date[] {}
  @Query("SELECT tags FROM kinds ORDER BY id") lists(): string[][] {}
  @Query("SELECT yes FROM kinds WHERE id = :id") truth(id: int): boolean | null {}
  @Query("SELECT text FROM kinds ORDER BY id") texts(): string[] {}
}

const told = (v: any): string => v === null ? "null" : v instanceof Date ? "Date " + v.toISOString()
  : Array.isArray(v) ? "[" + v.map(told).join(", ") + "]"
  : typeof v === "object" ? "{" + Object.keys(v).map((k) => k + ": " + told(v[k])).join(", ") + "}" : typeof v + " " + v;

@RestController
export class Api {
  constructor(private kinds: Kinds, private sql: SqlTemplate) {}
  @GetMapping("/told") async told() {
    const all: Record<string, any> = {
      classes: this.kinds.classes(), derived: this.kinds.derived(), camel: this.kinds.camel(1), shapes: this.kinds.shapes(),
      shape: this.kinds.shape(1), none: this.kinds.shape(9), map: this.kinds.map(), truths: this.kinds.truths(), days: this.kinds.days(),
      lists: this.kinds.lists(), truth: this.kinds.truth(1), texts: this.kinds.texts(),
      query: this.sql.query(ALL, [], Plain), one: this.sql.queryForObject(ALL + " LIMIT 1", [], Derived), streamed: [],
    };
    for await (const row of this.sql.stream(ALL, [], Plain)) all.streamed.push(row);
    return Object.keys(all).map((name) => name + ": " + told(all[name])).join("\n");
  }
  @GetMapping("/shapes") shapes() { return this.kinds.shapes(); }
  @GetMapping("/classes") classes() { return this.sql.query(ALL, [], Plain); }
  @GetMapping("/stream") stream() { return this.sql.stream(ALL, [], Plain); }
  @GetMapping("/shape") shape() { return this.kinds.shape(1); }
}
`

// TestSQLTyped: values have the declared types, with every database.
func TestSQLTyped(t *testing.T) {
	t.Parallel()
	row := func(rest string, id, yes, text string) string {
		return "{id: number " + id + ", yes: boolean " + yes + ", " + rest + ", tags: [string a, string b], address: {city: string Köln}, text: string " +
			text
	}
	plain := "day: Date 2024-02-29T00:00:00.000Z"
	moment, at := "moment: Date 2024-02-29T12:00:00.000Z, "+plain, "at: Date 2024-02-29T12:00:00.000Z, "+plain
	two := func(rest, end string) string {
		return "[" + row(rest, "1", "true", "1") + end + ", " + row(rest, "2", "false", "0") + end + "]"
	}
	want := strings.Join([]string{
		"classes: " + two(moment, "}"), "derived: " + two(moment, ", extra: string x}"), "camel: {isYes: boolean true, tagList: [string a, string b]}",
		"shapes: " + two(at, "}"), "shape: {yes: boolean true, tags: [string a, string b]}", "none: null", "map: {yes: boolean true, again: boolean true}",
		"truths: [boolean true, boolean false]", "days: [Date 2024-02-29T00:00:00.000Z, Date 2024-02-29T00:00:00.000Z]",
		"lists: [[string a, string b], [string a, string b]]", "truth: boolean true", "texts: [string 1, string 0]",
		"query: " + two(moment, "}"), "one: " + row(moment, "1", "true", "1") + ", extra: string x}", "streamed: " + two(moment, "}"),
	}, "\n")
	json := func(at string) string {
		one := func(id, yes, text string) string {
			return `{"id":` + id + `,"yes":` + yes + `,"` + at + `":"2024-02-29T12:00:00.000Z","day":"2024-02-29T00:00:00.000Z","tags":["a","b"],` +
				`"address":{"city":"Köln"},"text":"` + text + `"}`
		}
		return "[" + one("1", "true", "1") + "," + one("2", "false", "0") + "]"
	}
	const rows = "INSERT INTO kinds (id, yes, at, day, tags, address, text) VALUES (1, TRUE, '2024-02-29 12:00:00', '2024-02-29', '[\"a\",\"b\"]', " +
		"'{\"city\":\"Köln\"}', '1');INSERT INTO kinds (id, yes, at, day, tags, address, text) VALUES (2, FALSE, '2024-02-29 12:00:00', '2024-02-29', " +
		"'[\"a\",\"b\"]', '{\"city\":\"Köln\"}', '0')"
	for _, database := range []struct {
		name  string
		url   func(*testing.T) string
		table string
	}{
		{
			"SQLite", func(t *testing.T) string { return "sqlite:" + filepath.Join(t.TempDir(), "typed.db") },
			"yes integer, at text, day text, tags text, address text, text text",
		},
		{"PostgreSQL", datatest.Postgres, "yes boolean, at timestamptz, day date, tags json, address text, text text"},
		{"MariaDB", datatest.MariaDB, "yes tinyint, at datetime, day date, tags json, address text, text text"},
	} {
		t.Run(database.name, func(t *testing.T) {
			url := database.url(t)
			db := datatest.Open(t, data.Settings{Name: "typed", URL: url})
			set := ""
			if database.name == "PostgreSQL" {
				set = "SET timezone TO 'UTC'; "
			}
			if err := db.Execute(context.Background(), set+"CREATE TABLE kinds (id bigint, "+database.table+"); "+rows); err != nil {
				t.Fatal(err)
			}
			folder := t.TempDir()
			harness.WriteFile(t, filepath.Join(folder, "typed.ts"), typedApplication)
			if err := os.Mkdir(filepath.Join(folder, "config"), 0o755); err != nil {
				t.Fatal(err)
			}
			harness.WriteFile(t, filepath.Join(folder, "config/application.yml"), "server: { workers: { min: 1, max: 1 } }\n"+
				"datasource: { name: main, url: \""+url+"\" }\n")
			_, base := harness.Serve(t, folder)
			for path, want := range map[string]string{
				"/told": want, "/shapes": json("at"), "/classes": json("moment"), "/stream": json("moment"), "/shape": `{"yes":true,"tags":["a","b"]}`,
			} {
				if said := got(t, base+path); said != "200 OK\n"+want {
					t.Errorf("%s\n%s", path, differing(said, "200 OK\n"+want))
				}
			}
		})
	}
}
