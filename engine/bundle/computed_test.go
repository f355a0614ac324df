package bundle

import (
	"fmt"
	"strings"
	"testing"
)

// TestComputed: what is required by a text in quotes is left to the bundler, and so is everything in a module with a require of its own.
func TestComputed(t *testing.T) {
	in := Input{Node: []string{"fs"}}
	for text, want := range map[string]string{
		`require("a"); require( 'b' )`:                              `[] [] [] false`,
		`x.require(y); "require(y)"; /* require(y) */ /require(y)/`: `[] [] [] false`,
		`require(name)`:                                  `[0] [] [] true`,
		`a = require("./locale/" + name)`:                `[4] [] [./locale/] false`,
		"require(`./${name}.js`)":                        `[0] [] [./] false`,
		`require("mv" + "")`:                             `[0] [] [mv] false`,
		`require("lib-" + name)`:                         `[0] [] [] true`,
		`require.resolve("./x.txt"); require.resolve(y)`: `[0 28] [./x.txt] [] true`,
		`(function (require, module) { require(x) })`:    `[] [] [] false`,
		`f((require) => require(x))`:                     `[] [] [] false`,
		`factory(require, exports); require(x)`:          `[27] [] [] true`,
		`function require(x) {} require(y)`:              `[] [] [] false`,
		`require`:                                        `[] [] [] false`,
		`require(`:                                       `[] [] [] false`,
		`require.resolve`:                                `[] [] [] false`,
	} {
		found := in.computed(text)
		if got := fmt.Sprint(found.offsets, found.resolved, found.begins, found.any); got != want {
			t.Errorf("%s\n got  %s\n want %s", text, got, want)
		}
		before, after := found.replaced(text)
		if len(after) != len(text) || (before == "") != (len(found.offsets) == 0) || strings.Count(after, lateName) != len(found.offsets) {
			t.Errorf("%s became %s%s", text, before, after)
		}
	}
}
