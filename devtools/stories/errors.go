package stories

import (
	"cmp"
	"slices"
	"time"
)

// Group is an error at one place, with the stories that it has ended.
type Group struct {
	Error
	Handler string    `json:"handler"`
	Count   int       `json:"count"`
	First   time.Time `json:"first"`
	Last    time.Time `json:"last"`
	Stories []uint64  `json:"stories"` // their ids, the latest first; at most mostOfGroup
}

const (
	mostGroups  = 200
	mostOfGroup = 20
)

// Errors returns the errors of the stories by place, the latest first. What was answered with a status of the client's is none.
func (r *Recorder) Errors() []Group {
	type at struct{ name, place string }
	byPlace, list := map[at]int{}, []Group{}
	for _, s := range slices.Backward(r.snapshot()) {
		s.mu.Lock()
		failure, entry := s.end.failure, s.entry()
		s.mu.Unlock()
		if failure == nil || entry.Status >= 400 && entry.Status < 500 { // such as a NotFoundException, which is an answer
			continue
		}
		where := at{failure.Name, cmp.Or(failure.Place, entry.Handler, entry.Path)}
		i, known := byPlace[where]
		if !known {
			if len(list) == mostGroups {
				continue
			}
			i = len(list)
			byPlace[where] = i
			list = append(list, Group{Error: *failure, Handler: entry.Handler, Last: entry.At})
		}
		g := &list[i]
		g.Count, g.First = g.Count+1, entry.At
		if len(g.Stories) < mostOfGroup {
			g.Stories = append(g.Stories, entry.ID)
		}
	}
	return list
}
