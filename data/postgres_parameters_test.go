package data_test

import (
	"strings"
	"testing"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/data/datatest"
)

// TestOperatorsWithQuestionMarks: those of jsonb are told from parameters, however these are given.
func TestOperatorsWithQuestionMarks(t *testing.T) {
	db := datatest.Open(t, data.Settings{Name: "main", URL: datatest.Postgres(t)})
	const document = `'{"a": 1, "b": {"c": 2}}'::jsonb`
	for text, args := range map[string]data.Args{
		"select " + document + " ?? 'a'":                                                {},
		"select " + document + " ?? ?":                                                  data.Positional("a"),
		"select " + document + " -> ? ?? ?":                                             data.Positional("b", "c"),
		"select " + document + " ?? $1":                                                 data.Positional("a"),
		"select " + document + " ??| ARRAY[?, 'x']":                                     data.Positional("a"),
		"select " + document + " ??& ARRAY[?, 'b']":                                     data.Positional("a"),
		"select " + document + " ? :key":                                                data.Named(map[string]any{"key": "a"}),
		"select " + document + " ?? :key":                                               data.Named(map[string]any{"key": "a"}),
		"select " + document + " ?| ARRAY[:key, 'x'] and not '{}'::jsonb ?& ARRAY['x']": data.Named(map[string]any{"key": "a"}),
	} {
		rows, err := db.Query(t.Context(), text, args)
		if err != nil || rows.Cell(0, 0).Value() != true {
			t.Errorf("%s: %v, %v", text, rows, err)
		}
	}
}

// TestTypesOfParameters: where the server cannot know one, the error says what to write.
func TestTypesOfParameters(t *testing.T) {
	db := datatest.Open(t, data.Settings{Name: "main", URL: datatest.Postgres(t)})
	for wrong, right := range map[string]string{
		"select ? is null":             "select ?::text is null",
		"select ? + ?":                 "select ?::int + ?::int",
		"select jsonb_build_array(?)":  "select jsonb_build_array(cast(? as text))",
		"select 1 where ? is not null": "select 1 where ?::text is not null",
	} {
		args := data.Positional(make([]any, strings.Count(wrong, "?"))...)
		_, err := db.Query(t.Context(), wrong, args)
		if err == nil || !strings.Contains(err.Error(), "write a cast, such as ?::text or :name::text") {
			t.Errorf("%s: %v", wrong, err)
		}
		if _, err := db.Query(t.Context(), right, args); err != nil {
			t.Errorf("%s: %v", right, err)
		}
	}
}
