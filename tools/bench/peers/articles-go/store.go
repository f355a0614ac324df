package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"regexp"
	"strings"
	"time"

	_ "modernc.org/sqlite" // the driver "sqlite"
)

const columns = `a.id, a.slug, a.title, a.description, a.created_at AS createdAt, a.updated_at AS updatedAt,
  u.username, u.bio, u.image,
  (SELECT count(*) FROM favourites f WHERE f.article_id = a.id) AS favouritesCount,
  (SELECT count(*) FROM comments c WHERE c.article_id = a.id) AS commentsCount`

const articles = "FROM articles a JOIN users u ON u.id = a.author_id"

// statements are prepared once. Those that write are prepared on the writer.
type statements struct {
	latest, feed, bySlug, tagsOf, popularTags, userByName *sql.Stmt

	bySlugThen, add, addTag, tag, ownerOf, change, favour, unfavour *sql.Stmt
}

// store has connections that read, and one that writes, since SQLite has one writer.
type store struct {
	readers, writer *sql.DB
	prepared        statements
}

const pragmas = "?_pragma=busy_timeout(5000)&_pragma=foreign_keys(1)&_pragma=synchronous(1)&_pragma=journal_mode(WAL)"

func open(file string) (*store, error) {
	readers, err := sql.Open("sqlite", "file:"+file+pragmas)
	if err != nil {
		return nil, err
	}
	readers.SetMaxOpenConns(8)
	readers.SetMaxIdleConns(8)
	writer, err := sql.Open("sqlite", "file:"+file+pragmas+"&_txlock=immediate")
	if err != nil {
		return nil, err
	}
	writer.SetMaxOpenConns(1)
	s := &store{readers: readers, writer: writer}
	return s, s.prepare()
}

func (s *store) prepare() error {
	bySlug := "SELECT " + columns + `, a.body,
    (SELECT count(*) FROM follows WHERE followed_id = u.id) AS followersCount,
    (SELECT group_concat(t.name, ',' ORDER BY t.name) FROM article_tags at JOIN tags t ON t.id = at.tag_id
      WHERE at.article_id = a.id) AS tags
    ` + articles + " WHERE a.slug = :slug"
	for _, one := range []struct {
		db        *sql.DB
		statement **sql.Stmt
		text      string
	}{
		{s.readers, &s.prepared.latest, "SELECT " + columns + " " + articles + " ORDER BY a.id DESC LIMIT :limit OFFSET :offset"},
		{s.readers, &s.prepared.feed, "SELECT " + columns + `,
    EXISTS (SELECT 1 FROM favourites f WHERE f.article_id = a.id AND f.user_id = :reader) AS favourited
    ` + articles + `
    WHERE a.author_id IN (SELECT followed_id FROM follows WHERE follower_id = :reader)
    ORDER BY a.id DESC LIMIT :limit OFFSET :offset`},
		{s.readers, &s.prepared.bySlug, bySlug},
		{s.readers, &s.prepared.tagsOf, `SELECT at.article_id AS articleId, t.name FROM article_tags at JOIN tags t ON t.id = at.tag_id
    WHERE at.article_id IN (SELECT value FROM json_each(:ids)) ORDER BY at.article_id, t.name`},
		{s.readers, &s.prepared.popularTags, `SELECT t.name FROM article_tags at JOIN tags t ON t.id = at.tag_id
    WHERE at.article_id > (SELECT max(id) FROM articles) - 50
    GROUP BY t.id ORDER BY count(*) DESC, t.name LIMIT 10`},
		{s.readers, &s.prepared.userByName, "SELECT id, username, email, bio, image, hash FROM users WHERE username = :username"},
		{s.writer, &s.prepared.bySlugThen, bySlug},
		{s.writer, &s.prepared.add, `INSERT INTO articles (slug, title, description, body, author_id, created_at, updated_at)
    VALUES (:slug || '-' || (SELECT coalesce(max(id), 0) + 1 FROM articles), :title, :description, :body, :author, :now, :now)
    RETURNING id, slug`},
		{s.writer, &s.prepared.addTag, "INSERT INTO tags (name) VALUES (:name) ON CONFLICT (name) DO NOTHING"},
		{s.writer, &s.prepared.tag, "INSERT INTO article_tags (article_id, tag_id) SELECT :article, id FROM tags WHERE name = :name"},
		{s.writer, &s.prepared.ownerOf, "SELECT id, author_id AS authorId FROM articles WHERE slug = :slug"},
		{s.writer, &s.prepared.change, `UPDATE articles SET title = coalesce(:title, title), description = coalesce(:description, description),
    body = coalesce(:body, body), updated_at = :now WHERE id = :id`},
		{s.writer, &s.prepared.favour, `INSERT INTO favourites (user_id, article_id) SELECT :reader, id FROM articles WHERE slug = :slug
    ON CONFLICT (user_id, article_id) DO NOTHING`},
		{
			s.writer, &s.prepared.unfavour,
			"DELETE FROM favourites WHERE user_id = :reader AND article_id = (SELECT id FROM articles WHERE slug = :slug)",
		},
	} {
		var err error
		if *one.statement, err = one.db.Prepare(one.text); err != nil {
			return err
		}
	}
	return nil
}

type author struct {
	Username       string  `json:"username"`
	Bio            *string `json:"bio"`
	Image          *string `json:"image"`
	FollowersCount *int    `json:"followersCount,omitempty"`
}

type article struct {
	id              int
	Slug            string   `json:"slug"`
	Title           string   `json:"title"`
	Description     string   `json:"description"`
	CreatedAt       string   `json:"createdAt"`
	UpdatedAt       string   `json:"updatedAt"`
	FavouritesCount int      `json:"favouritesCount"`
	CommentsCount   int      `json:"commentsCount"`
	Body            *string  `json:"body,omitempty"`
	Favourited      *bool    `json:"favourited,omitempty"`
	TagList         []string `json:"tagList"`
	Author          author   `json:"author"`
}

// places returns where the columns of a list go.
func (a *article) places(more ...any) []any {
	return append([]any{
		&a.id, &a.Slug, &a.Title, &a.Description, &a.CreatedAt, &a.UpdatedAt, &a.Author.Username, &a.Author.Bio, &a.Author.Image,
		&a.FavouritesCount, &a.CommentsCount,
	}, more...)
}

type user struct {
	id       int
	hash     string
	Username string  `json:"username"`
	Email    string  `json:"email"`
	Bio      *string `json:"bio"`
	Image    *string `json:"image"`
}

var errForbidden = errors.New("it is somebody else's article")

func (s *store) latest(ctx context.Context, limit, offset int) ([]article, error) {
	rows, err := s.prepared.latest.QueryContext(ctx, sql.Named("limit", limit), sql.Named("offset", offset))
	if err != nil {
		return nil, err
	}
	return s.list(ctx, rows, func(a *article) []any { return a.places() })
}

func (s *store) feed(ctx context.Context, reader, limit, offset int) ([]article, error) {
	rows, err := s.prepared.feed.QueryContext(ctx, sql.Named("reader", reader), sql.Named("limit", limit), sql.Named("offset", offset))
	if err != nil {
		return nil, err
	}
	return s.list(ctx, rows, func(a *article) []any { return a.places(&a.Favourited) })
}

// list reads rows, and adds to each article its tags, which one more query finds for all of them.
func (s *store) list(ctx context.Context, rows *sql.Rows, places func(*article) []any) ([]article, error) {
	defer func() { _ = rows.Close() }()
	list, index, ids := []article{}, map[int]int{}, []int{}
	for rows.Next() {
		a := article{TagList: []string{}}
		if err := rows.Scan(places(&a)...); err != nil {
			return nil, err
		}
		index[a.id] = len(list)
		list, ids = append(list, a), append(ids, a.id)
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	text, err := json.Marshal(ids)
	if err != nil {
		return nil, err
	}
	tags, err := s.prepared.tagsOf.QueryContext(ctx, sql.Named("ids", string(text)))
	if err != nil {
		return nil, err
	}
	defer func() { _ = tags.Close() }()
	for tags.Next() {
		var id int
		var name string
		if err := tags.Scan(&id, &name); err != nil {
			return nil, err
		}
		a := &list[index[id]]
		a.TagList = append(a.TagList, name)
	}
	return list, tags.Err()
}

func (s *store) find(ctx context.Context, slug string) (*article, error) {
	return scan(s.prepared.bySlug.QueryRowContext(ctx, sql.Named("slug", slug)))
}

func scan(row *sql.Row) (*article, error) {
	a := &article{TagList: []string{}}
	var tags *string
	if err := row.Scan(a.places(&a.Body, &a.Author.FollowersCount, &tags)...); err != nil {
		return nil, err
	}
	if tags != nil {
		a.TagList = strings.Split(*tags, ",")
	}
	return a, nil
}

func (s *store) popularTags(ctx context.Context) ([]string, error) {
	rows, err := s.prepared.popularTags.QueryContext(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	var tags []string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return nil, err
		}
		tags = append(tags, name)
	}
	return tags, rows.Err()
}

func (s *store) userByName(ctx context.Context, name string) (u user, err error) {
	row := s.prepared.userByName.QueryRowContext(ctx, sql.Named("username", name))
	return u, row.Scan(&u.id, &u.Username, &u.Email, &u.Bio, &u.Image, &u.hash)
}

// inTransaction does work in a transaction, and finds the article afterwards.
func (s *store) inTransaction(ctx context.Context, work func(tx *sql.Tx) (slug string, err error)) (*article, error) {
	tx, err := s.writer.BeginTx(ctx, nil)
	if err != nil {
		return nil, err
	}
	defer func() { _ = tx.Rollback() }() // does nothing after a commit
	slug, err := work(tx)
	if err != nil {
		return nil, err
	}
	a, err := scan(tx.StmtContext(ctx, s.prepared.bySlugThen).QueryRowContext(ctx, sql.Named("slug", slug)))
	if err != nil {
		return nil, err
	}
	return a, tx.Commit()
}

func (s *store) create(ctx context.Context, author int, n newArticle) (*article, error) {
	return s.inTransaction(ctx, func(tx *sql.Tx) (slug string, err error) {
		var id int
		if err := tx.StmtContext(ctx, s.prepared.add).QueryRowContext(
			ctx, sql.Named("slug", slugOf(n.Title)), sql.Named("title", n.Title), sql.Named("description", n.Description),
			sql.Named("body", n.Body), sql.Named("author", author), sql.Named("now", now()),
		).Scan(&id, &slug); err != nil {
			return "", err
		}
		addTag, tag := tx.StmtContext(ctx, s.prepared.addTag), tx.StmtContext(ctx, s.prepared.tag)
		for _, name := range n.TagList {
			if _, err := addTag.ExecContext(ctx, sql.Named("name", name)); err != nil {
				return "", err
			}
			if _, err := tag.ExecContext(ctx, sql.Named("article", id), sql.Named("name", name)); err != nil {
				return "", err
			}
		}
		return slug, nil
	})
}

func (s *store) change(ctx context.Context, author int, slug string, c articleChange) (*article, error) {
	return s.inTransaction(ctx, func(tx *sql.Tx) (string, error) {
		var id, owner int
		if err := tx.StmtContext(ctx, s.prepared.ownerOf).QueryRowContext(ctx, sql.Named("slug", slug)).Scan(&id, &owner); err != nil {
			return "", err
		}
		if owner != author {
			return "", errForbidden
		}
		_, err := tx.StmtContext(ctx, s.prepared.change).ExecContext(
			ctx, sql.Named("id", id), sql.Named("title", c.Title), sql.Named("description", c.Description), sql.Named("body", c.Body),
			sql.Named("now", now()),
		)
		return slug, err
	})
}

func (s *store) favour(ctx context.Context, reader int, slug string) (*article, error) {
	return s.like(ctx, s.prepared.favour, reader, slug)
}

func (s *store) unfavour(ctx context.Context, reader int, slug string) (*article, error) {
	return s.like(ctx, s.prepared.unfavour, reader, slug)
}

func (s *store) like(ctx context.Context, statement *sql.Stmt, reader int, slug string) (*article, error) {
	return s.inTransaction(ctx, func(tx *sql.Tx) (string, error) {
		_, err := tx.StmtContext(ctx, statement).ExecContext(ctx, sql.Named("reader", reader), sql.Named("slug", slug))
		return slug, err
	})
}

func now() string { return time.Now().UTC().Format("2006-01-02T15:04:05.000Z") }

var others = regexp.MustCompile(`[^a-z0-9]+`)

// slugOf makes "a-title-of-sorts" of "A Title, of Sorts".
func slugOf(title string) string {
	return strings.TrimSuffix(strings.TrimPrefix(others.ReplaceAllString(strings.ToLower(title), "-"), "-"), "-")
}
