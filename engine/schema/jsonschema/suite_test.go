package jsonschema_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"github.com/fwrun/fwrun/engine/schema/jsonschema"
)

// suiteFiles are the files of the official JSON-Schema-Test-Suite about enforced keywords.
var suiteFiles = []string{
	"type", "enum", "const", "required", "properties", "additionalProperties", "items", "anyOf", "ref",
	"minimum", "maximum", "boolean_schema", "anchor", "defs", "infinite-loop-detection",
}

// leftOut maps the groups of the suite that are about more to the keyword that is not enforced. A reference
// into another document, or to an $id within this one, is refused.
var leftOut = map[string]string{
	"properties: properties, patternProperties, additionalProperties interaction": "maxItems",
	"items: items and subitems":                                                   "prefixItems",
	"anyOf: anyOf with base schema":                                               "maxLength",
	"ref: relative pointer ref to array":                                          "prefixItems",
	"ref: ref applies alongside sibling keywords":                                 "maxItems",
	"ref: ref creates new scope when adjacent to keywords":                        "unevaluatedProperties",
	"ref: empty tokens in $ref json-pointer":                                      "allOf",
	"ref: remote ref, containing refs itself":                                     "$ref",
	"ref: Recursive references between schemas":                                   "$id",
	"ref: refs with relative uris and defs":                                       "$id",
	"ref: relative refs with absolute uris and defs":                              "$id",
	"ref: $id must be resolved against nearest parent, not just immediate parent": "$id",
	"ref: order of evaluation: $id and $ref":                                      "$id",
	"ref: URN ref with nested pointer ref":                                        "$id",
	"ref: ref to if":                                                              "$id",
	"ref: ref to then":                                                            "$id",
	"ref: ref to else":                                                            "$id",
	"ref: ref with absolute-path-reference":                                       "$id",
	"anchor: Location-independent identifier with absolute URI":                   "$id",
	"anchor: Location-independent identifier with base URI change in subschema":   "$id",
	"anchor: same $anchor with different base uri":                                "$id",
	"defs: validate definition against metaschema":                                "$ref",
	"infinite-loop-detection: evaluating the same schema location against the same data location twice is not a sign of an infinite loop": "allOf",
}

// suiteGroup is a schema with documents that fit and documents that do not.
type suiteGroup struct {
	Description string
	Schema      json.RawMessage
	Tests       []struct {
		Description string
		Data        json.RawMessage
		Valid       bool
	}
}

// TestSuite compares the package with the official suite, and the suite's verdicts with those of an
// independent implementation, so that an error in one of them is noticed here.
func TestSuite(t *testing.T) {
	folder := suiteFolder(t)
	needed := map[string]bool{}
	cases := 0
	for _, file := range suiteFiles {
		for _, group := range readSuite(t, filepath.Join(folder, file+".json")) {
			name := file + ": " + group.Description
			if keyword, listed := leftOut[name]; listed {
				needed[name] = true
				cases += mustNeed(t, name, keyword, group)
				continue
			}
			cases += len(group.Tests)
			t.Run(name, func(t *testing.T) { runGroup(t, group) })
		}
	}
	for name := range leftOut {
		if !needed[name] {
			t.Errorf("left out, but not in the suite: %s", name)
		}
	}
	t.Logf("%d cases of the suite, without %d groups", cases, len(leftOut))
}

func runGroup(t *testing.T, group suiteGroup) {
	ours, err := jsonschema.Compile(group.Schema)
	if err != nil {
		t.Fatal(err)
	}
	oracle := compileOracle(t, string(group.Schema))
	for _, c := range group.Tests {
		problems := ours.Check(gjson.ParseBytes(c.Data))
		if (problems == nil) != c.Valid {
			t.Errorf("%s: %s: %v, want valid = %v", c.Description, c.Data, problems, c.Valid)
		}
		if refused := judge(t, oracle, string(c.Data)); (refused == nil) != c.Valid {
			t.Errorf("%s: %s: the oracle says %v, want valid = %v", c.Description, c.Data, refused, c.Valid)
		}
	}
}

// mustNeed makes sure that a group is left out with a reason: its schema has the keyword, and is refused, or
// accepts a document that it should not. It still has to accept every document that it should. It returns how
// many cases agree with the suite.
func mustNeed(t *testing.T, name, keyword string, group suiteGroup) (agreed int) {
	t.Helper()
	if !strings.Contains(string(group.Schema), `"`+keyword+`"`) {
		t.Errorf("%s is left out for %s, which it does not have", name, keyword)
	}
	ours, err := jsonschema.Compile(group.Schema)
	if err != nil {
		if !strings.HasPrefix(keyword, "$") {
			t.Errorf("%s: %v", name, err)
		}
		return 0
	}
	for _, c := range group.Tests {
		switch problems := ours.Check(gjson.ParseBytes(c.Data)); {
		case (problems == nil) == c.Valid:
			agreed++
		case c.Valid:
			t.Errorf("%s: %s: %v", name, c.Data, problems)
		}
	}
	if agreed == len(group.Tests) {
		t.Errorf("%s need not be left out", name)
	}
	return agreed
}

// suiteFolder returns the folder of the module that contains the suite.
func suiteFolder(t *testing.T) string {
	t.Helper()
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/google/jsonschema-go").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	return filepath.Join(strings.TrimSpace(string(out)), "jsonschema", "testdata", "draft2020-12")
}

func readSuite(t *testing.T, file string) []suiteGroup {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var groups []suiteGroup
	if err := json.Unmarshal(text, &groups); err != nil || len(groups) == 0 {
		t.Fatalf("%s: %d groups, %v", file, len(groups), err)
	}
	return groups
}
