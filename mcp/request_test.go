package mcp

import (
	"net/url"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/platform/inproc"
	"github.com/fwrun/fwrun/platform/jsontext"
)

// endpointCall is a call of an endpoint whose parameters are all arguments of the same name.
func endpointCall(t testing.TB, route *manifest.ToolRoute, arguments string, params ...manifest.Param) *call {
	t.Helper()
	tool := &manifest.Tool{Name: "t", REST: route}
	m := offer(tool)
	for i := range params {
		if params[i].Type == nil {
			params[i].Type = &schema.Type{Kind: schema.String}
		}
		params[i].Name = params[i].Key
		tool.Arguments = append(tool.Arguments, manifest.Argument{Name: params[i].Key, Param: i})
	}
	m.Handlers[0].Params = params
	s := newServer(t, m, Settings{MaxResultBytes: 77})
	return &call{rpcRequest: &rpcRequest{Server: s}, tool: s.tools[0], arguments: arguments}
}

func from(origin manifest.Origin, key string) manifest.Param {
	return manifest.Param{Key: key, Origin: origin}
}

// TestRequestPaths: a value is one segment of the path, whatever it contains, or the call is refused.
func TestRequestPaths(t *testing.T) {
	for _, c := range []struct{ value, path, wrong string }{
		{`"7"`, "/orders/7/lines", ""},
		{`7`, "/orders/7/lines", ""},
		{`true`, "/orders/true/lines", ""},
		{`1.5`, "/orders/1.5/lines", ""},
		{`"a b"`, "/orders/a%20b/lines", ""},
		{`"ä€😀"`, "/orders/%C3%A4%E2%82%AC%F0%9F%98%80/lines", ""},
		{`"a?b=c#d&e"`, "/orders/a%3Fb=c%23d&e/lines", ""},
		{`"50%"`, "/orders/50%25/lines", ""},
		{`"%2e%2e"`, "/orders/%252e%252e/lines", ""},
		{`"a%2Fb"`, "/orders/a%252Fb/lines", ""},
		{`"..."`, "/orders/.../lines", ""},
		{`"a;b"`, "/orders/a%3Bb/lines", ""},
		{`"{id}"`, "/orders/%7Bid%7D/lines", ""},
		{`"\r\nX: y"`, "/orders/%0D%0AX:%20y/lines", ""},
		{`"a/b"`, "", "id: cannot be a part of a path"},
		{`"/"`, "", "id: cannot be a part of a path"},
		{`"../admin"`, "", "id: cannot be a part of a path"},
		{`"a\\b"`, "", "id: cannot be a part of a path"},
		{`"."`, "", "id: cannot be a part of a path"},
		{`".."`, "", "id: cannot be a part of a path"},
		{`""`, "", "id: cannot be a part of a path"},
		{`"a\u0000b"`, "", "id: cannot be a part of a path"},
	} {
		got, wrong := endpointCall(t, &manifest.ToolRoute{Method: "GET", Paths: []string{"/orders/{id}/lines"}}, `{"id":`+c.value+`}`,
			from(manifest.FromPath, "id")).request()
		if wrong != c.wrong || wrong == "" && got.Target != c.path {
			t.Errorf("%s: got %q %q, want %q %q", c.value, got.Target, wrong, c.path, c.wrong)
		}
	}
}

// TestRequestMixedSegments: adjacent values are sent only if the endpoint reads the same values.
func TestRequestMixedSegments(t *testing.T) {
	for _, c := range []struct{ arguments, path, wrong string }{
		{`{"name":"a b","ext":"pdf"}`, "/v/a%20b.pdf", ""},
		{`{"name":"a.tar","ext":"gz"}`, "/v/a.tar.gz", ""},
		{`{"name":"..","ext":"gz"}`, "", "name: cannot be a part of a path"},
		{`{"name":"a","ext":"tar.gz"}`, "", `name: in the path "a.tar.gz" it would be read as "a.tar"`},
		{`{"name":"a"}`, "", "arguments: name, ext are required"},
	} {
		got, wrong := endpointCall(t, &manifest.ToolRoute{Method: "GET", Paths: []string{"/v/{name}.{ext}"}}, c.arguments,
			from(manifest.FromPath, "name"), from(manifest.FromPath, "ext")).request()
		if wrong != c.wrong || wrong == "" && got.Target != c.path {
			t.Errorf("%s: got %q %q, want %q %q", c.arguments, got.Target, wrong, c.path, c.wrong)
		}
	}
}

// TestRequestNeedsItsPath: without the values of its path there is no request.
func TestRequestNeedsItsPath(t *testing.T) {
	for _, arguments := range []string{`{}`, `{"id":null}`, `{"ID":7}`} {
		got, wrong := endpointCall(t, &manifest.ToolRoute{Method: "GET", Paths: []string{"/orders/{id}"}}, arguments,
			from(manifest.FromPath, "id")).request()
		if got.Target != "" || !strings.Contains(wrong, "id") || !strings.Contains(wrong, "required") {
			t.Errorf("%s: got %q %q", arguments, got.Target, wrong)
		}
	}
}

// TestRequestRest: a placeholder for the rest of the path takes slashes, but no "..".
func TestRequestRest(t *testing.T) {
	for _, c := range []struct{ value, path, wrong string }{
		{`"a/b c/d"`, "/files/a/b%20c/d", ""},
		{`"a"`, "/files/a", ""},
		{`"a/../b"`, "", "rest: cannot be a part of a path"},
		{`"a//b"`, "", "rest: cannot be a part of a path"},
		{`"/a"`, "", "rest: cannot be a part of a path"},
		{`"a/"`, "", "rest: cannot be a part of a path"},
		{`""`, "", "rest: cannot be a part of a path"},
	} {
		got, wrong := endpointCall(t, &manifest.ToolRoute{Method: "GET", Paths: []string{"/files/{rest:*}"}}, `{"rest":`+c.value+`}`,
			from(manifest.FromPath, "rest")).request()
		if wrong != c.wrong || wrong == "" && got.Target != c.path {
			t.Errorf("%s: got %q %q, want %q %q", c.value, got.Target, wrong, c.path, c.wrong)
		}
	}
}

// TestRequestOfSeveralPaths: the first path whose placeholders are given is used.
func TestRequestOfSeveralPaths(t *testing.T) {
	route := &manifest.ToolRoute{Method: "GET", Paths: []string{"/orders/{id}/{line}", "/orders/{id}", "/orders"}}
	params := []manifest.Param{from(manifest.FromPath, "id"), from(manifest.FromPath, "line")}
	for arguments, want := range map[string]string{
		`{"id":"1","line":"2"}`: "/orders/1/2", `{"id":"1"}`: "/orders/1", `{"id":"1","line":null}`: "/orders/1", `{}`: "/orders",
		`{"line":"2"}`: "/orders",
	} {
		if got, wrong := endpointCall(t, route, arguments, params...).request(); got.Target != want || wrong != "" {
			t.Errorf("%s: got %q %q, want %q", arguments, got.Target, wrong, want)
		}
	}
}

// TestRequestPlaces puts each argument where the endpoint reads it, and leaves out what is null or absent.
func TestRequestPlaces(t *testing.T) {
	params := []manifest.Param{
		from(manifest.FromPath, "id"), from(manifest.FromRequest, "r"), from(manifest.FromQuery, "q"), from(manifest.FromQuery, "n"),
		from(manifest.FromForm, "f"), from(manifest.FromForm, "g"),
	}
	c := endpointCall(t, &manifest.ToolRoute{Method: "POST", Paths: []string{"/a b/{id}"}},
		`{"id":7,"r":["x y","&=?"],"q":"ä+b","n":null,"f":"1&2","unknown":"z"}`, params...)
	got, wrong := c.request()
	if wrong != "" || got.Method != "POST" || got.Target != "/a%20b/7?r=x+y&r=%26%3D%3F&q=%C3%A4%2Bb" ||
		headerOf(got, "Content-Type") != "application/x-www-form-urlencoded" ||
		string(got.Body) != "f=1%262" || headerOf(got, "Accept") != "application/json" || got.Handler != 0 || got.Limit != 77 || got.Tool == nil {
		t.Errorf("got %+v, body %s, %s", got, got.Body, wrong)
	}
	c = endpointCall(t, &manifest.ToolRoute{Method: "GET", Paths: []string{"/a"}}, `{}`, from(manifest.FromQuery, "q"), from(manifest.FromForm, "f"))
	if got, wrong := c.request(); wrong != "" || got.Target != "/a" || headerOf(got, "Content-Type") != "" || got.Body != nil {
		t.Errorf("nothing given: %+v %s", got, wrong)
	}
}

// TestRequestBodies: a body is sent as the endpoint consumes it.
func TestRequestBodies(t *testing.T) {
	object, text, binary := &schema.Type{Kind: schema.Object}, &schema.Type{Kind: schema.String}, &schema.Type{Kind: schema.Bytes}
	for _, c := range []struct {
		bodyType string
		param    manifest.Param
		value    string
		want     string
		sentAs   string
		wrong    string
	}{
		{"application/json", manifest.Param{Type: object}, `{ "a" : 1 }`, `{ "a" : 1 }`, "application/json", ""},
		{"application/vnd.x+json", manifest.Param{Type: object}, `{"a":2.0}`, `{"a":2.0}`, "application/vnd.x+json", ""},
		{
			"application/x-www-form-urlencoded",
			manifest.Param{Type: object},
			`{"a":"1 2","b":[true,3],"c":null}`, `a=1+2&b=true&b=3`,
			"application/x-www-form-urlencoded", "",
		},
		{"text/plain; charset=utf-8", manifest.Param{Type: text}, `"a\"ä\n"`, "a\"ä\n", "text/plain; charset=utf-8", ""},
		{"application/json", manifest.Param{Type: object, DisableParsing: true}, `"{\"a\":1}"`, `{"a":1}`, "application/json", ""},
		{"image/png", manifest.Param{Type: binary}, `"AAH/"`, "\x00\x01\xff", "image/png", ""},
		{"application/octet-stream", manifest.Param{Type: binary}, `"?"`, "", "application/octet-stream", "body: expected base64 text"},
	} {
		c.param.Key, c.param.Origin = "body", manifest.FromBody
		got, wrong := endpointCall(t, &manifest.ToolRoute{Method: "POST", Paths: []string{"/a"}, BodyType: c.bodyType},
			`{"body":`+c.value+`}`, c.param).request()
		if string(got.Body) != c.want || headerOf(got, "Content-Type") != c.sentAs || wrong != c.wrong {
			t.Errorf("%s: got %s %q %s, want %s %q %s", c.value, headerOf(got, "Content-Type"), got.Body, wrong, c.sentAs, c.want, c.wrong)
		}
	}
	got, wrong := endpointCall(t, &manifest.ToolRoute{Method: "POST", Paths: []string{"/a"}, BodyType: "application/json"}, `{"body":null}`,
		manifest.Param{Key: "body", Origin: manifest.FromBody}).request()
	if got.Body != nil || headerOf(got, "Content-Type") != "" || wrong != "" {
		t.Errorf("null is sent as %s %q %s", headerOf(got, "Content-Type"), got.Body, wrong)
	}
}

// TestRequestAccepts: a request accepts JSON, unless the endpoint does not produce it.
func TestRequestAccepts(t *testing.T) {
	for _, c := range []struct {
		produces []string
		want     string
	}{
		{nil, "application/json"},
		{[]string{"text/csv", "application/json"}, "application/json"},
		{[]string{"application/vnd.x+json"}, "application/vnd.x+json"},
		{[]string{"*/*"}, "application/json"},
		{[]string{"application/xml", "application/vnd.x+json"}, "application/vnd.x+json"},
		{[]string{"text/csv", "text/html"}, "text/csv, text/html"},
	} {
		if got := acceptOf(c.produces); got != c.want {
			t.Errorf("%v: got %q, want %q", c.produces, got, c.want)
		}
	}
}

// FuzzRequestPath: no value leads to a different path, or to anything but a path.
func FuzzRequestPath(f *testing.F) {
	for _, seed := range []string{"7", "a b", "../x", "%2e%2e", "a?b#c", "ä", "\\", "\x00", ";", "//", ".%2e", "a\r\nHost: x", "{id}", "*"} {
		f.Add(seed, seed)
	}
	f.Fuzz(func(t *testing.T, id, query string) {
		if !utf8.ValidString(id) || !utf8.ValidString(query) {
			return // not valid JSON
		}
		arguments := `{"id":` + string(jsontext.AppendString(nil, id)) + `,"q":` + string(jsontext.AppendString(nil, query)) + `}`
		got, wrong := endpointCall(t, &manifest.ToolRoute{Method: "GET", Paths: []string{"/orders/{id}/lines"}}, arguments, from(manifest.FromPath, "id"),
			from(manifest.FromQuery, "q")).request()
		if wrong != "" {
			if id != "" && id != "." && id != ".." && !strings.ContainsAny(id, "/\\\x00") {
				t.Fatalf("%q is refused: %s", id, wrong)
			}
			return
		}
		target, err := url.ParseRequestURI(got.Target)
		if err != nil || strings.ContainsFunc(got.Target, func(r rune) bool { return r <= ' ' || r >= 0x7f || r == '#' || r == '\\' }) {
			t.Fatalf("%q makes the target %q: %v", id, got.Target, err)
		}
		segments := strings.Split(target.EscapedPath(), "/")
		if len(segments) != 4 || segments[1] != "orders" || segments[3] != "lines" {
			t.Fatalf("%q makes the path %q", id, got.Target)
		}
		if back, err := url.PathUnescape(segments[2]); err != nil || back != id || back == "." || back == ".." {
			t.Fatalf("%q arrives as %q: %v", id, back, err)
		}
		if values := target.Query(); len(values) != 1 || values.Get("q") != query {
			t.Fatalf("%q makes the query %q", query, target.RawQuery)
		}
	})
}

func headerOf(r *inproc.Call, name string) string {
	for _, h := range r.Headers {
		if h[0] == name {
			return h[1]
		}
	}
	return ""
}
