package config

import "strings"

// plainWords translates the YAML parser's message to the words of a person who writes YAML:
// message, then hint. Messages are matched by their beginnings.
func plainWords(message string) (string, string) {
	const space = "write key: value, or put the text in quotes"
	for _, w := range []struct{ from, message, hint string }{
		{
			"mapping value is not allowed", "a second “key: value” begins inside a value",
			"check the indentation of this line, or put a value that contains “: ” in quotes",
		},
		{"found character '\t'", "a tab is used for indentation", "indent with spaces; YAML allows no tabs there"},
		{"found a tab character", "a tab is used for indentation", "indent with spaces; YAML allows no tabs there"},
		{"tab character cannot", "a tab is used for indentation", "indent with spaces; YAML allows no tabs there"},
		{"sequence end token", "the list that begins here has no closing ]", "add the ]"},
		{"could not find flow mapping end", "the map that begins here has no closing }", "add the }"},
		{"',' or ']' must be", "the list lacks a comma or its closing ]", "separate the elements with commas, and add the ] at the end"},
		{"',' or '}' must be", "the map lacks a comma or its closing }", "separate the entries with commas, and add the } at the end"},
		{"could not find '['", "this ] has no matching bracket before it", "remove it, or put the value in quotes"},
		{"could not find '{'", "this } has no matching bracket before it", "remove it, or put the value in quotes"},
		{"expected sequence element", "the list has two commas in a row", "remove one of them"},
		{"could not find end character of single", "the text that begins here has no closing '", "add the '"},
		{"could not find end character of double", "the text that begins here has no closing \"", "add the \""},
		{
			"found unknown escape", "this \\ sequence does not exist in double quotes",
			"write \\\\ for a backslash, or use single quotes",
		},
		{"not enough length for escaped", "this \\ sequence is too short", `write \u and four digits: \u00e9`},
		{
			"value is not allowed in this context", "this line does not match the lines above it",
			"indent it like the other lines of its section",
		},
		{
			"block sequence entries", "a list cannot begin on the line of its key",
			"begin it on the next line, or write [a, b]",
		},
		{
			"sequence entries are not allowed", "a list cannot begin on the line of its anchor",
			"begin it on the next line",
		},
		{
			"non-map value", "expected “key: value”, as in the lines around this one",
			"add a key, or the colon and the space after it",
		},
		{
			"unexpected key name", "expected “key: value”, as in the lines around this one",
			"add a key, or the colon and the space after it",
		},
		{"map key definition includes", "a key spans more than one line", "write each key on one line"},
		{"could not find map value", "a value is missing", "write null or \"\" for an empty value"},
		{"unexpected directive", "a value cannot begin with %", "put it in quotes"},
		{"anchors cannot be used", "there are two anchors in a row", "remove one of them"},
		{"could not find anchor", "the anchor & has no name or no value", "write &name value"},
		{"could not find alias", "the alias * has no name", "write *name, or put the value in quotes"},
		{"undefined alias", "the alias * has no name", "write *name, or put the value in quotes"},
		{"undefined anchor", "the anchor & has no name or no value", "write &name value"},
		{"expected map key-value delimiter", "a key has no colon after it", space},
	} {
		if strings.HasPrefix(message, w.from) {
			return w.message, w.hint
		}
	}
	if strings.HasSuffix(message, "is a reserved character") {
		return "a value cannot begin with " + message[:strings.Index(message, " is ")], "put it in quotes"
	}
	return message, ""
}
