package management

import (
	"strings"
	"sync"

	"github.com/fwrun/fwrun/actuator"
	"github.com/fwrun/fwrun/host"
	"github.com/fwrun/fwrun/platform/config"
)

// exchanges keeps the last requests.
type exchanges struct {
	mu    sync.Mutex
	slots []*host.Exchanged // nil while there were fewer
	next  int               // the slot of the oldest one
	count int
}

func newExchanges(most int) *exchanges { return &exchanges{slots: make([]*host.Exchanged, most)} }

// add keeps a request in the place of the oldest one, which it returns; nil if there is none.
func (e *exchanges) add(one *host.Exchanged) (oldest *host.Exchanged) {
	e.mu.Lock()
	defer e.mu.Unlock()
	oldest, e.slots[e.next] = e.slots[e.next], one
	if e.next++; e.next == len(e.slots) {
		e.next = 0
	}
	e.count = min(e.count+1, len(e.slots))
	return oldest
}

// list returns the requests, newest first, without secrets.
func (e *exchanges) list() []actuator.Exchange {
	e.mu.Lock()
	kept := make([]host.Exchanged, e.count)
	for i := range kept {
		kept[i].Keep(e.slots[(e.next-1-i+len(e.slots))%len(e.slots)])
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
