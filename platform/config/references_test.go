package config_test

import (
	"slices"
	"testing"

	"github.com/fwrun/fwrun/platform/config"
)

func TestReferences(t *testing.T) {
	for text, want := range map[string][]config.Reference{
		"plain":                   nil,
		"${a.b}":                  {{Key: "a.b", Whole: true}},
		"${a.b:}":                 {{Key: "a.b", HasFallback: true, Whole: true}},
		"${a:10}":                 {{Key: "a", Fallback: "10", HasFallback: true, Whole: true}},
		"${a:${b:1}}":             {{Key: "a", HasFallback: true, Whole: true}, {Key: "b", Fallback: "1", HasFallback: true}},
		"http://${host}:${port}/": {{Key: "host"}, {Key: "port"}},
		"${a} || ${b} || 'c'":     {{Key: "a"}, {Key: "b"}},
		"${${a}.b}":               nil,
		`\${a}`:                   nil,
		"${a":                     nil,
		"$env.HOME":               nil,
		"${a:x${b}y}":             {{Key: "a", HasFallback: true, Whole: true}, {Key: "b"}},
	} {
		if got := config.References(text); !slices.Equal(got, want) {
			t.Errorf("%s: %+v, want %+v", text, got, want)
		}
	}
}
