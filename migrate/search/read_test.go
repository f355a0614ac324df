package search

import (
	"fmt"
	"strings"
	"testing"
)

// TestFileToRequest holds the rows of the table, and what is trimmed, lower-cased and wrapped.
func TestFileToRequest(t *testing.T) {
	const policy = `{"policy":{"description":"d"}}`
	for _, c := range []struct{ name, text, want string }{
		{"logs-template.json", `{"index_patterns":["l*"],"template":{}}`, `PUT /_index_template/logs {"index_patterns":["l*"],"template":{}}`},
		{"logs-template.json", `{"settings":{}}`, `PUT /_index_template/logs {"index_patterns":["logs*"],"template":{"settings":{}}}`},
		{"logs-template.json", `{}`, `PUT /_index_template/logs {"index_patterns":["logs*"]}`},
		{"logs-template.json", `{"mappings":{"a":{ }},"aliases":{},"priority":5}`, `PUT /_index_template/logs {"index_patterns":["logs*"],"priority":5,` +
			`"template":{"mappings":{"a":{ }},"aliases":{}}}`},
		{"logs-template.json", `{"index_patterns":["x-*","y"],"settings":{}}`, `PUT /_index_template/logs {"index_patterns":["x-*",` +
			`"y"],"template":{"settings":{}}}`},
		{"Logs-template.json", `{"index_patterns":"x"}`, `PUT /_index_template/Logs {"index_patterns":"x"}`},
		{"keep-policy.json", policy, "PUT /_plugins/_ism/policies/keep " + policy},
		{"Keep.json", policy, "PUT /_plugins/_ism/policies/Keep " + policy},
		{"logs.json", `{"index_patterns":["l*"]}`, `PUT /_index_template/logs {"index_patterns":["l*"]}`},
		{"logs-index.json", `{"index_patterns":["l*"]}`, `PUT /_index_template/logs {"index_patterns":["l*"]}`},
		{"Products.json", `{"settings":{}}`, `PUT /products {"settings":{}}`},
		{"My-Products-index.json", ` {"mappings": {} }`, `PUT /my-products  {"mappings": {} }`},
		{"a-b.json", `{"aliases":{}}`, `PUT /a-b {"aliases":{}}`},
		{"ümlaut.json", `{"aliases":{}}`, `PUT /%C3%BCmlaut {"aliases":{}}`},
		{"x.json", `{"method":"put","path":"_scripts/a","body":{"script":{ }}}`, `PUT /_scripts/a {"script":{ }}`},
		{"x.json", `{"method":"DELETE","path":"/a","name":"n"}`, `DELETE /a `},
		{"x-template.json", `{"method":"POST","path":"/_aliases","body":{}}`, `POST /_aliases {}`},
		{
			"x.json", `{"method":"POST","path":"/_bulk?refresh=true","body":[{"index":{ }},{"a": 1}]}`,
			"POST /_bulk?refresh=true {\"index\":{}}\n{\"a\":1}\n",
		},
		{"x.json", `{"method":"POST","path":"/a/_doc","body":[1]}`, `POST /a/_doc [1]`},
		{"x.json", `{"method":"POST","path":"/_bulk","body":"{}\n"}`, "POST /_bulk {}\n"},
		{"1.0/My-logs-template.json", `{"mappings":{}}`, `PUT /_index_template/My-logs {"index_patterns":["My-logs*"],"template":{"mappings":{}}}`},
		{"ü%-template.json", `{"index_patterns":["l*"]}`, `PUT /_index_template/%C3%BC%25 {"index_patterns":["l*"]}`},
		{"a/b-policy.json", policy, "PUT /_plugins/_ism/policies/b " + policy},
		{"a/B.json", `{"mappings":{}}`, `PUT /b {"mappings":{}}`},
		{"a-index-template.json", `{"settings":{}}`, `PUT /_index_template/a-index {"index_patterns":["a-index*"],"template":{"settings":{}}}`},
		{"a-template-index.json", `{"settings":{}}`, `PUT /a-template {"settings":{}}`},
		{"A-Template.json", `{"settings":{}}`, `PUT /a-template {"settings":{}}`},
		{"templates.json", `{"settings":{}}`, `PUT /templates {"settings":{}}`},
		{"template.json", `{"settings":{}}`, `PUT /template {"settings":{}}`},
		{"a.JSON", `{"settings":{}}`, `PUT /a {"settings":{}}`},
		{"a.json.json", `{"settings":{}}`, `PUT /a.json {"settings":{}}`},
		{"a+b%2F-policy.json", policy, "PUT /_plugins/_ism/policies/a+b%252F " + policy},
		{"logs-policy.json", `{"policy":{},"index_patterns":["l*"],"settings":{}}`, `PUT /_plugins/_ism/policies/logs {"policy":{},` +
			`"index_patterns":["l*"],"settings":{}}`},
		{"logs.json", `{"policy":{},"index_patterns":["l*"]}`, `PUT /_index_template/logs {"policy":{},"index_patterns":["l*"]}`},
		{"logs.json", `{"settings":{},"policy":{}}`, `PUT /_plugins/_ism/policies/logs {"settings":{},"policy":{}}`},
		{"logs.json", `{"settings":{},"policy":"p"}`, `PUT /logs {"settings":{},"policy":"p"}`},
		{"logs.json", `{"index_patterns":["l*"],"settings":{ },"version":3}`, `PUT /_index_template/logs {"index_patterns":["l*"],` +
			`"version":3,"template":{"settings":{ }}}`},
		{
			"logs.json", `{"index_patterns":["l*"],"template":{"settings":{ }},"version":3}`,
			`PUT /_index_template/logs {"index_patterns":["l*"],"template":{"settings":{ }},"version":3}`,
		},
		{
			"logs-template.json", `{"index_patterns":["l*"],"composed_of":["a"],"data_stream":{}}`,
			`PUT /_index_template/logs {"index_patterns":["l*"],"composed_of":["a"],"data_stream":{}}`,
		},
		{"logs-template.json", `{"composed_of":["a"]}`, `PUT /_index_template/logs {"index_patterns":["logs*"],"composed_of":["a"]}`},
		{"logs-template.json", `{"template":{"settings":{ }}}`, `PUT /_index_template/logs {"index_patterns":["logs*"],"template":{"settings":{ }}}`},
		{"x.json", `{"method":"PATCH","path":"/a?b=%20c"}`, `PATCH /a?b=%20c `},
		{"x-policy.json", `{"path":"/a","method":"POST","body":[ ]}`, `POST /a [ ]`},
	} {
		got, problems := read(fileOf(c.name, c.text))
		if len(problems.Errors()) > 0 {
			t.Errorf("%s %s: %v", c.name, c.text, problems)
			continue
		}
		if sent := fmt.Sprintf("%s %s %s", got.method, got.path, got.body); sent != c.want {
			t.Errorf("%s %s\n got %s\nwant %s", c.name, c.text, sent, c.want)
		}
	}
}

func TestFilesThatFitNoRow(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"x.json", `{"priority":1}`, "x.json:1:1: it is not clear what this file makes"},
		{"x.json", `{}`, "it is not clear what this file makes"},
		{"x.json", `{"policy":"p"}`, "it is not clear what this file makes"},
		{"x-policy.json", `{"description":"d"}`, "x-policy.json:1:1: a policy file must have a member policy, an object"},
		{"x-template.json", `{"index_patterns":[1]}`, "x-template.json:1:19: index_patterns must be a list of texts"},
		{"x-template.json", `{"index_patterns":[]}`, "index_patterns must be a list of texts"},
		{"x-template.json", `{"index_patterns":null}`, "x-template.json:1:19: index_patterns must be a list of texts"},
		{"x.json", `{"index_patterns":[""]}`, "x.json:1:19: index_patterns must be a list of texts"},
		{"x-policy.json", `{"policy":"p"}`, "x-policy.json:1:1: a policy file must have a member policy, an object"},
		{"x.json", `{"method":"POST"}`, "it is not clear what this file makes"},
		{"x.json", `{"path":"/a","body":{}}`, "it has path, body"},
		{"x.json", `{"method":"POST","path":""}`, "x.json:1:25: path must be a text"},
		{"x.json", `{"method":"POST","path":"//other.example.com/a"}`, "x.json:1:25: path must be a path on the cluster"},
		{"x.json", `{"method":"POST","path":"/a","name":7}`, "x.json:1:37: name must be a text"},
		{"x-template.json", `{"template":{},"settings":{}}`, "x-template.json:1:2: the file has settings, mappings or aliases beside template"},
		{"x-template.json", `{"settings":[]}`, "x-template.json:1:13: settings must be an object"},
		{"x.json", `{"mappings":7}`, "x.json:1:13: mappings must be an object"},
		{"x.json", `{"method":1,"path":"/a"}`, "x.json:1:11: method must be a text"},
		{"x.json", `{"method":"GRAB","path":"/a"}`, `"GRAB" is not a method of HTTP that clusters know`},
		{"x.json", `{"method":"GET","path":"a b"}`, "x.json:1:24: path must be a path on the cluster"},
		{"x.json", `{"method":"GET","path":"/a#b"}`, "path must be a path on the cluster"},
		{"x.json", `{"method":"GET","path":"/a","bodi":{}}`, `x.json:1:29: a request has method, path, body and name, not "bodi"`},
		{"_x.json", `{"settings":{}}`, `clusters refuse the name "_x": the name of an index must not begin with _`},
		{"-x.json", `{"settings":{}}`, `must not begin with - or +`},
		{"a b.json", `{"settings":{}}`, `must not contain a space`},
		{"a:b.json", `{"settings":{}}`, `must not contain a colon`},
		{strings.Repeat("x", 256) + ".json", `{"settings":{}}`, `it has 256 bytes, but at most 255 are allowed`},
		{"-template.json", `{"settings":{}}`, `it is empty or only dots`},
	} {
		_, problems := read(fileOf(c.name, c.text))
		if len(problems.Errors()) == 0 {
			t.Errorf("%s %s: no problem", c.name, c.text)
			continue
		}
		if got := problems.Errors()[0].Error() + problems.Errors()[0].Why; !strings.Contains(got, c.want) {
			t.Errorf("%s %s\n got %s\nwant %s", c.name, c.text, got, c.want)
		}
	}
}

func TestWarningsAboutFiles(t *testing.T) {
	for _, c := range []struct {
		files [][2]string
		want  string
	}{
		{[][2]string{{"Logs-template.json", `{"index_patterns":["l*"]}`}}, `the template is called "Logs", and clusters refuse names of ` +
			`templates with upper-case letters`},
		{
			[][2]string{{"log-template.json", `{"settings":{}}`}, {"logs-template.json", `{"settings":{}}`}},
			`its pattern "logs*" and "log*" of log-template.json can match the same index, with the same priority`,
		},
		{[][2]string{{"a.json", `{"settings":{}}`}, {"A-index.json", `{"settings":{}}`}}, `a.json makes the index "a", too`},
		{[][2]string{{"a-template.json", `{"index_patterns":["a*b"]}`}, {"b-template.json", `{"index_patterns":["a*c"]}`}}, ""},
		{[][2]string{{"a-template.json", `{"index_patterns":["*b"]}`}, {"b-template.json", `{"index_patterns":["a*"]}`}}, "can match the same index"},
		{[][2]string{{"a-template.json", `{"index_patterns":["x*"],"priority":1}`}, {"b-template.json", `{"index_patterns":["x*"]}`}}, ""},
		{
			[][2]string{{"a-template.json", `{"index_patterns":["x*"],"priority":0}`}, {"b-template.json", `{"index_patterns":["x*"]}`}},
			"can match the same index",
		},
	} {
		var changes []*change
		text := ""
		for _, f := range c.files {
			got, problems := read(fileOf(f[0], f[1]))
			changes = append(changes, got)
			text += problems.Error()
		}
		text += compare(changes).Error()
		if c.want == "" && text != "" || !strings.Contains(text, c.want) {
			t.Errorf("%v\n got %s\nwant %s", c.files, text, c.want)
		}
	}
}

func TestPatternsMeet(t *testing.T) {
	for _, test := range []struct {
		a, b string
		meet bool
	}{
		{"logs-*", "logs-a-*", true},
		{"logs-*", "logs", false},
		{"logs-*", "log*", true},
		{"a*c", "ab*", true},
		{"a*c", "*d", false},
		{"*-a", "*-b", false},
		{"*a*", "*b*", true},
		{"a*a", "a", false},
		{"*", "", true},
		{"abc", "abc", true},
		{"abc", "abd", false},
		{"a*b*c", "a-b-c-d", false},
		{"a*b*c", "a-b-d-c", true},
	} {
		if meet(test.a, test.b) != test.meet || meet(test.b, test.a) != test.meet {
			t.Errorf("%q and %q: %t, and the other way round %t; want %t", test.a, test.b, meet(test.a, test.b), meet(test.b, test.a), test.meet)
		}
	}
}
