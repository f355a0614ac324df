// Command fasthttp serves the benchmark's five endpoints with only fasthttp and the standard
// library, as a Go program without a framework would.
package main

import (
	"database/sql"
	"encoding/json"
	"log"
	"os"
	"regexp"
	"strconv"
	"strings"

	"github.com/valyala/fasthttp"
	_ "modernc.org/sqlite"
)

func main() {
	if err := run(); err != nil {
		log.Fatal(err)
	}
}

func run() error {
	db, err := sql.Open("sqlite", os.Getenv("BENCH_DATABASE"))
	if err != nil {
		return err
	}
	statement, err := db.Prepare("SELECT id, name, email, age, score, created FROM records ORDER BY id")
	if err != nil {
		return err
	}
	a := api{rows: statement}
	return fasthttp.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), a.route)
}

type api struct {
	rows *sql.Stmt
}

func (a api) route(ctx *fasthttp.RequestCtx) {
	path := string(ctx.Path())
	id, isUser := strings.CutPrefix(path, "/users/")
	switch {
	case ctx.IsGet() && path == "/hello":
		ctx.SetBodyString("Hello, world!")
	case ctx.IsGet() && isUser:
		getUser(ctx, id)
	case ctx.IsPost() && path == "/users":
		createUser(ctx)
	case ctx.IsGet() && path == "/list":
		list(ctx)
	case ctx.IsGet() && path == "/rows":
		a.listRows(ctx)
	default:
		ctx.Error("not found", fasthttp.StatusNotFound)
	}
}

type user struct {
	ID      int    `json:"id"`
	Name    string `json:"name"`
	Email   string `json:"email"`
	Verbose bool   `json:"verbose"`
	Created string `json:"created"`
}

func getUser(ctx *fasthttp.RequestCtx, text string) {
	id, err := strconv.Atoi(text)
	if err != nil {
		ctx.Error("id must be an integer", fasthttp.StatusBadRequest)
		return
	}
	verbose := false
	if query := ctx.QueryArgs(); query.Has("verbose") {
		if verbose, err = strconv.ParseBool(string(query.Peek("verbose"))); err != nil {
			ctx.Error("verbose must be a boolean", fasthttp.StatusBadRequest)
			return
		}
	}
	answer(ctx, user{id, "User " + text, "user" + text + "@example.com", verbose, "2026-01-02T03:04:05.000Z"})
}

// The pointers distinguish missing members from empty ones.
type person struct {
	Name    *string  `json:"name"`
	Email   *string  `json:"email"`
	Age     *int     `json:"age"`
	Tags    []string `json:"tags"`
	Address *address `json:"address"`
}

type address struct {
	Street *string `json:"street"`
	City   *string `json:"city"`
}

var email = regexp.MustCompile(`^[^\s@]+@[^\s@]+\.[^\s@]+$`)

func createUser(ctx *fasthttp.RequestCtx) {
	var p person
	if err := json.Unmarshal(ctx.PostBody(), &p); err != nil {
		ctx.Error(err.Error(), fasthttp.StatusBadRequest)
		return
	}
	if problem := p.problem(); problem != "" {
		ctx.Error(problem, fasthttp.StatusBadRequest)
		return
	}
	answer(ctx, p)
}

func (p person) problem() string {
	switch {
	case p.Name == nil:
		return "name is missing"
	case p.Email == nil || !email.MatchString(*p.Email):
		return "email must be an email"
	case p.Age == nil || *p.Age < 0 || *p.Age > 150:
		return "age must be between 0 and 150"
	case p.Tags == nil:
		return "tags are missing"
	case p.Address == nil || p.Address.Street == nil || p.Address.City == nil:
		return "address must have a street and a city"
	}
	return ""
}

type record struct {
	ID     int     `json:"id"`
	Name   string  `json:"name"`
	Email  string  `json:"email"`
	Age    int     `json:"age"`
	Active bool    `json:"active"`
	Score  float64 `json:"score"`
}

func list(ctx *fasthttp.RequestCtx) {
	records := make([]record, 0, 100)
	for i := range 100 {
		n := strconv.Itoa(i)
		records = append(records, record{i, "User " + n, "user" + n + "@example.com", 20 + i%50, i%2 == 0, float64(i) * 1.5})
	}
	answer(ctx, records)
}

type row struct {
	ID      int     `json:"id"`
	Name    string  `json:"name"`
	Email   string  `json:"email"`
	Age     int     `json:"age"`
	Score   float64 `json:"score"`
	Created string  `json:"created"`
}

func (a api) listRows(ctx *fasthttp.RequestCtx) {
	all, err := a.readRows()
	if err != nil {
		ctx.Error(err.Error(), fasthttp.StatusInternalServerError)
		return
	}
	answer(ctx, all)
}

func (a api) readRows() ([]row, error) {
	rows, err := a.rows.Query()
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	var all []row
	for rows.Next() {
		var r row
		if err := rows.Scan(&r.ID, &r.Name, &r.Email, &r.Age, &r.Score, &r.Created); err != nil {
			return nil, err
		}
		all = append(all, r)
	}
	return all, rows.Err()
}

func answer(ctx *fasthttp.RequestCtx, value any) {
	body, err := json.Marshal(value)
	if err != nil {
		ctx.Error(err.Error(), fasthttp.StatusInternalServerError)
		return
	}
	ctx.SetContentType("application/json")
	ctx.SetBody(body)
}
