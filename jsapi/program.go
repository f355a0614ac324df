package jsapi

import (
	"embed"

	"github.com/fwrun/fwrun/jsapi/realm"
)

//go:embed exports/*.js
var scripts embed.FS

// exportScripts lists the scripts behind the exports, in the order they run: each finds what
// those before it have returned.
func exportScripts() (list []realm.Script) {
	for _, name := range []string{
		"sql.js", "repository.js", "aspect.js",
		"managers.js", "context.js",
	} {
		text, _ := scripts.ReadFile("exports/" + name) // it is embedded
		list = append(list, realm.Script{Name: name, Text: string(text)})
	}
	return list
}
