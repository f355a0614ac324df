//go:build unix

package app_test

import (
	"fmt"
	"strings"
	"testing"
)

const benchedRows = `import { GetMapping, Id, Query, Repository, RestController, SqlTemplate, Table } from "fwrun";
@Table("articles") export class Article {
  @Id id: int; slug: string; title: string; description: string; body: string; created: Date; updated: Date; favorites: int;
  tags: string[]; favorited: boolean; following: boolean; username: string; bio: string | null; image: string | null; score: double;
}
export class Articles extends Repository<Article> { @Query("SELECT * FROM articles ORDER BY id") listed(): Article[] { throw 0; }
  @Query("SELECT * FROM articles ORDER BY id LIMIT :limit OFFSET :offset") page(limit: int, offset: int): Shown[] { throw 0; } }
export class Base { id: int; slug: string; title: string; description: string; body: string; created: Date; updated: Date;
  favorites: int; tags: string[]; }
export class Shown extends Base { favorited: boolean; following: boolean; username: string; bio: string | null; image: string | null; score: double; }
@RestController export class Rows {
  constructor(private articles: Articles, private sql: SqlTemplate) {}
  @GetMapping("/found") found() { return this.articles.findAll(); }
  @GetMapping("/listed") listed() { return this.articles.listed(); }
  @GetMapping("/one") one() { return this.articles.findById(1); }
  @GetMapping("/five") five() { let n = 0; for (const a of this.articles.listed()) { a.id; a.slug; a.title; a.favorites; a.username; n++; } return n;
    }
  @GetMapping("/mapped") mapped() {
    return this.articles.listed().map(({ username, bio, image, following, ...article }) => ({ ...article,
      author: { username, bio, image, following } }));
  }
  @GetMapping("/picked") picked() { return this.articles.listed().map(({ id, slug, title }) => ({ id, slug, title })); }
  @GetMapping("/spread") spread() { return this.articles.listed().map((a) => ({ ...a, extra: 1 })); }
  @GetMapping("/assigned") assigned() { const all = this.articles.listed(); for (const a of all) a.favorited = a.id > 10; return all; }
  @GetMapping("/added") added() { const all: any[] = this.articles.listed(); for (const a of all) a.author = { id: a.id }; return all; }
  @GetMapping("/of-a-class") classed() { return this.sql.query("SELECT * FROM articles", [],
    Shown).map(({ id, slug, title }) => ({ id, slug, title })); }
  @GetMapping("/page") page() { return this.articles.page(20, 0).map(({ id, slug, title }) => ({ id, slug, title })); }
  @GetMapping("/of-no-class") plain() { const all = this.sql.query("SELECT * FROM articles"); for (const a of all) { a.id; a.slug;
    a.title; } return all; }
}`

// BenchmarkRows measures requests for twenty rows of fifteen columns, by what the handler does to them. With FWRUN_TRICKS=records the rows
// are plain objects.
func BenchmarkRows(b *testing.B) {
	var statements strings.Builder
	statements.WriteString(`CREATE TABLE articles (id INTEGER PRIMARY KEY, slug TEXT, title TEXT, description TEXT, body TEXT,
		created DATETIME, updated DATETIME,
		favorites INTEGER, tags TEXT, favorited BOOLEAN, following BOOLEAN, username TEXT, bio TEXT, image TEXT, score REAL);`)
	for i := range 20 {
		fmt.Fprintf(&statements, `INSERT INTO articles VALUES (%d, 'how-to-%[1]d', 'How to %[1]d', 'A description of some length, number %[1]d', '%[2]s',
			'2024-05-01 10:20:30.045', '2024-05-02 10:20:30', %[1]d, '["a","b","c"]', 0, 1, 'user%[1]d', NULL, 'https://example.com/%[1]d.png', 0.5);`, i+1,
			strings.Repeat("Some text. ", 10))
	}
	running := startBenched(b, map[string]string{
		"rows.ts": benchedRows, "migrations/main/1.sql": statements.String(),
		"config/application.yml": "datasource: { name: main, url: \"sqlite:rows.db\" }\nmigrations: { onStart: true }\n",
	})
	for _, path := range []string{
		"found", "listed", "one", "five", "mapped", "picked", "spread", "assigned", "added", "of-a-class",
		"page", "of-no-class",
	} {
		b.Run(path, func(b *testing.B) {
			last := repeat(b, running, "GET /"+path+" HTTP/1.1\r\nHost: 127.0.0.1:8080\r\n\r\n")
			if strings.HasPrefix(last, "HTTP/1.1 ") && !strings.HasPrefix(last, "HTTP/1.1 200 ") { // or the end of a long answer
				b.Fatal(last)
			}
		})
	}
	_ = running.Close(b.Context())
}
