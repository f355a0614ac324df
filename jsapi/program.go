package jsapi

import (
	"embed"
	"fmt"

	"github.com/dop251/goja"
)

//go:embed exports/*.js
var scripts embed.FS

// exportFiles lists the scripts behind the exports, in the order they run: each finds what
// those before it have returned.
var exportFiles = []string{
	"status.js", "request.js", "upload.js", "response.js", "exception.js", "interceptors.js", "mcp.js", "sql.js", "repository.js", "aspect.js",
	"managers.js", "context.js", "logger.js", "http-client.js", "environment.js",
}

// programs compiles the export scripts: each is the body of a function of `host` that
// returns what it exports.
func programs() ([]*goja.Program, error) {
	var list []*goja.Program
	for _, name := range exportFiles {
		text, err := scripts.ReadFile("exports/" + name)
		if err != nil {
			return nil, err
		}
		program, err := goja.Compile("fwrun:"+name, "(function (host) { \"use strict\"; "+string(text)+"})", true)
		if err != nil {
			return nil, fmt.Errorf("exports/%s: %w", name, err)
		}
		list = append(list, program)
	}
	return list, nil
}
