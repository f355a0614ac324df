package agents

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"
)

// check checks the limits of an answer, and returns it as JSON.
func check(t *testing.T, answer any, err error) string {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(answer)
	if size := encoded(answer); err != nil || size > 32<<10 {
		t.Errorf("the answer has %d bytes, %v", size, err)
	}
	var locals Locals
	switch a := answer.(type) {
	case Stop:
		locals = *a.Locals
	case Locals:
		locals = a
	}
	for _, v := range locals.Values {
		if len(v.Value) > 4<<10 || len(v.Value) > 3 && !utf8.ValidString(v.Value) {
			t.Errorf("%s has %d bytes", v.Name, len(v.Value))
		}
	}
	return string(text)
}

// TestAnswersAreBounded: 4 KiB a value, 32 KiB an answer, also in what JSON escapes; what is left off is counted.
func TestAnswersAreBounded(t *testing.T) {
	for name, variables := range map[string]string{
		"one long text":          `{ a: "x".repeat(1e6) }`,
		"texts to be escaped":    `Object.fromEntries(Array.from({ length: 50 }, (_, i) => ["n" + i, "\u0001\"\\".repeat(5000)]))`,
		"characters of 4 bytes":  `Object.fromEntries(Array.from({ length: 50 }, (_, i) => ["n" + i, "x" + "😀".repeat(5000)]))`,
		"many":                   `Object.fromEntries(Array.from({ length: 5000 }, (_, i) => ["n" + i, i]))`,
		"long names":             `Object.fromEntries(Array.from({ length: 900 }, (_, i) => ["n".repeat(5000) + i, "\u0002".repeat(9)]))`,
		"a list":                 `{ list: Array.from({ length: 1e5 }, (_, i) => "item " + i) }`,
		"a map":                  `{ map: new Map(Array.from({ length: 1e4 }, (_, i) => ["\u0003".repeat(99) + i, "y".repeat(999)])) }`,
		"a function":             `{ f: function () { return ` + "`" + strings.Repeat("long\n", 5000) + "`" + ` } }`,
		"an error":               `{ e: new Error("z".repeat(1e5)) }`,
		"what refers to itself":  `(() => { const o = {}; o.o = o; return { o }; })()`,
		"what throws when asked": `{ get a() { throw new Error("asked"); }, b: new Proxy({}, { ownKeys() { throw new Error("asked"); } }) }`,
	} {
		inShop(t, func(t *testing.T, s *shop) {
			s.set(3)
			done := s.reach(3, variables)
			answer, err := s.desk.Wait(t.Context(), 1)
			text := check(t, answer, err)
			answer, err = s.desk.Locals(t.Context(), 0, "")
			text += check(t, answer, err)
			for _, path := range []string{"list", "map", "o", "a", "e", "f"} {
				if answer, err := s.desk.Locals(t.Context(), 0, path); err == nil {
					check(t, answer, nil)
				}
				if answer, err := s.desk.Evaluate(t.Context(), path, 0); err == nil && encoded(answer) > 4<<10+100 {
					t.Errorf("%s: %s has %d bytes", name, path, encoded(answer))
				}
			}
			many := name == "many" || name == "long names" || name == "texts to be escaped" || name == "characters of 4 bytes"
			if many != strings.Contains(text, "leftOff") {
				t.Errorf("%s: %.300s", name, text)
			}
			s.desk.Close()
			<-done
		})
	}
}

func TestListsOfBreakpointsAreBounded(t *testing.T) {
	inShop(t, func(t *testing.T, s *shop) {
		for line := 1; line <= 20; line++ {
			answer, err := s.desk.Breakpoint(t.Context(), Action{
				Action: "set", File: "users.ts", Line: line, Condition: `"` + strings.Repeat(`\\`, 10_000) + `"`, Log: strings.Repeat("\x01", 10_000),
			})
			check(t, answer, err)
		}
	})
}

func TestSecretsAreMasked(t *testing.T) {
	inShop(t, func(t *testing.T, s *shop) {
		s.set(3)
		done := s.reach(3, `{
			password: "hunter2", user: { name: "ada", apiKey: "hunter2", tokens: ["hunter2"], deep: { secret: "hunter2" } },
			url: "postgres://ada:hunter2@db/shop", long: "x".repeat(4070) + "postgres://ada:hunter2@db/shop",
			map: new Map([["sessionToken", "hunter2"], ["plain", "shown"]]), keys: 3,
		}`)
		answer, err := s.desk.Wait(t.Context(), 1)
		text := check(t, answer, err)
		for _, path := range []string{"", "user", "user.tokens", "user.apiKey", "user.deep", "map", "password", "url"} {
			answer, err := s.desk.Locals(t.Context(), 0, path)
			text += check(t, answer, err)
		}
		for _, expression := range []string{
			"password", "user", "user.tokens[0]", "user.deep.secret", "map", "url", "[user.deep.secret]", "Object.keys(user).length",
		} {
			answer, err := s.desk.Evaluate(t.Context(), expression, 0)
			text += check(t, answer, err)
		}
		_, err = s.desk.Evaluate(t.Context(), "(() => { throw new Error(url) })()", 0)
		if text += err.Error(); strings.Contains(text, "hunter2") {
			at := strings.Index(text, "hunter2")
			t.Errorf("a secret is shown: %s", text[max(0, at-300):at+10])
		}
		for _, want := range []string{
			`"name":"user","value":"{name: \"ada\", apiKey: \"******\"`, `"name":"\"plain\"","value":"\"shown\""`,
			"postgres://ada:******@db/shop", `{"value":"4","type":"number"}`,
		} {
			if !strings.Contains(text, want) {
				t.Errorf("there is no %s in %s", want, text)
			}
		}
		s.desk.Close()
		<-done
	})
}

func TestLogging(t *testing.T) {
	for _, c := range []struct{ condition, log, want string }{
		{"a > 1", "", "a > 1"},
		{"", "at {a}, {b.c} of 10%", "(console.log(\"at %O, %O of 10%%\", (a\n), (b.c\n)), false)"},
		{"a", "plain", "(a\n) && (console.log(\"plain\"), false)"},
		{"", "{a", `(console.log("{a"), false)`},
		{"", "{} \"x\"", `(console.log("{} \"x\""), false)`},
	} {
		if got, _ := logging(c.condition, c.log); got != c.want {
			t.Errorf("%q, %q: %s", c.condition, c.log, got)
		}
	}
}
