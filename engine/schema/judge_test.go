package schema_test

import (
	"errors"
	"testing"

	"github.com/tidwall/gjson"

	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/engine/schema/schematest"
)

// judge refuses "bad", and throws at "throw". It records the values it was asked about.
type judge struct {
	schematest.Maker
	asked *[]any
}

var errThrown = errors.New("thrown")

func (j judge) Judge(use int, value any) (string, bool, error) {
	*j.asked = append(*j.asked, value)
	switch value {
	case "throw":
		return "", false, errThrown
	case "bad", nil:
		return "is bad", true, nil
	}
	return "", false, nil
}

func own(options ...any) schema.Constraint {
	return rule(schema.OwnConstraint, append([]any{"name", "good", "use", int64(0)}, options...)...)
}

// TestJudged: an application's own constraints are checked for values that are right in themselves, from
// every kind of document.
func TestJudged(t *testing.T) {
	good := constrained(t, stringType, own())
	order := classOf("Order",
		optional("name", constrained(t, stringType, rule("Length", "max", int64(5)), own())),
		optional("null", nullable(good)), optional("seen", nullable(constrained(t, stringType, own("nulls", true)))),
		optional("tags", constrained(t, listOf(good), own())),
		optional("loose", constrained(t, kind(schema.StringList), each(own()))),
		optional("map", mapOf(good)), optional("any", constrained(t, anyType, own())))
	for _, c := range []struct {
		text  string
		want  string
		asked int
	}{
		{`{"name": "fine", "tags": ["a", "b"], "map": {"x": "y"}, "loose": [1, "a"], "any": {}}`, "", 8},
		{`{"name": "bad", "tags": ["a", "bad"], "map": {"x": "bad"}}`, "name: is bad|tags[1]: is bad|map.x: is bad", 4},
		{`{"name": "too long", "any": "bad"}`, "name: expected at most 5 characters|any: is bad", 1},
		{`{"name": 7, "any": ["bad"], "tags": []}`, "name: expected string", 0},
		{`{"null": null, "seen": null}`, "seen: is bad", 1},
		{`{"loose": ["bad", 7]}`, "loose[0]: is bad", 2},
		{`{}`, "", 0},
	} {
		var asked []any
		_, found, err := schema.JSON[any](judge{asked: &asked}, order, gjson.Parse(c.text), schema.Limits{})
		got := ""
		for i, m := range found {
			if i > 0 {
				got += "|"
			}
			got += m.String()
		}
		if err != nil || got != c.want || len(asked) != c.asked {
			t.Errorf("%s: %q after %v, %v; want %q after %d", c.text, got, asked, err, c.want, c.asked)
		}
	}
}

// TestJudgedThrows: an error that a constraint throws ends the binding, at any depth.
func TestJudgedThrows(t *testing.T) {
	good := constrained(t, stringType, own())
	order := classOf("Order", optional("tags", listOf(good)))
	maker := judge{asked: new([]any)}
	if _, _, err := schema.JSON[any](maker, order, gjson.Parse(`{"tags": ["throw"]}`), schema.Limits{}); !errors.Is(err, errThrown) {
		t.Errorf("JSON: %v", err)
	}
	if _, _, err := schema.Form[any](maker, order, []schema.FormField{{Name: "tags[]", Text: "throw"}}, schema.Limits{}); !errors.Is(err, errThrown) {
		t.Errorf("form: %v", err)
	}
	if _, _, err := schema.Texts[any](maker, listOf(good), []string{"a", "throw"}); !errors.Is(err, errThrown) {
		t.Errorf("texts: %v", err)
	}
	if _, err := schema.Remake[any](maker, listOf(good), []any{"throw"}); !errors.Is(err, errThrown) {
		t.Errorf("settings: %v", err)
	}
	if _, err := schema.Remake[any](maker, mapOf(good), map[string]any{"x": "bad"}); err == nil || err.Error() != "x: is bad" {
		t.Errorf("settings: %v", err)
	}
}

// TestJudgedInSchemas: a constraint that has no keyword is described.
func TestJudgedInSchemas(t *testing.T) {
	for _, c := range []struct {
		message, want string
	}{
		{"", `{"description":"Validated by \"good\".","type":"string"}`},
		{"écrit en minuscules.", `{"description":"Écrit en minuscules.","type":"string"}`},
	} {
		typ := constrained(t, stringType, own("message", c.message))
		if got := string(schema.JSONSchema(typ, schema.DocumentOptions{})); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
}
