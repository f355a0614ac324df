package management

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fwrun/fwrun/host"
)

// TestExchanges: the last requests are kept, newest first, and shown without secrets.
func TestExchanges(t *testing.T) {
	kept := newExchanges(3)
	if got := kept.list(); len(got) != 0 {
		t.Errorf("%v", got)
	}
	for i := range 5 {
		kept.add(&host.Exchanged{
			Method: "GET", Scheme: "http", Host: []byte("h"), Path: fmt.Append(nil, "/", i), Status: 200, Took: time.Duration(i),
			Request: host.HeaderLines(
				"X-Auth-Token:one\nApi-Key:two\nX-Csrf:three\nAccept:a\nAccept:b\nReferer:http://u:four@h/x?code=five\nX-Path:/x?sig=six\n",
			),
		})
	}
	var urls []string
	for _, e := range kept.list() {
		urls = append(urls, e.URI)
	}
	if got := strings.Join(urls, " "); got != "http://h/4 http://h/3 http://h/2" {
		t.Error(got)
	}
	if got, want := fmt.Sprint(kept.list()[0].Request), "map[accept:[a b] referer:[http://u:******@h/x] x-path:[/x]]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestExchangesAtTheSameTime(t *testing.T) {
	kept := newExchanges(10)
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for range 500 {
				kept.add(&host.Exchanged{Path: []byte("u")})
				kept.list()
			}
		})
	}
	all.Wait()
	if n := len(kept.list()); n != 10 {
		t.Errorf("%d are kept", n)
	}
}
