package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"github.com/fwrun/fwrun/bench/internal/articles"
	"github.com/fwrun/fwrun/bench/internal/load"
)

// reader is the id of the user who sends the requests, and stranger that of another one.
const (
	reader   = 3
	stranger = 4
)

const missing = "/articles/there-is-no-such-article"

// articleWork makes the requests for the backend of articles, whose content is a model of what the peers' databases hold.
type articleWork struct {
	model *articles.Content
	now   time.Time
}

// articleEndpoints returns the endpoints in the order of the table. What the good requests write is written into the model.
func articleEndpoints(model *articles.Content, now time.Time) []endpoint {
	w := articleWork{model, now}
	return []endpoint{w.list(), w.article(), w.feed(), w.tags(), w.create(), w.change(), w.favour()}
}

// browser returns the headers that a client sends with each request, with the token of a user unless its id is 0.
func (w articleWork) browser(user int) []string {
	headers := []string{"Accept: application/json", "User-Agent: bench/1.0", "X-Client: web/3.2.0"}
	if user != 0 {
		headers = append(headers, "Authorization: Bearer "+w.token(user, nil))
	}
	return headers
}

// token signs a token for a user, with claims that differ from those of a good one.
func (w articleWork) token(user int, changed jwt.MapClaims) string {
	claims := jwt.MapClaims{
		"iss": "articles", "aud": "articles", "sub": strconv.Itoa(user), "iat": w.now.Unix(), "exp": w.now.Add(12 * time.Hour).Unix(),
	}
	for name, value := range changed {
		claims[name] = value
	}
	text, err := jwt.NewWithClaims(jwt.SigningMethodHS256, claims).SignedString([]byte(tokenSecret))
	if err != nil {
		panic(err) // the key is a constant
	}
	return text
}

func (w articleWork) exchange(method, path string, user int, body string, want any) exchange {
	return exchange{method: method, path: path, headers: w.browser(user), body: body, want: w.recent(want), answers: []string{"X-Request-Id: *"}}
}

func (w articleWork) get(path string, user int, cache string, want any) exchange {
	x := w.exchange(http.MethodGet, path, user, "", want)
	x.answers = append(x.answers, "Cache-Control: "+cache)
	return x
}

// recent returns a check that compares JSON, where times of this run are articles.Now.
func (w articleWork) recent(want any) check {
	text, err := json.Marshal(want)
	if err != nil {
		panic(err) // it is made of plain values
	}
	return func(body []byte) error {
		var got, wanted any
		if err := json.Unmarshal(body, &got); err != nil {
			return fmt.Errorf("no JSON: %w: %.200s", err, body)
		}
		if err := json.Unmarshal(text, &wanted); err != nil {
			return err
		}
		if !reflect.DeepEqual(articles.Blur(got, w.now), wanted) {
			return fmt.Errorf("answered with %.900s, want %.900s", body, text)
		}
		return nil
	}
}

func (w articleWork) list() endpoint {
	page := func(query string, limit, offset int, cache string) exchange {
		return w.get("/articles"+query, 0, cache, object{"articles": w.model.Latest(limit, offset)})
	}
	const cache = "public, max-age=5"
	old := w.get("/articles", 0, "", nil)
	old.headers = []string{"X-Client: ios/1.9.12"}
	return endpoint{
		name: "list", title: "20 articles", rate: 500, load: load.Get("/articles?limit=20&offset=40", w.browser(0)...),
		good: []exchange{
			page("", 20, 0, cache), page("?limit=20&offset=40", 20, 40, cache), page("?limit=100&offset=450", 100, 450, cache),
			page("?limit=1&offset=499", 1, 499, cache), page("?offset=500", 20, 500, cache),
		},
		bad: []exchange{
			get("/articles?limit=0", nil), get("/articles?limit=101", nil), get("/articles?limit=x", nil), get("/articles?offset=-1", nil),
			get("/articles?limit=1.5", nil), old,
		},
	}
}

func (w articleWork) article() endpoint {
	one := func(id int) exchange {
		slug := w.model.Articles[id-1].Slug
		return w.get("/articles/"+slug, 0, "public, max-age=10", object{"article": w.model.Find(slug)})
	}
	return endpoint{
		name: "article", title: "one article", rate: 1000, load: load.Get("/articles/"+w.model.Articles[441].Slug, w.browser(0)...),
		good: []exchange{one(442), one(1), one(6), one(500), one(77)},
		bad:  []exchange{get(missing, nil), get("/articles/%27%20OR%201=1", nil)},
	}
}

func (w articleWork) feed() endpoint {
	page := func(query string, limit, offset int) exchange {
		return w.get("/feed"+query, reader, "private, no-cache", object{"articles": w.model.Feed(reader, limit, offset)})
	}
	bearing := func(token string) exchange {
		return exchange{method: http.MethodGet, path: "/feed", headers: []string{"Authorization: Bearer " + token}}
	}
	good := w.token(reader, nil)
	unsigned, err := jwt.NewWithClaims(jwt.SigningMethodNone, jwt.MapClaims{"sub": "3", "iss": "articles", "aud": "articles", "exp": w.now.Add(time.Hour).Unix()}).
		SignedString(jwt.UnsafeAllowNoneSignatureType)
	if err != nil {
		panic(err) // nothing is signed
	}
	return endpoint{
		name: "feed", title: "20 of a feed, with a token", rate: 500, load: load.Get("/feed?limit=20&offset=0", w.browser(reader)...),
		good: []exchange{page("", 20, 0), page("?limit=5&offset=30", 5, 30), page("?offset=1000", 20, 1000), w.login()},
		bad: []exchange{
			get("/feed", nil), bearing(good[:len(good)-2]), bearing(good + "x"), bearing(unsigned), bearing("x"),
			bearing(w.token(reader, jwt.MapClaims{"exp": w.now.Add(-time.Hour).Unix()})), bearing(w.token(reader, jwt.MapClaims{"aud": "others"})),
			bearing(w.token(reader, jwt.MapClaims{"iss": "others"})),
			w.exchange(http.MethodGet, "/feed?limit=0", reader, "", nil),
			loggingIn(w.model.Users[reader-1].Name, "wrong horse battery"), loggingIn("nobody", articles.Password), loggingIn("", articles.Password),
		},
	}
}

func loggingIn(name, password string) exchange {
	return exchange{method: http.MethodPost, path: "/login", body: draft{"username": name, "password": password}.json()}
}

// login returns a log-in, whose answer has a token for the user.
func (w articleWork) login() exchange {
	u := w.model.Users[reader-1]
	x := loggingIn(u.Name, articles.Password)
	x.want = check(func(body []byte) error {
		var got struct {
			Token string
			User  json.RawMessage
		}
		if err := json.Unmarshal(body, &got); err != nil {
			return err
		}
		token, err := jwt.Parse(got.Token, func(*jwt.Token) (any, error) { return []byte(tokenSecret), nil },
			jwt.WithIssuer("articles"), jwt.WithAudience("articles"), jwt.WithExpirationRequired())
		if err != nil {
			return err
		}
		if subject, err := token.Claims.GetSubject(); err != nil || subject != strconv.Itoa(reader) {
			return fmt.Errorf("a token of %q: %w", subject, err)
		}
		return w.recent(object{"username": u.Name, "email": u.Email, "bio": orNull(u.Bio), "image": orNull(u.Image)})(got.User)
	})
	return x
}

// orNull returns nil for the empty text.
func orNull(text string) any {
	if text == "" {
		return nil
	}
	return text
}

func (w articleWork) tags() endpoint {
	return endpoint{
		name: "tags", title: "tags", rate: 1000, load: load.Get("/tags", w.browser(0)...),
		good: []exchange{w.get("/tags", 0, "public, max-age=60", object{"tags": w.model.PopularTags()})},
	}
}

// draft is a JSON object that a client sends, such as a new article.
type draft map[string]any

func (d draft) with(key string, value any) string {
	changed := draft{}
	for k, v := range d {
		changed[k] = v
	}
	if changed[key] = value; value == nil {
		delete(changed, key)
	}
	return changed.json()
}

func (d draft) json() string {
	text, err := json.Marshal(d)
	if err != nil {
		panic(err) // it is made of plain values
	}
	return string(text)
}

func (w articleWork) create() endpoint {
	d := draft{
		"title": "How the Benchmark Was Written, and Why", "description": "It keeps nothing, and repairs itself.",
		"body": w.model.Articles[10].Body, "tagList": []string{"go", "sqlite", "testing", "a-new-one"},
	}
	made := func(body string, title, description, text string, tags ...string) exchange {
		article := w.model.Create(reader, title, description, text, tags...)
		x := w.exchange(http.MethodPost, "/articles", reader, body, object{"article": article})
		x.status, x.answers = http.StatusCreated, append(x.answers, "Cache-Control: no-store", fmt.Sprintf("Location: /articles/%s", article["slug"]))
		return x
	}
	refused := func(body string) exchange { return w.exchange(http.MethodPost, "/articles", reader, body, nil) }
	title, description, body := d["title"].(string), d["description"].(string), d["body"].(string)
	return endpoint{
		name: "create", title: "create", rate: 300, writes: true, load: load.PostJSON("/articles", d.json(), w.browser(reader)...),
		good: []exchange{
			made(d.json(), title, description, body, "go", "sqlite", "testing", "a-new-one"),
			made(d.with("tagList", nil), title, description, body),
			made(d.with("unknown", true), title, description, body, "go", "sqlite", "testing", "a-new-one"),
			made(d.with("title", `  Ünïcode & "quotes" 🏃 `), `  Ünïcode & "quotes" 🏃 `, description, body, "go", "sqlite", "testing", "a-new-one"),
		},
		bad: []exchange{
			w.exchange(http.MethodPost, "/articles", 0, d.json(), nil),
			refused(""), refused("{"), refused("[]"), refused("{}"),
			refused(d.with("title", nil)), refused(d.with("title", "   ")), refused(d.with("title", strings.Repeat("x", 121))),
			refused(d.with("title", object{})), refused(d.with("description", nil)), refused(d.with("description", strings.Repeat("x", 301))),
			refused(d.with("body", nil)), refused(d.with("body", "")), refused(d.with("body", strings.Repeat("x", 20_001))),
			refused(d.with("tagList", object{})), refused(d.with("tagList", []any{"go", object{}})), refused(d.with("tagList", []string{"Go"})),
			refused(d.with("tagList", []string{"go", "go"})), refused(d.with("tagList", strings.Split("a,b,c,d,e,f,g,h,i", ","))),
		},
	}
}

func (w articleWork) change() endpoint {
	own := slices.IndexFunc(w.model.Articles, func(a articles.Article) bool { return a.Author == reader })
	slug := w.model.Articles[own].Slug
	path := "/articles/" + slug
	d := draft{"title": "A Better Title", "body": w.model.Articles[20].Body}
	body := d["body"].(string)
	changed := func(text, title, description, body string) exchange {
		x := w.exchange(http.MethodPut, path, reader, text, object{"article": w.model.Change(slug, title, description, body)})
		x.answers = append(x.answers, "Cache-Control: no-store")
		return x
	}
	refused := func(body string) exchange { return w.exchange(http.MethodPut, path, reader, body, nil) }
	return endpoint{
		name: "change", title: "change", rate: 300, writes: true, load: load.SendJSON(http.MethodPut, path, d.json(), w.browser(reader)...),
		good: []exchange{
			changed(d.json(), "A Better Title", "", body),
			changed(`{"description":"Another description."}`, "", "Another description.", ""),
			changed(`{}`, "", "", ""),
		},
		bad: []exchange{
			w.exchange(http.MethodPut, path, 0, d.json(), nil), w.exchange(http.MethodPut, path, stranger, d.json(), nil),
			w.exchange(http.MethodPut, missing, reader, d.json(), nil),
			refused(d.with("title", "")), refused(d.with("title", strings.Repeat("x", 121))), refused(d.with("body", object{})), refused("[]"),
		},
	}
}

func (w articleWork) favour() endpoint {
	slug := w.model.Articles[99].Slug
	path := "/articles/" + slug + "/favourite"
	favoured := func(method string, likes bool) exchange {
		return w.exchange(method, path, reader, "", object{"article": w.model.Favour(reader, slug, likes)})
	}
	return endpoint{
		name: "favour", title: "favourite", rate: 300, writes: true,
		load: fmt.Appendf(nil, "POST %s HTTP/1.1\r\nHost: localhost\r\n%s\r\nContent-Length: 0\r\n\r\n", path, strings.Join(w.browser(reader), "\r\n")),
		good: []exchange{
			favoured(http.MethodPost, true), favoured(http.MethodPost, true), favoured(http.MethodDelete, false), favoured(http.MethodPost, true),
		},
		bad: []exchange{
			w.exchange(http.MethodPost, path, 0, "", nil), w.exchange(http.MethodPost, missing+"/favourite", reader, "", nil),
			w.exchange(http.MethodDelete, missing+"/favourite", reader, "", nil),
		},
	}
}
