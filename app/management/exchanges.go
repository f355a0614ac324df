package management

import (
	"strings"
	"sync"

	"github.com/fwrun/fwrun/actuator"
	"github.com/fwrun/fwrun/config"
	"github.com/fwrun/fwrun/host"
)

// exchanges keeps the last requests, each in memory that a former one had.
type exchanges struct {
	mu    sync.Mutex
	slots []host.Exchanged
	next  int // the slot of the oldest one
	count int
}

func newExchanges(most int) *exchanges { return &exchanges{slots: make([]host.Exchanged, most)} }

// add keeps a copy of a request in the place of the oldest one.
func (e *exchanges) add(one *host.Exchanged) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.slots[e.next].Keep(one)
	e.next = (e.next + 1) % len(e.slots)
	e.count = min(e.count+1, len(e.slots))
}

// list returns the requests, newest first, without secrets.
func (e *exchanges) list() []actuator.Exchange {
	e.mu.Lock()
	kept := make([]host.Exchanged, e.count)
	for i := range kept {
		kept[i].Keep(&e.slots[(e.next-1-i+len(e.slots))%len(e.slots)])
	}
	e.mu.Unlock()
	list := make([]actuator.Exchange, len(kept))
	for i := range kept {
		one := &kept[i]
		list[i] = actuator.Exchange{
			Time: one.Began, Method: one.Method, URI: one.URL(), Request: shownHeaders(one.Request),
			Status: one.Status, Response: shownHeaders(one.Response), Took: one.Took,
		}
	}
	return list
}

// shownHeaders returns headers by name, in lower case, without secrets and without the queries of addresses.
func shownHeaders(lines host.HeaderLines) map[string][]string {
	headers := map[string][]string{}
	for name, value := range lines.All() {
		if !config.IsSecret(name) {
			name = strings.ToLower(name)
			headers[name] = append(headers[name], withoutQuery(config.Mask("", value)))
		}
	}
	return headers
}

// withoutQuery cuts off the query of an address.
func withoutQuery(value string) string {
	if strings.HasPrefix(value, "/") || strings.Contains(value, "://") {
		value, _, _ = strings.Cut(value, "?")
	}
	return value
}
