package stories

import (
	"slices"
	"strconv"
	"strings"
)

// Filter chooses stories. The zero value chooses all.
type Filter struct {
	Text   string // somewhere in what the story tells
	Method string
	Route  string // the template, or a part of the path
	Kind   Kind
	Status string // 404, 5xx, or error for those that have failed
	Trace  string // 32 hex digits
	Before uint64 // only stories with a lower id; 0 for all
	Limit  int    // 100 if it is 0; at most 1,000
}

// Page is a part of the list of stories, the newest first.
type Page struct {
	Stories []Entry `json:"stories"`
	Next    uint64  `json:"next,omitempty"` // the value of before for the following page; 0 at the end
	Paused  bool    `json:"paused"`
	Kept    int     `json:"kept"`  // stories that are remembered altogether
	Bytes   int64   `json:"bytes"` // that they take
	Limit   int64   `json:"limit"` // the bytes that they may take
}

// List returns the stories that a filter chooses.
func (r *Recorder) List(f Filter) Page {
	all := r.snapshot()
	p := Page{Stories: []Entry{}, Paused: r.paused.Load(), Kept: len(all), Bytes: r.Bytes(), Limit: r.limit}
	limit := min(f.Limit, 1000)
	if limit <= 0 {
		limit = 100
	}
	f.Text = strings.ToLower(f.Text)
	for _, s := range slices.Backward(all) {
		e := s.Entry()
		if f.Before != 0 && e.ID >= f.Before || !f.chooses(&e, s) {
			continue
		}
		if len(p.Stories) == limit {
			p.Next = p.Stories[limit-1].ID
			break
		}
		p.Stories = append(p.Stories, e)
	}
	return p
}

func (f *Filter) chooses(e *Entry, s *Story) bool {
	switch {
	case f.Method != "" && !strings.EqualFold(f.Method, e.Method),
		f.Kind != "" && f.Kind != e.Kind,
		f.Trace != "" && f.Trace != e.Trace,
		f.Route != "" && f.Route != e.Route && !strings.Contains(e.Path, f.Route),
		f.Status != "" && !f.statusIs(e):
		return false
	}
	return f.Text == "" || s.contains(f.Text)
}

func (f *Filter) statusIs(e *Entry) bool {
	switch {
	case f.Status == "error":
		return e.Error != "" || e.Status >= 500
	case len(f.Status) == 3 && strings.HasSuffix(f.Status, "xx"):
		return strconv.Itoa(e.Status/100) == f.Status[:1]
	}
	return strconv.Itoa(e.Status) == f.Status
}
