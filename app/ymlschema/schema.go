package ymlschema

import (
	"bytes"
	"encoding/json"
	"regexp"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/platform/config"
)

// Of returns the schema for the keys of the framework and what an application reads. The manifest may be nil: then the
// application's own keys are left out.
func Of(keys []config.Key, m *manifest.Manifest) []byte {
	root := &section{}
	for _, key := range keys {
		root.document(key)
	}
	own := newOwnKeys(root)
	if m != nil {
		own.read(m)
	}
	node := schema.Node{
		{Key: "$schema", Value: "http://json-schema.org/draft-07/schema#"},
		{Key: "title", Value: "application.yml of fwrun"},
	}
	node = append(node, root.node("#")...)
	definitions := schema.Node{{Key: placeholderName, Value: schema.Node{
		{Key: "type", Value: []string{"string", "null"}},
		{Key: "pattern", Value: placeholder},
		{Key: "patternErrorMessage", Value: "The value is not one that the setting accepts, and has no placeholder ${…}"},
	}}}
	node = append(node, schema.Member{Key: "definitions", Value: append(definitions, own.definitions()...)})
	text, _ := node.MarshalJSON() // cannot fail
	var indented bytes.Buffer
	_ = json.Indent(&indented, text, "", " ") // it is valid
	indented.WriteByte('\n')
	return list.ReplaceAllFunc(indented.Bytes(), func(lines []byte) []byte { return bytes.Join(bytes.Fields(lines), nil) })
}

// list matches a list of words, which is written in one line.
var list = regexp.MustCompile(`\[\s+"[^"\s]+"(,\s+"[^"\s]+")*\s+\]`)
