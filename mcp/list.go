package mcp

import (
	"sync/atomic"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/platform/jsontext"
)

// maxCached limits the results of lists that are cached, in bytes. There is one for each set of entries that callers see;
// when the limit is reached, further results are made each time.
const maxCached = 16 << 20

// counter counts the bytes that are cached.
type counter = atomic.Int64

// listed returns the result of a list; it is made once for each set of entries.
func (s *Server) listed(name, set string, tail []byte, entries func(yield func([]byte))) []byte {
	key := name + "\x00" + string(tail) + "\x00" + set
	if known, ok := s.lists.Load(key); ok {
		return known.([]byte)
	}
	dst := append([]byte(`{"`), name...)
	dst = append(dst, `":[`...)
	first := true
	entries(func(entry []byte) {
		if !first {
			dst = append(dst, ',')
		}
		first = false
		dst = append(dst, entry...)
	})
	dst = append(append(dst, ']'), tail...)
	dst = append(dst, '}')
	if s.cached.Add(int64(len(dst))) <= maxCached {
		s.lists.Store(key, dst)
	}
	return dst
}

// listTools lists the tools that the caller sees.
func (r *rpcRequest) listTools() ([]byte, error) {
	if err := r.noCursor(); err != nil {
		return nil, err
	}
	seen, err := visible(r, engine.IsVisible, r.tools, r.offers)
	if err != nil {
		return nil, err
	}
	return r.listed("tools", seen.key(), r.protocol.listTail(), func(yield func([]byte)) {
		for i, one := range r.tools {
			if seen.has(i) {
				yield(one.entry)
			}
		}
	}), nil
}

// appendToolEntry writes a tool's entry of the list.
func appendToolEntry(dst []byte, t *tool) []byte {
	dst = append(dst, `{"name":`...)
	dst = jsontext.AppendString(dst, t.Name)
	dst = appendMember(dst, "title", t.Title)
	dst = appendMember(dst, "description", t.Description)
	dst = append(dst, `,"inputSchema":`...)
	dst = append(dst, t.Input...)
	if t.Output != nil {
		dst = append(dst, `,"outputSchema":`...)
		dst = append(dst, t.Output...)
	}
	dst = append(dst, `,"annotations":{`...)
	if t.Title != "" {
		dst = append(dst, `"title":`...)
		dst = append(jsontext.AppendString(dst, t.Title), ',')
	}
	dst = appendFlag(dst, `"readOnlyHint":`, t.ReadOnly)
	if !t.ReadOnly {
		dst = appendFlag(dst, `,"destructiveHint":`, t.Destructive)
		dst = appendFlag(dst, `,"idempotentHint":`, t.Idempotent)
	}
	if t.OpenWorld != nil {
		dst = appendFlag(dst, `,"openWorldHint":`, *t.OpenWorld)
	}
	return append(dst, "}}"...)
}

func appendFlag(dst []byte, name string, value bool) []byte {
	dst = append(dst, name...)
	if value {
		return append(dst, "true"...)
	}
	return append(dst, "false"...)
}

// appendMember writes a member, unless its text is empty.
func appendMember(dst []byte, name, text string) []byte {
	if text == "" {
		return dst
	}
	dst = append(dst, ',')
	dst = append(jsontext.AppendString(dst, name), ':')
	return jsontext.AppendString(dst, text)
}
