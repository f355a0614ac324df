package main

import (
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/fwrun/fwrun/tools/bench/internal/load"
)

// endpoint is one of the five tasks that every peer performs.
type endpoint struct {
	name   string
	title  string
	load   []byte     // the request that is measured
	writes bool       // whether this changes the database
	rate   int        // per second, for measuring latency
	good   []exchange // requests that every peer must answer in the same way
	bad    []exchange // requests that every peer must refuse
}

// exchange is a request and the answer to it.
type exchange struct {
	method, path, body string
	headers            []string // such as "Accept: application/json"
	status             int      // 0 for 200
	answers            []string // headers of the answer, in the same form
	want               any      // a text, or a value that the JSON must be equal to, or a check; unused for refused requests
}

// check looks at the body of an answer by itself.
type check func(body []byte) error

func get(path string, want any) exchange {
	return exchange{method: http.MethodGet, path: path, want: want}
}

func post(body string) exchange {
	return exchange{method: http.MethodPost, path: "/users", body: body, want: json.RawMessage(body)}
}

func (e exchange) String() string { return fmt.Sprintf("%s %s %s", e.method, e.path, e.body) }

// object is a JSON object, for literals.
type object = map[string]any

// endpoints returns the endpoints in the order of the table.
func endpoints() []endpoint {
	return []endpoint{
		{
			name: "hello", title: "GET text", rate: 2000,
			load: load.Get("/hello"),
			good: []exchange{get("/hello", "Hello, world!")},
			bad:  []exchange{get("/nothing", nil)},
		},
		{
			name: "user", title: "GET object by id", rate: 2000,
			load: load.Get("/users/42?verbose=true"),
			good: []exchange{
				get("/users/42?verbose=true", user(42, true)),
				get("/users/7?verbose=false", user(7, false)),
				get("/users/123456", user(123456, false)),
			},
			bad: []exchange{get("/users/x", nil), get("/users/1.5", nil), get("/users/7?verbose=maybe", nil)},
		},
		{
			name: "create", title: "POST, validated", rate: 2000,
			load: load.PostJSON("/users", ada),
			good: []exchange{
				post(ada),
				{method: http.MethodPost, path: "/users", body: alan, want: json.RawMessage(alanWithout)},
			},
			bad: refused(),
		},
		{
			name: "list", title: "100 records made in JS", rate: 300,
			load: load.Get("/list"),
			good: []exchange{get("/list", list())},
		},
		{
			name: "rows", title: "100 rows of SQLite", rate: 1000,
			load: load.Get("/rows"),
			good: []exchange{get("/rows", rows())},
		},
	}
}

const (
	ada = `{"name":"Ada Lovelace","email":"ada@example.com","age":36,"tags":["mathematics","poetry","engines"],` +
		`"address":{"street":"12 St James's Square","city":"London"}}`
	// Unknown members are left out of the answer; all other members are unchanged.
	alan        = `{"address":{"city":"Wilmslow","street":"\"Hollymeade\"\\ 🏃"},"tags":[],"age":0,"email":"a@b.c","name":"","extra":1}`
	alanWithout = `{"address":{"city":"Wilmslow","street":"\"Hollymeade\"\\ 🏃"},"tags":[],"age":0,"email":"a@b.c","name":""}`
)

// refused returns bodies with one mistake each.
func refused() []exchange {
	change := func(key string, value any) exchange {
		var body object
		if err := json.Unmarshal([]byte(ada), &body); err != nil {
			panic(err) // it is a constant of this file
		}
		if body[key] = value; value == nil {
			delete(body, key)
		}
		text, err := json.Marshal(body)
		if err != nil {
			panic(err) // they are plain values
		}
		return post(string(text))
	}
	all := []exchange{post(`{"name":"Ada"`), post(`[]`), post(`{}`)}
	for _, key := range []string{"name", "email", "age", "tags", "address"} {
		all = append(all, change(key, nil))
	}
	return append(
		all,
		change("email", "nobody"), change("email", "a b@c.d"),
		change("age", "old"), change("age", 36.5), change("age", -1), change("age", 151),
		change("tags", []any{"a", object{}}),
		change("address", "London"), change("address", object{"city": "London"}),
	)
}

func user(id int, verbose bool) any {
	return object{
		"id": id, "name": fmt.Sprintf("User %d", id), "email": fmt.Sprintf("user%d@example.com", id),
		"verbose": verbose, "created": "2026-01-02T03:04:05.000Z",
	}
}

func list() any {
	var records []object
	for i := range 100 {
		records = append(records, object{
			"id": i, "name": fmt.Sprintf("User %d", i), "email": fmt.Sprintf("user%d@example.com", i),
			"age": 20 + i%50, "active": i%2 == 0, "score": float64(i) * 1.5,
		})
	}
	return records
}

func rows() any {
	var all []object
	for _, r := range records() {
		all = append(all, object{
			"id": r.id, "name": r.name, "email": r.email, "age": r.age, "score": r.score, "created": r.created,
		})
	}
	return all
}
