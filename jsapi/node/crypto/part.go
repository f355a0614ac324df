package crypto

import (
	"embed"
	"maps"
	"strings"
	"sync"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/jsapi/web/part"
	"github.com/fwrun/fwrun/security/crypt/turns"
)

//go:embed modules/*.js
var modules embed.FS

// Part returns the module as a part, whose script leaves the exports at `web.node.crypto`.
func Part() part.Part { return thePart }

var thePart = part.Part{Name: "node:crypto", Needs: []string{"base", "subtle"}, Script: sync.OnceValues(compile), Host: host}

// files are the files of the folder modules, each of which may use what those before it define.
var files = []string{"bytes", "stream", "hash", "random", "derive", "keys", "generate", "sign", "cipher", "ecdh", "certificate", "exports"}

// compile compiles the files as one function.
func compile() (*goja.Program, error) {
	var source strings.Builder
	source.WriteString("(function (host, web) {\n'use strict';\n")
	for _, name := range files {
		text, err := modules.ReadFile("modules/" + name + ".js")
		if err != nil {
			return nil, err
		}
		source.Write(text)
	}
	source.WriteString("})")
	return goja.Compile(part.Prefix+"node/crypto.js", source.String(), true)
}

// realm is the module in one VM.
type realm struct {
	*part.Realm
	load *turns.Load // what is in work beside the VM
}

func host(r *part.Realm) map[string]part.Native {
	c := &realm{Realm: r, load: turns.NewLoad(mostBytes, mostWorks)}
	functions := map[string]part.Native{}
	for _, group := range []map[string]part.Native{
		c.texts(), c.hashes(), c.random(), c.derivation(), c.keyObjects(), c.signatures(), c.ciphers(),
		c.certificates(),
	} {
		maps.Copy(functions, group)
	}
	return functions
}
