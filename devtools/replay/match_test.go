package replay

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

func jsonAnswer(body string) *Answer {
	return &Answer{Status: 200, Headers: http.Header{"Content-Type": {"application/json"}, "X-Id": {"17"}}, Body: []byte(body)}
}

func expecting(body string) *File {
	return &File{Response: Response{Status: 200, Body: Body{JSON: []byte(body)}}}
}

func TestCompare(t *testing.T) {
	for _, test := range []struct{ name, expected, received, want string }{
		{"the same", `{"a": 1, "b": [true, null]}`, `{"b":[true,null],"a":1.0}`, ""},
		{"another value", `{"a": {"b": "x"}}`, `{"a": {"b": "y"}}`, "body.a.b"},
		{"one more", `{"a": 1}`, `{"a": 1, "b": 2}`, "body.b"},
		{"one less", `[1, 2]`, `[1]`, "body[1]"},
		{"another order", `[1, 2]`, `[2, 1]`, "body[0] body[1]"},
		{"numbers that float64 does not tell apart", `9007199254740993`, `9007199254740992`, "body"},
		{"any text", `{"a": {"$any": "string"}}`, `{"a": "x"}`, ""},
		{"any text, which is none", `{"a": {"$any": "string"}}`, `{"a": 1}`, "body.a"},
		{"any date", `[{"$any": "date"}, {"$any": "date"}]`, `["2026-01-02T03:04:05Z", "2026-01-02"]`, ""},
		{"any uuid", `{"$any": "uuid"}`, `"4a8c7f3e-2b1d-4c5e-8f90-a1b2c3d4e5f6"`, ""},
		{"any integer", `[{"$any": "integer"}]`, `[1.5]`, "body[0]"},
		{"an unknown sort", `{"$any": "thing"}`, `1`, "body"},
		{"a pattern", `{"id": {"$matches": "^[0-9]+$"}}`, `{"id": 17}`, ""},
		{"a pattern, not", `{"id": {"$matches": "^[a-z]+$"}}`, `{"id": "17"}`, "body.id"},
		{"a pattern that is none", `{"id": {"$matches": "("}}`, `{"id": "("}`, "body.id"},
		{"may be there", `{"a": {"$optional": "number"}}`, `{}`, ""},
		{"may be there, as something else", `{"a": {"$optional": "number"}}`, `{"a": "x"}`, "body.a"},
		{"masked", `{"a": "******", "b": "Bearer ****** x"}`, `{"a": {"any": "thing"}, "b": "Bearer 123 x"}`, ""},
		{"masked, but for the rest", `"Bearer ****** x"`, `"Basic 123 x"`, "body"},
		{"no JSON", `{"a": 1}`, `<html>`, "body"},
	} {
		var paths []string
		for _, d := range expecting(test.expected).Compare(jsonAnswer(test.received)).Differences {
			paths = append(paths, d.Path)
		}
		if got := strings.Join(paths, " "); got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

func TestCompareShowsBothSides(t *testing.T) {
	f := expecting(`{"id": {"$any": "number"}, "name": "Ada"}`)
	f.Response.Headers = Headers{"x-id": "17", "location": "/a"}
	got := f.Compare(jsonAnswer(`{"id": 5, "name": "Bob"}`))
	if !strings.Contains(got.Expected, `"id": 5`) { // a matcher that is satisfied is no difference
		t.Errorf("expected\n%s", got.Expected)
	}
	if !strings.Contains(got.Received, `"name": "Bob"`) || strings.Contains(got.Received, "content-type") {
		t.Errorf("received\n%s", got.Received)
	}
	if text := fmt.Sprint(got.Differences); !strings.Contains(text, "headers.location") {
		t.Error(text)
	}
}

func TestUpdateKeepsMatchers(t *testing.T) {
	f := expecting(`{"id": {"$any": "number"}, "at": {"$any": "date"}, "list": [{"n": {"$any": "number"}}], "token": "******"}`)
	f.Response.Headers = Headers{"x-id": map[string]any{"$matches": "^[0-9]+$"}}
	f.Update(jsonAnswer(`{"id": 5, "at": "later", "list": [{"n": 1}, {"n": 2}], "token": "abc"}`))
	want := `{"at":"later","id":{"$any":"number"},"list":[{"n":{"$any":"number"}},{"n":2}],"token":"******"}`
	if got := string(f.Response.JSON); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if _, is := f.Response.Headers["x-id"].(map[string]any); !is || f.Response.Headers["content-type"] != "application/json" {
		t.Error(f.Response.Headers)
	}
}
