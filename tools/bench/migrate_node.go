package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"sync/atomic"
	"time"
)

// migrateNode is the search node as the harness uses it.
type migrateNode struct {
	url      string
	client   *http.Client
	counting *httptest.Server // counts the requests that it passes on
	count    atomic.Int64
	version  string
}

func newMigrateNode(address string) (*migrateNode, error) {
	target, err := url.Parse(address)
	if err != nil {
		return nil, err
	}
	n := &migrateNode{url: address, client: &http.Client{}}
	if err := n.readVersion(); err != nil {
		return nil, err
	}
	through := httputil.NewSingleHostReverseProxy(target)
	n.counting = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n.count.Add(1)
		through.ServeHTTP(w, r)
	}))
	return n, nil
}

func (n *migrateNode) close() { n.counting.Close() }

// send sends a request, whose answer must be 2xx or 404.
func (n *migrateNode) send(method, path string, body []byte) error {
	request, err := http.NewRequest(method, n.url+path, bytes.NewReader(body))
	if err != nil {
		return err
	}
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	response, err := n.client.Do(request)
	if err != nil {
		return err
	}
	defer func() { _ = response.Body.Close() }()
	said, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode/100 != 2 && response.StatusCode != http.StatusNotFound {
		err = fmt.Errorf("%s %s: %s\n%s", method, path, response.Status, said)
	}
	return err
}

// forget removes the templates and the records of a folder.
func (n *migrateNode) forget(name string) error {
	query := fmt.Sprintf(`{"query":{"prefix":{"migration_path":"%s/"}}}`, name)
	for _, one := range []struct{ method, path, body string }{
		{http.MethodDelete, "/_index_template/*-" + name, ""},
		{http.MethodPost, "/framework_migrations/_refresh", ""},
		{http.MethodPost, "/framework_migrations/_delete_by_query?refresh=true", query},
	} {
		var body []byte
		if one.body != "" {
			body = []byte(one.body)
		}
		if err := n.send(one.method, one.path, body); err != nil {
			return err
		}
	}
	return nil
}

// records measures the request for the records of files.
func (n *migrateNode) records(paths []string) (time.Duration, error) {
	body, err := json.Marshal(map[string][]string{"ids": paths})
	if err != nil {
		return 0, err
	}
	if err := n.send(http.MethodGet, "/", nil); err != nil { // so that the connection is open
		return 0, err
	}
	began := time.Now()
	err = n.send(http.MethodPost, "/framework_migrations/_mget", body)
	return time.Since(began), err
}

func (n *migrateNode) readVersion() error {
	response, err := n.client.Get(n.url)
	if err != nil {
		return err
	}
	defer func() { _ = response.Body.Close() }()
	var said struct{ Version struct{ Number string } }
	err = json.NewDecoder(response.Body).Decode(&said)
	n.version = said.Version.Number
	return err
}
