package markup

import (
	"html"
	"regexp"
	"strings"
	"testing"
)

var tag = regexp.MustCompile(`<[^>]*>`)

// TestHighlight holds what is coloured as what. In the expectations, a word between ‹ and › has the class behind it.
func TestHighlight(t *testing.T) {
	for _, one := range []struct{ language, code, want string }{
		{"ts", "@Get(\"/{id}\") async get(id: int): Promise<Item[]> {", `‹@Get›nd(‹"/{id}"›s) ‹async›k ‹get›nf(id: ‹int›kt): ‹Promise›kt<‹Item›kt[]> {`},
		{"js", "map.delete(a); delete a.of; default: x.default", `map.‹delete›nf(a); ‹delete›k a.of; ‹default›k: x.default`},
		{"js", "x = { of: 1, get: y ? null : this.z }", `x = { of: ‹1›m, get: y ? ‹null›k : ‹this›k.z }`},
		{"js", "`a ${b({ c: `d` })} e` + 1", "‹`a ›s${‹b›nf({ c: ‹`d`›s })}‹ e`›s + ‹1›m"},
		{"js", "[...new Set(a)], a / b / c, /x[/]y/g // why", `[...‹new›k ‹Set›kt(a)], a / b / c, ‹/x[/]y/g›s ‹// why›c`},
		{"js", "} unbalanced } const a", `} unbalanced } ‹const›k a`},
		{"ts", "set size(n: number) {} static set = a as string", `‹set›k ‹size›nf(n: ‹number›kt) {} ‹static›k set = a ‹as›k ‹string›kt`},
		{"console", "$ curl -d '{}' \\\n    a\n# HELP x\n> y\n", "‹$ ›gpcurl -d '{}' \\\n    a\n‹# HELP x\n> y\n›go"},
		{"", "fwrun app   # serves #1\n", "fwrun app‹   # serves #1›c\n"},
		{"yaml", "a: 1 # b\n", "‹a›na: ‹1›m ‹# b›c\n"},
		{"yml", "a: 1\n", "‹a›na: ‹1›m\n"},
		{"text", "a # b", "a # b"},
		{"nobody-knows", "const a", "const a"},
	} {
		var out strings.Builder
		highlight(&out, one.language, one.code)
		got := regexp.MustCompile(`<span class="(\w+)">([^<]*)</span>`).ReplaceAllString(out.String(), "‹$2›$1")
		if got = html.UnescapeString(got); got != one.want {
			t.Errorf("%s: it is\n%s, want\n%s", one.language, got, one.want)
		}
	}
}

func TestCodeOfFiles(t *testing.T) {
	for code, want := range map[string]string{
		"// users/user-controller.js\n\nlet a;\n":    `<div class="file">users/user-controller.js</div><pre><code><span class="k">let</span> a;`,
		"-- migrations/main/001-users.sql\nlet a;\n": `<div class="file">migrations/main/001-users.sql</div><pre><code>`,
		"// in the class Users\nlet a;\n":            `<pre><code><span class="c">// in the class Users`,
		"let a; // users.js\n":                       `<pre><code><span class="k">let</span>`,
	} {
		var out strings.Builder
		writeCode(&out, "js", code)
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q became\n%s, want\n%s", code, out.String(), want)
		}
	}
}

// FuzzDocument renders whatever a page has: the ids of headings are unique, and code is what it was.
func FuzzDocument(f *testing.F) {
	f.Add([]byte(shop))
	f.Add([]byte("```js\nconst a = `${`${b}`}`; /x/.test(a)\n```\n\n    $ b # c\n"))
	f.Add([]byte("```console\n$ a \\\n b\n```\n# a\n# a\n# a-1\n> # b\n\n[a](b \"c\") ![](d)\n\n| a |\n|:-:|\n| `b` |\n"))
	f.Fuzz(func(t *testing.T, source []byte) {
		d := Parse(source)
		ids := map[string]bool{}
		for _, heading := range d.Headings {
			if ids[heading.ID] {
				t.Errorf("two headings have the id %q", heading.ID)
			}
			ids[heading.ID] = true
		}
		d.Render(func(link Link) Target { return Target{URL: link.To} })
		d.Sections()
		d.Contents()
		for _, language := range []string{"js", "console", ""} {
			text := strings.ToValidUTF8(string(source), "?")
			var out strings.Builder
			highlight(&out, language, text)
			if got := html.UnescapeString(tag.ReplaceAllString(out.String(), "")); got != html.UnescapeString(html.EscapeString(text)) {
				t.Errorf("the code in %q is %q, and was %q", language, got, text)
			}
		}
	})
}
