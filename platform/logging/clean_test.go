package logging_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/fwrun/fwrun/platform/logging"
)

// written returns a line in both formats.
func written(attrs ...slog.Attr) (asJSON, pretty string) {
	var texts [2]string
	for i, format := range []string{logging.JSON, logging.Pretty} {
		var out bytes.Buffer
		log := logging.New(&out, logging.Settings{Format: format}).Logger("test")
		log.LogAttrs(context.Background(), slog.LevelInfo, "said", attrs...)
		texts[i] = out.String()
	}
	return texts[0], texts[1]
}

// TestReadingOrder: characters that turn the direction of what is shown are escaped, wherever they are.
func TestReadingOrder(t *testing.T) {
	for _, turner := range []string{"\u202E", "\u2066", "\u200F", "\u061C"} {
		text := "user" + turner + "nimda"
		asJSON, pretty := written(slog.String("who", text), slog.Any("list", []any{text}), slog.Any("error", errors.New(text)))
		for _, line := range []string{asJSON, pretty} {
			if strings.Contains(line, turner) || strings.Count(line, fmt.Sprintf(`\u%04X`, []rune(turner)[0])) != 3 {
				t.Errorf("%s", line)
			}
		}
	}
	if asJSON, pretty := written(slog.String("who", "שלום – مرحبا")); !strings.Contains(asJSON, "שלום – مرحبا") ||
		!strings.Contains(pretty, "שלום – مرحبا") {
		t.Errorf("%s%s", asJSON, pretty)
	}
}

// TestSecretsAreMasked: secrets are masked by their names, however deeply they are nested.
func TestSecretsAreMasked(t *testing.T) {
	const (
		secret = "hunter2"
		number = 471147114711 // more digits than the fraction of a time has
	)
	type login struct {
		User     string `json:"user"`
		Password string `json:"password"`
	}
	for what, attr := range map[string]slog.Attr{
		"a field":            slog.String("password", secret),
		"another spelling":   slog.String("X-API-Key", secret),
		"camel case":         slog.String("accessToken", secret),
		"a group":            slog.Group("login", slog.String("passwd", secret)),
		"a secret group":     slog.Group("cookies", slog.String("a", secret)),
		"a group in a list":  slog.Any("logins", []any{slog.GroupValue(slog.String("token", secret))}),
		"a list in a list":   slog.Any("x", []any{[]any{slog.GroupValue(slog.Group("y", slog.String("dsn", secret)))}}),
		"a map":              slog.Any("login", map[string]any{"deep": map[string]any{"authorization": secret}}),
		"a list in a map":    slog.Any("login", map[string]any{"deep": []any{map[string]any{"secret": secret}}}),
		"a struct":           slog.Any("login", login{"ada", secret}),
		"a list of structs":  slog.Any("login", []login{{"ada", secret}}),
		"a secret list":      slog.Any("tokens", []string{secret}),
		"a URL":              slog.String("url", "postgres://ada:"+secret+"@db.example.com/x"),
		"a URL in an error":  slog.Any("error", errors.New("cannot reach https://ada:"+secret+"@example.com")),
		"a URL in a list":    slog.Any("urls", []any{"mysql://ada:" + secret + "@db.example.com/x"}),
		"a number":           slog.Int("pwd", number),
		"a value that waits": slog.Any("cookie", lazy(secret)),
		"a wait in a field":  slog.Any("login", lazy(secret)),
	} {
		for _, text := range both(written(attr)) {
			if strings.Contains(text, secret) || strings.Contains(text, strconv.Itoa(number)) {
				t.Errorf("%s: %s", what, text)
			}
		}
	}
	var out bytes.Buffer
	log := logging.New(&out, logging.Settings{}).Logger("test")
	log.With("token", secret).WithGroup("auth").Info("redis://ada:"+secret+"@example.com", "x", secret)
	if strings.Contains(out.String(), secret) {
		t.Errorf("with: %s", out.String())
	}
}

func both(a, b string) []string { return []string{a, b} }

// lazy is a value that computes its text when it is logged.
type lazy string

func (l lazy) LogValue() slog.Value { return slog.GroupValue(slog.String("password", string(l))) }

// TestLinesAreBounded: lines have a bounded size, whatever is logged.
func TestLinesAreBounded(t *testing.T) {
	ring := map[string]any{}
	ring["self"] = ring
	circle := []any{nil}
	circle[0] = circle
	type node struct{ Next *node }
	knot := &node{}
	knot.Next = knot
	var wide, many []any
	for range 100_000 {
		wide = append(wide, 7)
		many = append(many, strings.Repeat("x", 1000))
	}
	for what, value := range map[string]any{
		"a long text": strings.Repeat("x", 10<<20), "a ring": ring, "a circle": circle, "a knot": knot, "a wide list": wide,
		"long texts": many, "bytes": make([]byte, 10<<20), "a long error": errors.New(strings.Repeat("é", 10<<20)),
	} {
		asJSON, pretty := written(slog.Any("value", value))
		if len(asJSON) > 2<<20 || len(pretty) > 2<<20 {
			t.Errorf("%s: %d and %d bytes", what, len(asJSON), len(pretty))
		}
		if !json.Valid([]byte(asJSON)) {
			t.Errorf("%s: no JSON", what)
		}
	}
	asJSON, _ := written(slog.String("a", strings.Repeat("é", 10_000)))
	if !strings.Contains(asJSON, "é… (3616 bytes more)") {
		t.Errorf("a text that is cut says so: %s", asJSON[len(asJSON)-100:])
	}
}

func TestValues(t *testing.T) {
	asJSON, pretty := written(
		slog.Float64("nan", math.NaN()), slog.Any("none", nil), slog.Any("password", nil), slog.Duration("took", time.Second),
		slog.Any("list", []any{1, nil, 2.5, "a", true, time.Unix(0, 0).UTC(), slog.GroupValue(slog.Int("b", 1), slog.Int("a", 2))}),
		slog.Any("map", map[string]any{"b": 1, "a": []string{"x"}}), slog.Int("twice", 1), slog.Int("twice", 2),
		slog.Any("name", fmt.Stringer(time.Second)), slog.Any("nil", (*nothing)(nil)),
	)
	const list = `[1,null,2.5,"a",true,"1970-01-01T00:00:00Z",{"b":1,"a":2}]`
	want := `"nan":"NaN","none":null,"password":null,"took_ms":1000,"list":` + list +
		`,"map":{"a":["x"],"b":1},"twice":2,"name_ms":1000,"nil":"*logging_test.nothing","logger":"test"}`
	if !strings.HasSuffix(strings.TrimSpace(asJSON), want) {
		t.Errorf("got %s, want …%s", asJSON, want)
	}
	for _, part := range []string{"test: said", "nan=NaN", "none=<nil>", "took=1s", `map.a="[\"x\"]"`, "twice=2"} {
		if !strings.Contains(pretty, part) {
			t.Errorf("%q is not in %s", part, pretty)
		}
	}
}

// nothing is a value whose method panics.
type nothing struct{ text string }

func (n *nothing) Error() string { return n.text }

// FuzzClean checks that no value of a field with a secret name is written, and that no text
// breaks a line or its JSON.
func FuzzClean(f *testing.F) {
	f.Add("a", "b", "c")
	f.Add("x\n12:00 ERR y", "\x1b[2J", "http://a:b@c/")
	f.Add("", "\xff\xfe", strings.Repeat("a.", 400))
	f.Fuzz(func(t *testing.T, name, value, message string) {
		const secret = "S3kr1tS3kr1t"
		if strings.Contains(name+value+message, secret) {
			t.Skip("it says the secret itself")
		}
		for _, format := range []string{logging.JSON, logging.Pretty} {
			var out bytes.Buffer
			log := logging.New(&out, logging.Settings{Format: format}).Logger(name)
			log.With(name, value).Info(message, name, []any{value, map[string]any{name: value, "password": secret}},
				"apiKey", secret, slog.Group(value, slog.String("x-"+name+"-token", secret)))
			text := out.String()
			if strings.Contains(text, secret) {
				t.Fatalf("told: %s", text)
			}
			if format == logging.JSON && (!json.Valid(out.Bytes()) || strings.Count(text, "\n") != 1) {
				t.Fatalf("no line of JSON: %s", text)
			}
			for i, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
				if format == logging.Pretty && i > 0 && !strings.HasPrefix(line, "    ") {
					t.Fatalf("a line of its own: %q", text)
				}
			}
			if format == logging.Pretty && strings.ContainsAny(text, "\x1b\r\x00\u009b") {
				t.Fatalf("a terminal would obey: %q", text)
			}
		}
	})
}
