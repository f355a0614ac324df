package replay

import (
	"bytes"
	"strings"
	"testing"
)

const small = `{"replay": 1, "request": {"method": "GET", "path": "/users/7"}, "calls": [], "response": {"status": 200}}`

func TestParseRefusesByName(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"no JSON", "hello", "line 1"},
		{"empty", "", "the file ends in the middle"},
		{"truncated", "{\n  \"replay\": 1,\n  \"request\": {", "line 3: the file ends in the middle"},
		{"no version", `{}`, `does not say "replay": 1`},
		{"another version, with what this one does not know", `{"replay": 2, "more": true}`, "version 2"},
		{"an unknown field", strings.Replace(small, `"calls"`, `"cals": 1, "calls"`, 1), "cals"},
		{"an unknown kind", strings.Replace(small, `[]`, `[{"kind": "magic"}]`, 1), `"magic" is not a kind`},
		{"gives and fails", strings.Replace(small, `[]`, `[{"kind": "sql", "gives": {}, "fails": {"message": ""}}]`, 1), "calls[0]"},
		{"too often", strings.Replace(small, `[]`, `[{"kind": "time", "gives": "", "times": 2000000}]`, 1), "2000000 times"},
		{"no method", strings.Replace(small, "GET", "", 1), "no method"},
		{"no path", strings.Replace(small, "/users/7", "users", 1), "does not begin with /"},
		{"no status", strings.Replace(small, "200", "20", 1), "20 is not the status"},
		{"two bodies", strings.Replace(small, `"status": 200`, `"status": 200, "json": {}, "text": ""`, 1), "more than one of"},
		{"a header of two lines", strings.Replace(small, `"path"`, `"headers": {"a": "b\r\nc: d"}, "path"`, 1), "of one line"},
		{"a header that is no text", strings.Replace(small, `"path"`, `"headers": {"a": 1}, "path"`, 1), "is not a text"},
		{"another type", strings.Replace(small, "200", `"200"`, 1), "line 1"},
		{"something after it", small + "{}", "follows its end"},
		{"too deep", `{"replay": 1, "x": ` + strings.Repeat("[", 300) + strings.Repeat("]", 300) + `}`, "more than 200"},
		{"too large", strings.Repeat(" ", MaxFile+1), "at most"},
	} {
		if _, err := Parse([]byte(test.text)); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got %v, want %q", test.name, err, test.want)
		}
	}
	if _, err := Parse([]byte(small)); err != nil {
		t.Error(err)
	}
}

func TestFormatIsReadBack(t *testing.T) {
	text := "a\nb"
	f := &File{
		Recorded: "2026-01-02T03:04:05.000Z",
		Request: Request{
			Method: "POST", Path: "/x?y=<z>&w", As: &Sender{Name: "ada", Roles: []string{"ADMIN"}},
			Headers: Headers{"a": "1", "b": []any{"2", "3"}}, Body: Body{Text: &text},
		},
		Calls: []Call{
			{Kind: SQL, Asks: map[string]any{"query": "select '<'"}, Fails: &Failure{Message: "no", Kind: "syntax"}},
			{Kind: Time, Gives: []byte(`"2026-01-02T03:04:05.000Z"`), Times: 3},
		},
		Response: Response{Status: 201, Body: Body{Base64: []byte{0, 255}}},
	}
	first, err := f.Format()
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(first, []byte(`\u003c`)) {
		t.Errorf("< is escaped:\n%s", first)
	}
	read, err := Parse(first)
	if err != nil {
		t.Fatalf("%v\n%s", err, first)
	}
	if second, err := read.Format(); err != nil || !bytes.Equal(first, second) {
		t.Errorf("%v, got\n%s\nwant\n%s", err, second, first)
	}
}

func TestFileNamesAreSafe(t *testing.T) {
	for path, want := range map[string]string{
		"/users/7?x=../..": "get-users-7", "/../../etc/passwd": "get-etc-passwd", "/": "get", "/a//b%00\n": "get-a-b-00", "/é/ü": "get",
		"/" + strings.Repeat("a", 300): "get-" + strings.Repeat("a", longestName-4),
	} {
		if got := FileName("GET", path); got != want {
			t.Errorf("%q: got %q, want %q", path, got, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(small))
	f.Add([]byte(strings.Replace(small, `[]`, `[{"kind": "sql", "asks": {"query": "select 1", "args": [1, {"$time": "2026-01-02T03:04:05Z"}]}, `+
		`"gives": {"columns": ["a"], "rows": [[{"$bytes": "AQI="}]]}}]`, 1)))
	f.Add([]byte(strings.Replace(small, `"status": 200`, `"status": 200, "headers": {"date": {"$any": "date"}}, "json": `+
		`{"id": {"$matches": "^[0-9]+$"}}`, 1)))
	f.Fuzz(func(t *testing.T, text []byte) {
		file, err := Parse(text)
		if err != nil {
			return
		}
		again, err := file.Format()
		if err != nil {
			return // it has become too large
		}
		if _, err := Parse(again); err != nil {
			t.Fatalf("what was written is not read: %v\n%s", err, again)
		}
		file.Compare(&Answer{Status: 200, Headers: map[string][]string{"Content-Type": {"application/json"}}, Body: []byte(`{"id": 1}`)})
		p := NewPlayer(file)
		for i := range file.Calls {
			_, _ = p.Ask(file.Calls[i].Kind, file.Calls[i].Asks)
		}
		p.Now()
		p.Fill(Bytes, make([]byte, 4))
		p.End()
	})
}
