package cdp

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/debugger"
	"github.com/fwrun/fwrun/tests/needs"
)

// startNode runs a script under Node's inspector, and returns where that listens.
func startNode(t testing.TB) (url string) {
	node := needs.Program(t, "node")
	file := filepath.Join(t.TempDir(), "idle.js")
	if err := os.WriteFile(file, []byte("setInterval(() => {}, 1000)"), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), node, "--inspect=127.0.0.1:0", file)
	out, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if _, url, found := strings.Cut(lines.Text(), "listening on "); found {
			go func() {
				for lines.Scan() {
				}
			}()
			return url
		}
	}
	t.Fatal("node does not listen")
	return ""
}

// expressions are described by both.
var expressions = strings.Split(strings.TrimSpace(`
[1,,3]
new Map([[1,{a:1}],['x',[1]]])
new Set([1,'a'])
(class A{ #p=1; m(){} })
new (class B{ #p=1; get q(){return 1} get #g(){return 1} })
(function f(a,b){ return a+b })
/a\/b/gi.source
Symbol('s')
12n
-0
NaN
1/0
-1/0
null
undefined
'text'
true
1e21
0.1
new Proxy({a:1},{get(){throw 1}})
new Proxy(new (class Q{}),{ownKeys(){throw 1}})
Promise.resolve(5)
new Promise(() => {})
new WeakMap()
new WeakSet()
({a:1,b:'x'.repeat(200),c:{d:1},e(){},f:null,g:undefined,[Symbol('k')]:1})
({get a(){return 1}, set a(v){}, get b(){return 2}})
Object.create(null)
new String('abc')
Object(5)
Object(true)
Object(1n)
async()=>1
new (class extends Array{})(3)
new (class Foo extends Map{})
[[1],{a:1},()=>1,'s']
[undefined,null,NaN,-0,12n,Symbol('q'),/x/g, class Q{}]
new Array(150).fill(7)
new (class Ä{ ü = 1 })
[]
({})
Array.from({length: 7}, (_, i) => new Map([[i, i]]))
({[Symbol.toStringTag]: 'T'})
({a: {b: {c: 1}}, length: 1})
new Map(Array.from({length: 7}, (_, i) => [i, i]))
new (class E extends (class { #a = 1 }) { #b = [1]; #c = 'x' })
[[[1]]]
'a\u2028b'
({constructor: 5})
Math.max
new Date(NaN).getTime()
`), "\n")

// TestNodeAgrees: values are described in V8's words.
func TestNodeAgrees(t *testing.T) {
	theirs := dial(t, startNode(t))
	server, address := listen(t, newWorld(t))
	ours := dial(t, server.URL(address))
	for _, p := range []*peer{theirs, ours} {
		p.ask("Runtime.enable", "{}")
	}
	for _, text := range expressions {
		params, _ := json.Marshal(map[string]any{"expression": text, "generatePreview": true})
		want, got := theirs.ask("Runtime.evaluate", string(params)), ours.ask("Runtime.evaluate", string(params))
		compare(t, text, want, got)
		for i, both := range [][2]string{{want, got}} {
			ids := [2]string{handleIn(both[0]), handleIn(both[1])}
			if ids[0] == "" || ids[1] == "" {
				continue
			}
			ask := func(p *peer, id string) string {
				return p.ask("Runtime.getProperties", fmt.Sprintf(`{"objectId":%q,"ownProperties":true}`, id))
			}
			compare(t, fmt.Sprint(text, " properties ", i), properties(ask(theirs, ids[0])), properties(ask(ours, ids[1])))
		}
	}
}

func handleIn(answer string) string {
	var a struct{ Result debugger.Object }
	_ = json.Unmarshal([]byte(answer), &a)
	return a.Result.Handle
}

// properties leaves out what goja has not.
func properties(answer string) string {
	var a map[string][]map[string]any
	_ = json.Unmarshal([]byte(answer), &a)
	kept := map[string]any{}
	for part, list := range a {
		all := map[string]any{}
		for _, p := range list {
			switch name := p["name"].(string); name {
			case "[[FunctionLocation]]", "[[Scopes]]", "arguments", "caller", "[[PrivateMethods]]":
			case "[[Prototype]]":
				all[name] = true // its text depends on tags that goja has not
			case "[[Entries]]":
				if v, ok := p["value"].(map[string]any); ok && (v["description"] != "Array(0)") {
					all[name] = p
				}
			default:
				all[name] = p
			}
		}
		if len(all) > 0 {
			kept[part] = all
		}
	}
	text, _ := json.Marshal(kept)
	return string(text)
}

// compare compares two answers, but for IDs.
func compare(t *testing.T, what, want, got string) {
	t.Helper()
	flat := func(text string) string {
		var v any
		if json.Unmarshal([]byte(text), &v) != nil {
			return text
		}
		strip(v)
		out, _ := json.Marshal(v)
		return string(out)
	}
	if w, g := flat(want), flat(got); w != g {
		t.Errorf("%s\nnode %s\nours %s", what, w, g)
	}
}

// strip takes out what is another each time.
func strip(v any) {
	switch v := v.(type) {
	case map[string]any:
		delete(v, "objectId")
		if _, private := v["isOwn"]; v["get"] != nil || v["set"] != nil || private && strings.HasPrefix(fmt.Sprint(v["name"]), "#") {
			for _, flag := range []string{"writable", "configurable", "enumerable", "isOwn"} { // Node leaves some of them out
				delete(v, flag)
			}
		}
		if text, ok := v["description"].(string); ok && v["type"] == "function" { // expressions are compiled as files are
			v["description"] = strings.NewReplacer(" ", "", "\n", "", ";", "").Replace(text)
		}
		for _, part := range v {
			strip(part)
		}
	case []any:
		for _, part := range v {
			strip(part)
		}
	}
}
