package ymlschema

import (
	"strconv"
	"strings"

	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/platform/config"
)

// placeholder is a pattern of texts that are replaced by another value; placeholderName is where its schema is defined.
const (
	placeholder     = `\$\{|^\s*\$env\.`
	placeholderName = "fwrun.placeholder"
)

// The patterns of texts that are values of other types.
const (
	wholeText    = `^\s*[-+]?[0-9][0-9_]*\s*$|^\s*0[xob][0-9a-fA-F_]+\s*$`
	numberText   = `^\s*[-+]?[0-9_.]+([eE][-+]?[0-9]+)?\s*$`
	boolText     = `^\s*([tT][rR][uU][eE]|[fF][aA][lL][sS][eE]|[yY][eE][sS]|[nN][oO]|[oO][nN]|[oO][fF][fF]|[01])\s*$`
	durationText = `^\s*([0-9]+(\.[0-9]*)?|\.[0-9]+)\s*$|^\s*([0-9.]+([mM]?[sS]|[mMhHdD]))+\s*$`
	sizeText     = `^\s*[0-9.]+\s*([kKmMgGtT][iI]?)?[bB]?\s*$`
)

// sectionType returns the type of a section: a map, or a placeholder in its place.
func sectionType() schema.Node { return textual("a section with keys of its own", "", "object") }

// textual returns the schema of values of some types, or texts of a pattern, or placeholders.
func textual(what, pattern string, types ...string) schema.Node {
	patterns := placeholder
	if pattern != "" {
		patterns = pattern + "|" + placeholder
	}
	return schema.Node{
		{Key: "type", Value: append(types, "string", "null")},
		{Key: "pattern", Value: patterns},
		{Key: "patternErrorMessage", Value: "This must be " + what + ", or have a placeholder ${…}"},
	}
}

// scalars are the types of what a text may be written as.
func scalars() []string { return []string{"string", "number", "boolean", "null"} }

// ofKey returns the schema of a key of the framework.
func ofKey(key config.Key) schema.Node {
	node := ofType(key)
	if len(key.Each) > 0 && key.Type != config.TypeMap { // instead of one value there may be one for each name
		node = schema.Node{{Key: "anyOf", Value: []any{node, append(sectionType(), schema.Member{Key: "additionalProperties", Value: true})}}}
	}
	node = append(schema.Node{{Key: "description", Value: meaningOf(key)}}, node...)
	if text := key.Standard(); text != "" {
		node = append(node, schema.Member{Key: "default", Value: literal(key.Type, text)})
	}
	return node
}

// meaningOf returns the text that editors show: what the key means, and what to consider before it is changed.
func meaningOf(key config.Key) string {
	meaning := key.Meaning()
	text := strings.ToUpper(meaning[:1]) + meaning[1:] + "."
	if key.Effect == config.OnRestart {
		text += " A change takes a restart."
	}
	if key.Flag != "" {
		text += " The flag --" + key.Flag + " sets it, too."
	}
	return text
}

func ofType(key config.Key) schema.Node {
	if len(key.Choices) > 0 {
		return oneOf(key.Choices)
	}
	switch key.Type {
	case config.TypeInt:
		return bounded(textual("a whole number", wholeText, "integer"), key.Min, key.Max)
	case config.TypeNumber:
		return textual("a number", numberText, "number")
	case config.TypeBool:
		return bounded(textual("true or false", boolText, "boolean", "integer"), "0", "1")
	case config.TypeDuration:
		return append(textual("a duration, such as 250ms, 5s or 1h30m", durationText, "number"), schema.Member{Key: "minimum", Value: int64(0)})
	case config.TypeSize:
		return append(textual("a size, such as 64KiB or 10MB", sizeText, "integer"), schema.Member{Key: "minimum", Value: int64(0)})
	case config.TypeList:
		return schema.Node{
			{Key: "type", Value: append([]string{"array"}, scalars()...)},
			{Key: "items", Value: schema.Node{{Key: "type", Value: scalars()}}},
		}
	case config.TypeMap:
		return sectionType()
	default:
		return schema.Node{{Key: "type", Value: scalars()}}
	}
}

// bounded adds the bounds of a whole number that there are.
func bounded(node schema.Node, least, most string) schema.Node {
	for _, bound := range [][2]string{{"minimum", least}, {"maximum", most}} {
		if number, err := strconv.ParseInt(bound[1], 10, 64); err == nil {
			node = append(node, schema.Member{Key: bound[0], Value: number})
		}
	}
	return node
}

// oneOf returns the schema of few texts. YAML reads some of them as other values: 1.2 and true.
func oneOf(choices []string) schema.Node {
	var values []any
	var patterns []string
	for _, choice := range choices {
		values = append(values, choice)
		if number, err := strconv.ParseFloat(choice, 64); err == nil {
			values = append(values, number)
		}
		if choice == "true" || choice == "false" {
			values = append(values, choice == "true")
		}
		patterns = append(patterns, anyCase(choice))
	}
	return schema.Node{{Key: "anyOf", Value: []any{
		schema.Node{{Key: "enum", Value: values}},
		schema.Node{
			{Key: "type", Value: []string{"string", "null"}},
			{Key: "pattern", Value: `^\s*(` + strings.Join(patterns, "|") + `)\s*$|` + placeholder},
			{Key: "patternErrorMessage", Value: "This must be one of " + strings.Join(choices, ", ") + ", or have a placeholder ${…}"},
		},
	}}}
}

// anyCase returns a pattern of a text in upper and lower case.
func anyCase(text string) string {
	var pattern strings.Builder
	for _, r := range text {
		if lower, upper := strings.ToLower(string(r)), strings.ToUpper(string(r)); lower != upper {
			pattern.WriteString("[" + lower + upper + "]")
		} else {
			pattern.WriteString(escaped(r))
		}
	}
	return pattern.String()
}

// literal returns the default of a key as editors insert it.
func literal(kind config.Type, text string) any {
	switch kind {
	case config.TypeInt:
		if number, err := strconv.ParseInt(text, 10, 64); err == nil {
			return number
		}
	case config.TypeBool:
		return text == "true"
	}
	return text
}
