package bundle

import (
	"strings"
	"testing"
)

// TestPackagesForNode: without a setting the files of packages are those that Node takes.
func TestPackagesForNode(t *testing.T) {
	for name, text := range map[string]string{
		"main before the others":   `{"main": "./node.js", "module": "./other.js", "browser": "./other.js"}`,
		"a map for browsers":       `{"main": "./node.js", "browser": {"./node.js": "./other.js"}}`,
		"conditions":               `{"exports": {"worker": "./other.js", "browser": "./other.js", "node": "./node.js", "default": "./other.js"}}`,
		"no condition of bundlers": `{"exports": {"module": "./other.js", "import": "./node.js", "default": "./other.js"}}`,
		"nothing but a module":     `{"module": "./node.js", "browser": "./other.js"}`,
		"exports for fwrun":        `{"exports": {"fwrun": "./node.js", "node": "./other.js"}}`,
	} {
		b, problems := build(t, map[string]string{
			"a.js": `import kind from "p"; export { kind };`, "node_modules/p/package.json": text,
			"node_modules/p/node.js": `module.exports = "node"`, "node_modules/p/other.js": `module.exports = "other"`,
		})
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		if got := run(t, b)["a.js#kind"]; got != "node" {
			t.Errorf("%s: it is the %s build", name, got)
		}
	}
}

// TestPackagesForBrowsers: a package.json has five ways to state which of its files and dependencies are for
// a runtime other than Node; framework.packages.browser asks for these.
func TestPackagesForBrowsers(t *testing.T) {
	for name, files := range map[string]map[string]string{
		"a package turned off": {
			"package.json": `{"main": "./main.js", "browser": {"crypto": false}}`,
			"main.js":      `module.exports = Object.keys(require("crypto")).length === 0 ? "browser" : "node";`,
		},
		"a file of its own turned off": {
			"package.json": `{"main": "./main.js", "browser": {"./inspect.js": false}}`,
			"main.js":      `module.exports = require("./inspect").of ? "node" : "browser";`,
			"inspect.js":   `exports.of = require("util").inspect;`,
		},
		"another file": {
			"package.json": `{"main": "./lib/main.js", "browser": {"./lib/node.js": "./lib/browser.js"}}`,
			"lib/main.js":  `module.exports = require("./node.js");`, "lib/node.js": `module.exports = require("fs");`,
			"lib/browser.js": `module.exports = "browser";`,
		},
		"another main file": {
			"package.json": `{"main": "./node.js", "browser": {"./node.js": "./browser.js"}}`,
			"node.js":      `module.exports = require("fs");`, "browser.js": `module.exports = "browser";`,
		},
		"a file for a package": {
			"package.json": `{"module": "./main.mjs", "browser": {"node-fetch": "./fetch.mjs"}}`,
			"main.mjs":     `import kind from "node-fetch"; export default kind;`, "fetch.mjs": `export default "browser";`,
		},
		"a package for a package": {
			"package.json":                        `{"main": "./main.js", "browser": {"zlib": "other"}}`,
			"main.js":                             `module.exports = require("zlib");`,
			"node_modules/other/package.json":     `{"name": "other"}`,
			"node_modules/other/index.js":         `module.exports = "browser";`,
			"node_modules/unrelated/package.json": `{}`,
		},
		"a text": {
			"package.json": `{"main": "./node.js", "browser": "./browser.js"}`,
			"node.js":      `module.exports = require("fs");`, "browser.js": `module.exports = "browser";`,
		},
		"exports": {
			"package.json": `{"exports": {".": {"node": "./node.js", "browser": "./browser.js", "default": "./node.js"}}}`,
			"node.js":      `module.exports = require("fs");`, "browser.js": `module.exports = "browser";`,
		},
		"exports for workers": {
			"package.json": `{"exports": {"worker": {"import": "./browser.js", "require": "./node.js"}, "browser": "./node.js"}}`,
			"node.js":      `module.exports = require("fs");`, "browser.js": `export default "browser";`,
		},
		"exports for fwrun": {
			"package.json": `{"exports": {"fwrun": "./browser.js", "worker": "./node.js", "default": "./node.js"}}`,
			"node.js":      `module.exports = require("fs");`, "browser.js": `export default "browser";`,
		},
		"exports that know none of it": {
			"package.json": `{"exports": {"module": "./node.js", "node": "./node.js", "import": "./browser.js", "default": "./node.js"}}`,
			"node.js":      `module.exports = require("fs");`, "browser.js": `export default "browser";`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			tree := map[string]string{"a.js": `import kind from "p"; export { kind };`}
			for file, text := range files {
				tree["node_modules/p/"+file] = text
			}
			b, problems := buildWith(t, tree, Input{Browser: []string{"p"}})
			if len(problems) > 0 {
				t.Fatal(problems)
			}
			if got := run(t, b)["a.js#kind"]; got != "browser" {
				t.Errorf("it is the build for %s", got)
			}
			for _, part := range partsOf(t, b) {
				if !strings.HasPrefix(part, "a.js") && !strings.HasPrefix(part, "node_modules/p/") {
					t.Errorf("%s is not a file", part)
				}
			}
		})
	}
}
