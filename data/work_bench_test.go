package data

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"
)

// The statements of an application of articles: what it lists, shows and writes.
const (
	workTags = `select t.name from tags t join article_tags a on a.tag = t.id group by t.id order by count(*) desc, t.name limit 10`
	workOne  = `select a.id, a.slug, a.title, a.description, a.body, a.created, a.updated, u.username, u.bio, u.image,
		(select count(*) from favourites f where f.article = a.id) as favourites,
		exists (select 1 from favourites f where f.article = a.id and f.user = :me) as favourited,
		exists (select 1 from follows o where o.followed = a.author and o.follower = :me) as following,
		(select json_group_array(t.name) from article_tags x join tags t on t.id = x.tag where x.article = a.id) as tags
		from articles a join users u on u.id = a.author where a.slug = :slug`
	workList = `select a.id, a.slug, a.title, a.description, a.created, a.updated, u.id as author, u.username, u.bio, u.image, u.email,
		(select count(*) from favourites f where f.article = a.id) as favourites,
		exists (select 1 from favourites f where f.article = a.id and f.user = :me) as favourited,
		exists (select 1 from follows o where o.followed = a.author and o.follower = :me) as following, a.author as writer
		from articles a join users u on u.id = a.author order by a.created desc, a.id desc limit 20`
	workInsert = `insert into comments (article, author, body, created) values (?, ?, ?, ?)`
	workSchema = `
		create table users (id integer primary key, username text unique, email text, bio text, image text);
		create table articles (id integer primary key, slug text unique, title text, description text, body text, author integer references users,
			created timestamp, updated timestamp);
		create index articles_created on articles (created);
		create table tags (id integer primary key, name text unique);
		create table article_tags (article integer, tag integer, primary key (article, tag)) without rowid;
		create table favourites (article integer, user integer, primary key (article, user)) without rowid;
		create table follows (followed integer, follower integer, primary key (followed, follower)) without rowid;
		create table comments (id integer primary key, article integer references articles, author integer references users, body text, created timestamp);
		with recursive n(i) as (select 1 union all select i + 1 from n where i < 20)
			insert into users select i, 'user' || i, 'user' || i || '@example.com', 'Writes about number ' || i, 'https://example.com/' || i || '.png' from n;
		with recursive n(i) as (select 1 union all select i + 1 from n where i < 40)
			insert into articles select i, 'article-' || i, 'Article ' || i, 'What is to be said of ' || i, replace(hex(zeroblob(300)), '00',
				'ab '), 1 + i % 20,
			datetime('2024-05-01', '+' || i || ' hours'), datetime('2024-05-02', '+' || i || ' hours') from n;
		with recursive n(i) as (select 1 union all select i + 1 from n where i < 10) insert into tags select i, 'tag' || i from n;
		insert into article_tags select a.id, t.id from articles a join tags t on (a.id + t.id) % 10 < 3;
		insert into favourites select a.id, u.id from articles a join users u on (a.id * u.id) % 7 = 0;
		insert into follows select a.id, b.id from users a join users b on (a.id + b.id) % 3 = 0;`
)

// workDB returns a database with what the statements read.
func workDB(b *testing.B, s Settings) *DB {
	b.Helper()
	s.URL, s.Folder = "sqlite:work.db", b.TempDir()
	db := openSQLite(b, s)
	mustExecute(b, db, workSchema)
	return db
}

// requestContext returns a context as the handlers of requests have: it can be canceled, and ends.
func requestContext(b *testing.B) context.Context {
	b.Helper()
	ctx, cancel := context.WithTimeout(b.Context(), 25*time.Second)
	b.Cleanup(cancel)
	return ctx
}

func BenchmarkWork(b *testing.B) {
	db := workDB(b, Settings{})
	ctx := requestContext(b)
	reads := []struct {
		name, sql string
		args      Args
		rows      int
	}{
		{"nothing", "select 1", Args{}, 1},
		{"tags", workTags, Args{}, 10},
		{"list", workList, Args{Names: []string{"me"}, Values: []any{int64(3)}}, 20},
		{
			"page", strings.Replace(workList, "limit 20", "limit :limit offset :from", 1),
			Args{Names: []string{"me", "limit", "from"}, Values: []any{int64(3), int64(20), int64(0)}},
			20,
		},
		{"one", workOne, Args{Names: []string{"me", "slug"}, Values: []any{int64(3), "article-17"}}, 1},
	}
	for _, read := range reads {
		b.Run(read.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				rows, err := db.Query(ctx, read.sql, read.args)
				if err != nil || rows.Len() != read.rows {
					b.Fatal(rows, err)
				}
			}
		})
	}
	b.Run("insert", func(b *testing.B) {
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			err := db.Transaction(ctx, TxOptions{}, func(tx *Tx) error {
				_, err := tx.Update(ctx, workInsert, Positional(int64(1+i%40), int64(1+i%20), fmt.Sprint("Comment ", i), time.UnixMilli(int64(i))))
				return err
			})
			if err != nil {
				b.Fatal(err)
			}
		}
	})
}
