package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/tools/bench/internal/articles"
	"github.com/fwrun/fwrun/tools/bench/internal/load"
)

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
