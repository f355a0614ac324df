package client

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"
)

// runtime is the part that all clients have.
//
//go:embed runtime.ts
var runtime string

// Write returns the client of a document, which has to be JSON of OpenAPI 3.1. The error says what in the document it cannot follow.
func Write(document []byte) ([]byte, error) {
	var d spec
	if err := json.Unmarshal(document, &d); err != nil {
		return nil, fmt.Errorf("the OpenAPI document cannot be read: %w", err)
	}
	if !strings.HasPrefix(d.Version, "3.1.") {
		return nil, fmt.Errorf("the document has the OpenAPI version %q, but a client can only be made from 3.1", d.Version)
	}
	types := newTypes(d.Components.Schemas)
	groups, err := groupsOf(&d, types)
	if err != nil {
		return nil, err
	}
	declarations := types.declarations()
	if err := types.failed(); err != nil {
		return nil, err
	}
	var out strings.Builder
	out.WriteString(head(&d))
	out.WriteString(declarations)
	out.WriteString(interfaceOf(groups))
	out.WriteString(factoryOf(groups))
	fmt.Fprintf(&out, "const defaultBase = %s;\n\n", quote(d.base()))
	out.WriteString("// What follows is the same in every client.\n\n")
	out.WriteString(runtime)
	return []byte(out.String()), nil
}

func head(d *spec) string {
	title := strings.TrimSpace(oneLine(d.Info.Title) + " " + oneLine(d.Info.Version))
	return "// The client of " + title + ". Written by `fwrun client`, which writes it anew: do not edit it.\n\n/* eslint-disable */\n\n"
}

// base returns the address that requests go to by default, which is that of the first server.
func (d *spec) base() string {
	if len(d.Servers) == 0 {
		return ""
	}
	return strings.TrimRight(d.Servers[0].URL, "/")
}
