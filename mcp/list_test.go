package mcp

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/engine/manifest"
)

// TestListsAreMadeOnce: a list is made once for each set of entries, and has the same bytes from then on.
func TestListsAreMadeOnce(t *testing.T) {
	s := newServer(t, offer(), Settings{})
	makings := 0
	list := func(name, set, tail string, entries ...string) []byte {
		return s.listed(name, set, []byte(tail), func(yield func([]byte)) {
			makings++
			for _, one := range entries {
				yield([]byte(one))
			}
		})
	}
	first := list("tools", "ab", "", "1", "2")
	if string(first) != `{"tools":[1,2]}` {
		t.Errorf("got %s", first)
	}
	again := list("tools", "ab", "", "not", "asked", "for")
	if &again[0] != &first[0] || makings != 1 {
		t.Errorf("after %d makings there is %s", makings, again)
	}
	for _, other := range []string{
		string(list("tools", "b", "", "2")), string(list("tools", "", "")), string(list("prompts", "ab", "", "3")),
		string(list("tools", "ab", `,"a":1`, "1", "2")),
	} {
		if other == string(first) {
			t.Errorf("another list is %s, too", other)
		}
	}
	if makings != 5 {
		t.Errorf("five lists were made in %d makings", makings)
	}
}

// TestListsAreBounded: callers with ever different sets do not fill the memory, and get the right lists.
func TestListsAreBounded(t *testing.T) {
	s := newServer(t, offer(), Settings{})
	entry := bytes.Repeat([]byte("1"), 1<<20)
	for round := range 2 {
		for i := range 2 * maxCached / len(entry) {
			got := s.listed("tools", fmt.Sprint(i), nil, func(yield func([]byte)) { yield(fmt.Append(nil, i)); yield(entry) })
			if want := fmt.Sprintf(`{"tools":[%d,`, i); !strings.HasPrefix(string(got), want) || len(got) < len(entry) {
				t.Fatalf("round %d: got %.40s, want %s", round, got, want)
			}
		}
	}
	cached := 0
	s.lists.Range(func(_, list any) bool { cached += len(list.([]byte)); return true })
	if cached > maxCached || cached < maxCached/2 {
		t.Errorf("%d bytes are cached, of at most %d", cached, maxCached)
	}
}

// TestListsOfChoices: a caller's choice decides what is listed, and the lists of one choice are the same for all
// callers.
func TestListsOfChoices(t *testing.T) {
	s := newServer(t, offer(
		&manifest.Tool{Name: "read", ReadOnly: true, Toolsets: []string{"orders"}},
		&manifest.Tool{Name: "write", Toolsets: []string{"orders", "billing"}},
		&manifest.Tool{Name: "plain"},
	), Settings{})
	names := func(x *sent) string {
		x.to(s)
		var list []string
		for _, part := range strings.Split(x.answer, `{"name":"`)[1:] {
			name, _, _ := strings.Cut(part, `"`)
			list = append(list, name)
		}
		return strings.Join(list, " ")
	}
	const list = `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`
	query := func(text ...string) *sent {
		x := post(list)
		x.query = map[string][]string{}
		for i := 0; i < len(text); i += 2 {
			x.query.Set(text[i], text[i+1])
		}
		return x
	}
	for _, c := range []struct {
		x    *sent
		want string
	}{
		{post(list), "read write plain"},
		{query("toolset", "orders"), "read write plain"},
		{query("toolset", "billing"), "write plain"},
		{query("toolset", "billing,orders"), "read write plain"},
		{query("toolset", " billing , nothing "), "write plain"},
		{query("toolset", "nothing"), "plain"},
		{query("toolset", "Orders"), "plain"},
		{query("toolset", "all"), "read write plain"},
		{query("toolset", "nothing,all"), "read write plain"},
		{query("toolset", ","), "read write plain"},
		{query("readonly", "true"), "read"},
		{query("readonly", "TRUE"), "read"},
		{query("readonly", "1"), "read"},
		{query("readonly", "false"), "read write plain"},
		{query("readonly", ""), "read write plain"},
		{query("readonly", "true", "toolset", "billing"), ""},
		{post(list, "X-MCP-Toolsets: billing"), "write plain"},
		{post(list, "X-MCP-Readonly: true"), "read"},
		{post(list, "X-MCP-Readonly: no"), "read write plain"},
	} {
		if got := names(c.x); got != c.want {
			t.Errorf("%v %v: got %q, want %q", c.x.query, c.x.header, got, c.want)
		}
	}
	// Query and header apply together: a tool must be in both.
	both := query("toolset", "orders")
	both.header.Set("X-MCP-Toolsets", "billing")
	if got := names(both); got != "write plain" {
		t.Errorf("query and header choose %q", got)
	}
	first, second := post(list).to(s).answer, post(list).to(s).answer
	if first != second {
		t.Errorf("the same list is once\n%s\nand once\n%s", first, second)
	}
}

// TestConfiguredChoices: a caller cannot choose tools that the configuration excludes.
func TestConfiguredChoices(t *testing.T) {
	s := newServer(t, offer(
		&manifest.Tool{Name: "read", ReadOnly: true, Toolsets: []string{"orders"}},
		&manifest.Tool{Name: "other", ReadOnly: true, Toolsets: []string{"billing"}},
		&manifest.Tool{Name: "write", Toolsets: []string{"orders"}},
	), Settings{ReadOnly: true, Toolsets: []string{"orders"}})
	for _, header := range []string{"A: b", "X-MCP-Readonly: false", "X-MCP-Toolsets: all", "X-MCP-Toolsets: orders,billing"} {
		x := post(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`, header).to(s)
		if strings.Count(x.answer, `"name"`) != 1 || !strings.Contains(x.answer, `"name":"read"`) {
			t.Errorf("%s: got %s", header, x.answer)
		}
		for _, hidden := range []string{"write", "other"} {
			got := post(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"`+hidden+`"}}`, header).to(s).answer
			want := post(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"nobody"}}`, header).to(s).answer
			if got != strings.ReplaceAll(want, "nobody", hidden) {
				t.Errorf("%s: a call of %s is answered with\n%s\nand one of what is not there with\n%s", header, hidden, got, want)
			}
		}
	}
}
