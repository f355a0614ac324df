package actuator_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/fwrun/fwrun/actuator"
)

func environment() actuator.Environment {
	upper := func(key, asked string) bool { return strings.EqualFold(strings.ReplaceAll(key, "_", "."), asked) }
	return actuator.Environment{Sources: []actuator.PropertySource{
		{Name: "commandLineArgs"},
		{Name: "systemEnvironment", Same: upper, Properties: []actuator.Property{{Key: "MAIL_HOST", Value: "h1", Origin: `System Environment Property ` +
			`"MAIL_HOST"`}}},
		{Name: "file", Properties: []actuator.Property{
			{Key: "mail.host", Value: "h2", Origin: "f - 1:2"}, {Key: "mail.port", Value: int64(25)}, {Key: "mail.user", Value: nil},
		}},
	}}
}

func TestEnv(t *testing.T) {
	shown := func(show actuator.ShowValues) *actuator.Server {
		known := func(r *http.Request) bool { return r.Header.Get("X-Known") != "" }
		return serverOf(t, actuator.Options{Endpoints: []actuator.Endpoint{actuator.Env(show, environment)}, Known: known})
	}
	const masked = `{"activeProfiles":[],"defaultProfiles":["default"],"propertySources":[{"name":"commandLineArgs","properties":{}},` +
		`{"name":"systemEnvironment","properties":{"MAIL_HOST":{"value":"******","origin":"System Environment Property \"MAIL_HOST\""}}},` +
		`{"name":"file","properties":{"mail.host":{"value":"******","origin":"f - 1:2"},"mail.port":{"value":"******"},"mail.user":{"value":null}}}]}`
	never, always, authorized := shown(actuator.ShowNever), shown(actuator.ShowAlways), shown(actuator.ShowAuthorized)
	if got := body(t, never, "/actuator/env"); got != masked {
		t.Error(got)
	}
	if got := body(t, authorized, "/actuator/env"); got != masked {
		t.Error(got)
	}
	if got := ask(authorized, "GET", "/actuator/env", "", "X-Known", "yes").Body.String(); !strings.Contains(got, `"mail.port":{"value":25}`) {
		t.Error(got)
	}
	if got := body(t, always, "/actuator/env/mail.host"); got != `{"activeProfiles":[],"defaultProfiles":["default"],`+
		`"property":{"source":"systemEnvironment","value":"h1"},"propertySources":[{"name":"commandLineArgs"},`+
		`{"name":"systemEnvironment","property":{"value":"h1","origin":"System Environment Property \"MAIL_HOST\""}},`+
		`{"name":"file","property":{"value":"h2","origin":"f - 1:2"}}]}` {
		t.Error(got)
	}
	if got := body(t, always, "/actuator/env?pattern=host"); strings.Contains(got, "port") ||
		!strings.Contains(got, `"name":"commandLineArgs","properties":{}`) || !strings.Contains(got, "mail.host") {
		t.Error(got)
	}
	if got := body(t, always, "/actuator/env?pattern=%5Enothing$"); strings.Count(got, `"properties":{}`) != 3 {
		t.Error(got)
	}
}

// quickest asks for a pattern a few times, since other work of the machine affects each, and returns the least time.
func quickest(s http.Handler, pattern string) (took time.Duration, code int) {
	took = time.Hour
	for range 5 {
		begun := time.Now()
		code = ask(s, "GET", "/actuator/env?pattern="+url.QueryEscape(pattern), "").Code
		took = min(took, time.Since(begun))
	}
	return took, code
}

// TestLongestPattern: a pattern is refused for its length, even if it takes few instructions, and not before that.
func TestLongestPattern(t *testing.T) {
	s := serverOf(t, actuator.Options{Endpoints: []actuator.Endpoint{actuator.Env(actuator.ShowAlways, environment)}})
	for _, c := range []struct {
		pattern string
		status  int
	}{
		{"host" + strings.Repeat("(?i)", 124), 200}, {"host" + strings.Repeat("(?i)", 125), 400}, // flags take no instruction
		{"[" + strings.Repeat("h", 498) + "]", 200}, {"[" + strings.Repeat("h", 499) + "]", 400}, // a class takes one
		{"[" + strings.Repeat("é", 249) + "]", 200}, {"[" + strings.Repeat("é", 250) + "]", 400}, // in bytes
	} {
		if w := ask(s, "GET", "/actuator/env?pattern="+url.QueryEscape(c.pattern), ""); w.Code != c.status {
			t.Errorf("%d bytes, %.10s: %d, want %d", len(c.pattern), c.pattern, w.Code, c.status)
		}
	}
}

// TestHostileSelectors: what clients ask for costs them a 400 or an empty 404, and nothing else.
func TestHostileSelectors(t *testing.T) {
	s := serverOf(t, actuator.Options{Endpoints: []actuator.Endpoint{
		actuator.Env(actuator.ShowAlways, environment),
		actuator.ConfigProps("app", actuator.ShowAlways, func(*actuator.Request) []actuator.Bound { return []actuator.Bound{{Name: "a", Prefix: "mail"}} }),
	}})
	for _, pattern := range []string{
		"[", "(", "a{2,1}", "(?=a)", `\`, strings.Repeat("a", 501), strings.Repeat("(", 250), "(.?){1000}", "((a{30}){30}){30}", ".{0,900}.{0,900}", "\xff",
	} {
		took, code := quickest(s, pattern)
		if harmless, _ := quickest(s, "host"); code != 400 || took > 1000*harmless {
			t.Errorf("pattern %.20q: %d after %v, a harmless one takes %v", pattern, code, took, harmless)
		}
	}
	if w := ask(s, "GET", "/actuator/env?pattern="+url.QueryEscape("(a+)+$|(a|aa)+$"), ""); w.Code != 200 {
		t.Errorf("a pattern that is catastrophic elsewhere: %d", w.Code)
	}
	for _, selector := range []string{
		"nope", strings.Repeat("a", 100_000), "%00", "..", "%2e%2e", "%ff", "[", "a[999999999999999999999]", "<script>",
		"mail.host.", ".mail",
	} {
		for _, endpoint := range []string{"env", "configprops"} {
			w := ask(s, "GET", "/actuator/"+endpoint+"/"+url.PathEscape(selector), "")
			if w.Code != 404 || w.Body.Len() > 0 {
				t.Errorf("%s/%.20s: %d %s", endpoint, selector, w.Code, w.Body)
			}
		}
	}
}

func TestConfigProps(t *testing.T) {
	list := func(*actuator.Request) []actuator.Bound {
		return []actuator.Bound{{
			Name: "mail-Mail", Prefix: "mail",
			Properties: map[string]any{"host": "h", "to": []any{"a", nil}, "nested": map[string]any{"retries": int64(3)}, "wait": "PT5S", "none": nil},
			Inputs: map[string]any{
				"host": actuator.Input{Value: "h", Origin: "o"}, "to": []any{actuator.Input{Value: "a", Origin: "o"}},
				"nested": map[string]any{"retries": actuator.Input{Value: int64(3), Origin: "o"}}, "wait": nil,
			},
		}, {Name: "other", Prefix: "other"}}
	}
	never := serverOf(t, actuator.Options{Endpoints: []actuator.Endpoint{actuator.ConfigProps("app", actuator.ShowNever, list)}})
	always := serverOf(t, actuator.Options{Endpoints: []actuator.Endpoint{actuator.ConfigProps("app", actuator.ShowAlways, list)}})
	if got := body(t, never, "/actuator/configprops/mai"); got != `{"contexts":{"app":{"beans":{"mail-Mail":{"prefix":"mail",`+
		`"properties":{"host":"******","nested":{"retries":"******"},"none":null,"to":["******",null],"wait":"******"},`+
		`"inputs":{"host":{"value":"******","origin":"o"},"nested":{"retries":{"value":"******","origin":"o"}},"to":[{"value":"******",`+
		`"origin":"o"}],"wait":{}}}}}}}` {
		t.Error(got)
	}
	if got := body(t, always, "/actuator/configprops/mail"); !strings.Contains(got, `"properties":{"host":"h","nested":{"retries":3},"none":null,`+
		`"to":["a",null],"wait":"PT5S"}`) ||
		!strings.Contains(got, `"retries":{"value":3,"origin":"o"}`) {
		t.Error(got)
	}
	if got := body(t, always, "/actuator/configprops"); !strings.Contains(got, `"other":{"prefix":"other","properties":{},"inputs":{}}`) {
		t.Error(got)
	}
}
