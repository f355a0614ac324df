package main

import (
	"io"
	"log/slog"
	"net"
	"path/filepath"
	"testing"
	"time"

	"github.com/fwrun/fwrun/app"
	"github.com/fwrun/fwrun/tools/bench/internal/articles"
)

// startArticles starts the application of fwrun on a database of its own, whose file it returns, too.
func startArticles(t testing.TB) (c contest, running *app.App, database string) {
	t.Helper()
	database = filepath.Join(t.TempDir(), "articles.db")
	c = articlesContest(time.Now())
	if err := c.seed(database); err != nil {
		t.Fatal(err)
	}
	running, err := app.Start(t.Context(), app.Options{
		Folder: filepath.Join("peers", c.folder), Env: []string{"BENCH_DATABASE=" + database, "BENCH_SECRET=" + tokenSecret},
		Logger: func(app.LogSettings) *slog.Logger { return slog.New(slog.NewTextHandler(io.Discard, nil)) },
	})
	if err != nil {
		t.Fatal(err)
	}
	return c, running, database
}

// The application of fwrun does the same as the model from which all expected answers come, and so do all of its writes.
func TestArticlesOfFwrunAreThoseOfTheModel(t *testing.T) {
	c, running, database := startArticles(t)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan error, 1)
	go func() { served <- running.Serve(listener) }()
	defer func() {
		if err := running.Close(t.Context()); err != nil {
			t.Error(err)
		}
		<-served
	}()
	began := time.Now()
	if err := checkAnswers("http://"+listener.Addr().String(), c.endpoints); err != nil {
		t.Error(err)
	}
	if err := c.wrote(database, began); err != nil {
		t.Error(err)
	}
}

func TestArticlesModelSeesWrongRows(t *testing.T) {
	file := filepath.Join(t.TempDir(), "articles.db")
	if err := articles.New().Write(file); err != nil {
		t.Fatal(err)
	}
	changed := articles.New()
	changed.Favour(reader, changed.Articles[99].Slug, true)
	if err := changed.Check(file, time.Now()); err == nil {
		t.Error("a row that is missing was not missed")
	}
	fewer := articles.New()
	fewer.Comments = fewer.Comments[:len(fewer.Comments)-1]
	if err := fewer.Check(file, time.Now()); err == nil {
		t.Error("a row too many was not seen")
	}
}
