package config

import (
	"reflect"
	"testing"

	"github.com/fwrun/fwrun/platform/fault"
)

const placeholderFile = `
users: {pageSize: 20, name: ann, on: false, zero: 0, none: null, empty: "", version: 1.10}
list: [a, b]
which: name
host: h
url: "http://${host}:${port:80}/"
chain: ${url}
text: "{$x} $y ${host} }"
`

func TestExpand(t *testing.T) {
	p := load(t, folder("application.yml", placeholderFile), Options{Env: []string{"NAME=env", "lower=env", "EMPTY=", "ODD=${host} || x"}})
	tests := []struct {
		text string
		want any
	}{
		{"plain", "plain"},
		{"", ""},
		{"${users.pageSize}", int64(20)},
		{"${users.page-size}", int64(20)},
		{"${ users.pageSize }", int64(20)},
		{"${users.version}", 1.1},
		{"v${users.version}", "v1.10"},
		{"${users.on}", false},
		{"${users.none}", nil},
		{"<${users.none}>", "<>"},
		{"${users.none:x}", "x"},
		{"${users.empty:x}", ""},
		{"${list}", []any{"a", "b"}},
		{"${list[1]}", "b"},
		{"${server.port}", int64(8080)},
		{"${a:5}", int64(5)},
		{"${a:1.5}", 1.5},
		{"${a:true}", true},
		{"${a:null}", nil},
		{"${a:}", ""},
		{"${a:~}", "~"},
		{"${a:007}", "007"},
		{"${a: x }", " x "},
		{"${a:b:c}", "b:c"},
		{"${a:http://x}", "http://x"},
		{"${a:${b:${users.pageSize}}}", int64(20)},
		{"${a:<${users.name}>}", "<ann>"},
		{`${a:{"b": {}}}`, `{"b": {}}`},
		{"${users.${which}}", "ann"},
		{"${users.${nope:name}}", "ann"},
		{"${host}-${users.name}${a:}", "h-ann"},
		{`\${host}`, "${host}"},
		{`\${host} ${host}`, "${host} h"},
		{`${a:\${x}}`, "${x}"},
		{"{$x} $y }", "{$x} $y }"},
		{"${url}", "http://h:80/"},
		{"${chain}", "http://h:80/"},
		{"${text}", "{$x} $y h }"},
		{"${NAME}", "env"},
		{"${NAME:other}", "env"},
		{"<${NAME}>", "<env>"},
		{"${ODD}", "${host} || x"},
		{"${EMPTY:other}", "other"},
		{"${lower:other}", "other"},
		{"${NOPE:other}", "other"},
		{"$env.NAME", "env"},
		{" $env.NAME ", "env"},
		{`\$env.NAME`, "$env.NAME"},
		{"a $env.NAME", "a $env.NAME"},
		{"$env.EMPTY", ""},
		{"$env.ODD", "${host} || x"},
		{"$env.NOPE || x", "x"},
		{"$env.NOPE||${nope}||x", "x"},
		{"$env.EMPTY || $env.NAME", "env"},
		{"$env.EMPTY || ${users.empty}", ""},
		{"$env.NOPE || ${users.none}", nil},
		{"${users.on} || true", false},
		{"${users.zero} || 5", int64(0)},
		{"${users.none} || ${users.empty} || 5", int64(5)},
		{"$env.NOPE || '5'", "5"},
		{`$env.NOPE || "a || b"`, "a || b"},
		{"$env.NOPE || ''", ""},
		{"$env.NOPE || http://${host}/", "http://h/"},
		{"$env.NOPE || ${a:x || y}", "x || y"},
		{"$env.NOPE || it's || x", "it's"},
		{"select a || b", "select a || b"},
		{"${host} is up || down", "h is up || down"},
	}
	for _, tt := range tests {
		got, problem := p.Expand(tt.text, fault.Place{})
		if problem != nil {
			t.Errorf("%s: %v", tt.text, problem)
		} else if !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s = %#v, want %#v", tt.text, got, tt.want)
		}
	}
}

func TestExpandFails(t *testing.T) {
	p := load(t, folder("application.yml", placeholderFile), Options{Env: []string{"NAME=env", "lower=env", "TOKEN=hush"}})
	place := fault.Place{File: "users.js", Line: 3, Col: 9}
	tests := []struct{ text, message, hint string }{
		{"${users.pagesSize}", "${users.pagesSize} is not set", "did you mean ${users.pageSize}?"},
		{"${qqq}", "${qqq} is not set", `set qqq, give a default (${qqq:value}), or write \${ for the characters themselves`},
		{"${lower}", "${lower} is not set", "there is an environment variable of this name: $env.lower"},
		{"${NOPE}", "${NOPE} is not set", `set NOPE, give a default (${NOPE:value}), or write \${ for the characters themselves`},
		{"${users.${host}}", "${users.${host}} is not set", "set the key that it refers to, or give a default: ${…:value}"},
		{"$env.NAMES", "the environment variable NAMES is not set", "set it, or give a default: $env.NAMES || value; there is a variable NAME"},
		{"$env.A || ${b}", "${b} is not set", `set b, give a default (${b:value}), or write \${ for the characters themselves`},
		{"x${list}", "${list} is a list, which cannot be part of a text", "refer to one of its values, or make the placeholder the whole value"},
		{"x${users}", "${users} is a section, which cannot be part of a text", "refer to one of its values, or make the placeholder the whole value"},
		{"${host", "a ${ has no closing }", `add the }, or write \${ for the characters themselves`},
		{"${a:${b}", "a ${ has no closing }", `add the }, or write \${ for the characters themselves`},
		{"${}", "a placeholder has no key", `write ${key}, or \${ for the characters themselves`},
		{"${:x}", "a placeholder has no key", `write ${key}, or \${ for the characters themselves`},
	}
	for _, tt := range tests {
		_, problem := p.Expand(tt.text, place)
		if problem == nil {
			t.Errorf("%s: no problem", tt.text)
			continue
		}
		if problem.Message != tt.message || problem.Hint != tt.hint || problem.Place != place {
			t.Errorf("%s:\n got %s | %s\nwant %s | %s", tt.text, problem.Error(), problem.Hint, tt.message, tt.hint)
		}
	}
}

func TestReferencesThroughReferences(t *testing.T) {
	p := loadText(t, "base: {url: \"${root}/x\", list: [{n: \"${root}\"}]}\nroot: r\ncopy: ${base}\nurl: ${copy.url}\nfirst: ${copy.list[0].n}\n"+
		"server: {context-path: \"/${server.address}\"}\n")
	want(t, p, "url", "r/x", "config/application.yml:4:6")
	want(t, p, "first", "r", "")
	want(t, p, "copy.list", []any{map[string]any{"n": "r"}}, "")
	want(t, p, "server.context-path", "/127.0.0.1", "")
}

// A variable can set a key that only a decorator names. A key of a single word cannot be set that
// way, because PATH and HOME would set it by accident.
func TestExpandTakesTheVariableOfAKeyNoFileSets(t *testing.T) {
	p := load(t, folder("application.yml", "users: {pageSize: 5}\n"), Options{Env: []string{
		"GREETING_WORD=Hi", "MAIL_MAXRETRIES=3", "HOME=/somewhere", "USERS_PAGESIZE=7",
	}})
	for text, want := range map[string]any{
		"${greeting.word}":        "Hi",
		"${greeting.word:Hello}":  "Hi",
		"${mail.max-retries}":     int64(3),
		"${mail.maxRetries:1}":    int64(3),
		"${users.pageSize}":       int64(7),
		"${home:nowhere}":         "nowhere",
		"${greeting.other:Hello}": "Hello",
	} {
		if got, problem := p.Expand(text, fault.Place{}); problem != nil || got != want {
			t.Errorf("%s = %#v, %v, want %#v", text, got, problem, want)
		}
	}
}
