package config

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/platform/fault"
)

const scripted = "base: b\ncopy: \"${vault.token}\"\nlater: \"${vault.none:x}\"\nserver.port: 1\n" +
	"propertySources:\n- {name: v, provider: script, file: v.js, prefix: vault, timeout: 1h}\n"

// giving returns a script that returns a text.
func giving(text string) func(context.Context, Script) ([]byte, error) {
	return func(context.Context, Script) ([]byte, error) { return []byte(text), nil }
}

func TestScriptSource(t *testing.T) {
	fsys := with(folder("application.yml", scripted), "v.js", "")
	var known Script
	p := load(t, fsys, Options{Env: []string{"SERVER_PORT=2"}, Script: func(_ context.Context, s Script) ([]byte, error) {
		known = s
		return []byte(`{"token": "${zq9", "n": [1, {"a": true}]}`), nil
	}})
	want(t, p, "vault.token", "${zq9", "script v.js")
	want(t, p, "vault.n[1].a", true, "")
	want(t, p, "copy", "${zq9", "")
	want(t, known.Known, "base", "b", "")
	want(t, known.Known, "server.port", int64(2), "")
	want(t, known.Known, "later", "x", "")
	if known.File != "v.js" || !slices.Equal(p.SourceFiles(), []string{"v.js"}) || !slices.Equal(p.Scripts(), []string{"v.js"}) {
		t.Errorf("%+v %v %v", known, p.SourceFiles(), p.Scripts())
	}
	r := reading(p, Key{Name: "vault.token", Type: TypeInt})
	r.Int("vault.token")
	if shown := show(r.Problems()); strings.Contains(shown, "zq9") || !strings.Contains(shown, "(script v.js)") {
		t.Error(shown)
	}
}

// TestScriptsThatFail: keys that a failed script might have set are not reported as missing.
func TestScriptsThatFail(t *testing.T) {
	own := fault.Diagnostic{Code: "module-failed", Place: fault.Place{File: "v.js", Line: 1}, Message: "zq8"}
	for message, script := range map[string]func(context.Context, Script) ([]byte, error){
		"file does not return an object of settings": giving(`["zq9"]`),
		"file does not return an object":             giving(`{"a-b": 1, "aB": 2}`),
		"file does not return":                       giving(""),
		"file returns more than 1024 KiB":            giving(strings.Repeat("zq9", maxFile)),
		"provider is not available here":             nil,
		"zq8":                                        func(context.Context, Script) ([]byte, error) { return nil, fault.List{own} },
		"file cannot be run":                         func(context.Context, Script) ([]byte, error) { return nil, errors.New("zq9") },
		"file takes longer than 50ms": func(ctx context.Context, _ Script) ([]byte, error) {
			<-ctx.Done()
			return nil, fault.List{own}
		},
	} {
		settings := scripted
		if strings.HasSuffix(message, "50ms") {
			settings = strings.Replace(settings, "1h", "50ms", 1)
		}
		_, problems := Load(with(folder("application.yml", settings), "v.js", ""), Options{Script: script})
		if len(problems) != 1 || !strings.Contains(problems[0].Message, message) || strings.Contains(show(problems), "zq9") {
			t.Errorf("want %s, got %s", message, show(problems))
		}
	}
}

// TestOfflineRunsNothing: neither scripts nor commands run, and keys that they might set are not
// reported as missing.
func TestOfflineRunsNothing(t *testing.T) {
	fsys := with(folder("application.yml", scripted+"- {name: c, provider: command, command: [fwrun-that-is-not-there]}\n"), "v.js", "")
	p, problems := Load(fsys, Options{Offline: true, Script: func(context.Context, Script) ([]byte, error) {
		t.Error("it was run")
		return nil, nil
	}})
	if len(problems) != 2 || len(problems.Errors()) > 0 || !p.Incomplete() {
		t.Error(show(problems))
	}
	r := p.Reader()
	r.Require("vault.token", "copy")
	if len(r.Problems()) > 0 {
		t.Error(show(r.Problems()))
	}
	if _, problem := p.Expand("${vault.token}", fault.Place{}); problem == nil || problem.Severity != fault.Warning {
		t.Errorf("%v", problem)
	}
	if !slices.Equal(p.SourceFiles(), []string{"v.js"}) {
		t.Error(p.SourceFiles())
	}
}
