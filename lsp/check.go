package lsp

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"github.com/fwrun/fwrun/platform/fault"
)

// check checks the applications that have been edited, one after the other, until ctx ends.
func (s *server) check(ctx context.Context) {
	for {
		in, wait := s.next()
		if in != nil && wait <= 0 {
			s.checkOne(ctx, in)
			continue
		}
		var later <-chan time.Time
		if in != nil {
			later = time.After(wait)
		}
		select {
		case <-ctx.Done():
			return
		case <-s.wake:
		case <-later:
		}
	}
}

// next returns the application that is to be checked next, and the time until then; nil if there is none.
func (s *server) next() (next *folder, wait time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, in := range s.folders {
		if !in.due.IsZero() && (next == nil || in.due.Before(next.due)) {
			next = in
		}
	}
	if next == nil {
		return nil, 0
	}
	return next, time.Until(next.due)
}

// checkOne checks an application and publishes what is wrong with it, unless it is edited meanwhile.
func (s *server) checkOne(ctx context.Context, in *folder) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s.mu.Lock()
	texts, edits := map[string][]byte{}, in.edits
	for _, d := range s.documents {
		if d.in == in {
			texts[d.file] = []byte(d.text)
		}
	}
	in.due, in.stop = time.Time{}, cancel
	s.mu.Unlock()
	var list fault.List
	if len(texts) > 0 {
		list = in.app.Check(ctx, texts)
	}
	s.mu.Lock()
	in.stop = nil
	if in.edits != edits || ctx.Err() != nil && len(texts) > 0 {
		s.mu.Unlock()
		return
	}
	if len(texts) == 0 {
		delete(s.folders, in.path)
	}
	messages := s.published(in, list)
	s.mu.Unlock()
	for _, message := range messages {
		_ = s.conn.Notify(ctx, "textDocument/publishDiagnostics", message) // a client that is gone is noticed elsewhere
	}
}

// published remembers what was found, and returns what the client has to know: of each file with mistakes, of each that had some, and of
// each that is open.
func (s *server) published(in *folder, list fault.List) (messages []publishParams) {
	before, open := in.found, map[string]*document{}
	in.found = map[string]fault.List{}
	for _, d := range s.documents {
		if d.in == in {
			open[d.file], in.found[d.file] = d, nil
		}
	}
	for _, d := range list {
		file := cmp.Or(d.Place.File, in.last) // what is wrong as a whole is shown where somebody looks
		in.found[file] = append(in.found[file], d)
	}
	files := maps.Clone(in.found)
	maps.Copy(files, before)
	for _, file := range slices.Sorted(maps.Keys(files)) {
		message := publishParams{URI: s.uriOf(in, file), Diagnostics: []diagnostic{}}
		if d := open[file]; d != nil {
			message.Version = &d.version
		}
		for _, d := range in.found[file] {
			message.Diagnostics = append(message.Diagnostics, s.diagnosticOf(in, d))
		}
		messages = append(messages, message)
	}
	return messages
}

// The severities of the protocol.
const (
	severityError   = 1
	severityWarning = 2
)

func (s *server) diagnosticOf(in *folder, d fault.Diagnostic) diagnostic {
	out := diagnostic{
		Range: rangeOf(fault.Spot{Place: d.Place, Length: d.Length}), Severity: severityError, Code: d.Code,
		Source: cmp.Or(d.Tool, "fwrun"), Message: d.Message,
	}
	if d.Severity == fault.Warning {
		out.Severity = severityWarning
	}
	if d.Why != "" {
		out.Message += "\n" + d.Why
	}
	if d.Hint != "" {
		out.Message += "\n→ " + d.Hint
	}
	for _, note := range d.Notes {
		if note.Place.File != "" {
			out.RelatedInformation = append(out.RelatedInformation, relatedInfo{s.locationOf(in, fault.Spot{Place: note.Place}), note.Text})
		}
	}
	return out
}

// rangeOf returns what is underlined: at least one unit.
func rangeOf(spot fault.Spot) textRange {
	begin := position{max(spot.Line-1, 0), max(spot.Col-1, 0)}
	return textRange{begin, position{begin.Line, begin.Character + max(spot.Length, 1)}}
}

func (s *server) locationOf(in *folder, spot fault.Spot) location {
	return location{s.uriOf(in, spot.File), rangeOf(spot)}
}
