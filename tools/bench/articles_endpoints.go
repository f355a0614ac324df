package main

import (
	"net/http"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"github.com/fwrun/fwrun/tools/bench/internal/articles"
	"github.com/fwrun/fwrun/tools/bench/internal/load"
)

// articleEndpoints returns the endpoints in the order of the table. What the good requests write is written into the model.
func articleEndpoints(model *articles.Content, now time.Time) []endpoint {
	w := articleWork{model, now}
	return []endpoint{w.list(), w.article(), w.feed(), w.tags(), w.create(), w.change(), w.favour()}
}

func (w articleWork) list() endpoint {
	page := func(query string, limit, offset int) exchange {
		return w.get("/articles"+query, 0, "public, max-age=5", object{"articles": w.model.Latest(limit, offset)})
	}
	old := w.get("/articles", 0, "", nil)
	old.headers = []string{"X-Client: ios/1.9.12"}
	return endpoint{
		name: "list", title: "20 articles", rate: 500, load: load.Get("/articles?limit=20&offset=40", w.browser(0)...),
		good: []exchange{
			page("", 20, 0), page("?limit=20&offset=40", 20, 40), page("?limit=100&offset=450", 100, 450),
			page("?limit=1&offset=499", 1, 499), page("?offset=500", 20, 500),
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
	unsigned, err := jwt.NewWithClaims(jwt.SigningMethodNone, jwt.MapClaims{
		"sub": "3", "iss": "articles", "aud": "articles",
		"exp": w.now.Add(time.Hour).Unix(),
	}).
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
