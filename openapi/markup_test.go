package openapi

import (
	"strings"
	"testing"

	"github.com/fwrun/fwrun/engine/schema"
)

func TestWithoutHTML(t *testing.T) {
	for text, want := range map[string]string{
		"less < than, a<b, <3":                        `less \< than, a\<b, \<3`,
		"</textarea><img src=x onerror=alert(1)>":     `\</textarea>\<img src=x onerror=alert(1)>`,
		"<!-- x --><?php ?><![CDATA[":                 `\<!-- x -->\<?php ?>\<![CDATA[`,
		"see <https://example.com/a?b=c>":             "see <https://example.com/a?b=c>",
		"see <javascript:alert(1)>":                   `see \<javascript:alert(1)>`,
		"`List<User>` and ``a ` <b>`` and <i>":        "`List<User>` and ``a ` <b>`` and \\<i>",
		"one ` tick <b>":                              "one ` tick \\<b>",
		"an escaped \\`<b>`":                          "an escaped \\`\\<b>`",
		`twice \\<b>, once \<b>`:                      `twice \\\<b>, once \<b>`,
		"```html\n<b>\n```\n<i>":                      "```html\n<b>\n```\n\\<i>",
		"~~~\n<b>\n```\n<i>\n~~~~\n<u>":               "~~~\n<b>\n```\n<i>\n~~~~\n\\<u>",
		"Example:\n\n    <b>\n\n    <i>\n<u>":         "Example:\n\n    <b>\n\n    <i>\n\\<u>",
		"a paragraph\n    <b> goes on":                "a paragraph\n    \\<b> goes on",
		"- item\n\n    <b> of the item":               "- item\n\n    \\<b> of the item",
		"1. item\n   ```\n   <b>\n":                   "1. item\n   ```\n   \\<b>\n",
		"> quoted\n\n```\n<b>":                        "> quoted\n\n```\n\\<b>",
		"a span that goes `on\n<b>` in the next line": "a span that goes `on\n\\<b>` in the next line",
		"``` <b> ```":                                 "``` <b> ```",
		"```<b>\ncode":                                "```\\<b>\ncode",
		"plain text with > and & and \"quotes\"":      "plain text with > and & and \"quotes\"",
		"ends in a backslash \\":                      "ends in a backslash \\",
		"\r\n<b>\r\n":                                 "\r\n\\<b>\r\n",
	} {
		if got := withoutHTML(text); got != want {
			t.Errorf("%q: %q, not %q", text, got, want)
		}
	}
}

// TestMarkdownOfDocument: only descriptions are Markdown, wherever they are; values and names are not.
func TestMarkdownOfDocument(t *testing.T) {
	node := func(list ...any) (n schema.Node) {
		for i := 0; i < len(list); i += 2 {
			n = append(n, schema.Member{Key: list[i].(string), Value: list[i+1]})
		}
		return n
	}
	document := node(
		"info", node("title", "<b>", "description", "<b>"),
		"tags", []any{node("name", "<b>", "description", "<b>")},
		"components", node("schemas", node(
			"description", node("description", "<b>", "properties", node(
				"description", node("type", "string", "description", "<b>", "examples", []any{node("description", "<i>")}),
				"examples", node("description", "<b>", "default", node("description", "<i>"), "enum", []any{"<i>"}),
			)),
		)),
	)
	text := string(JSON(asMarkdown(document)))
	if n := strings.Count(text, `"description": "\\<b>"`); n != 5 || strings.Contains(text, `\\<i>`) || strings.Count(text, "<i>") != 3 {
		t.Errorf("%d descriptions: %s", n, text)
	}
}

// FuzzWithoutHTML: only backslashes are added, each before a character that could begin HTML, and what is escaped stays as it is.
func FuzzWithoutHTML(f *testing.F) {
	for _, text := range []string{"<b>", "`<`<", "- a\n\n    <b>", "```\n<b>\n```", `\\<`, "<https://example.com>"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got := withoutHTML(text)
		for i, j := 0, 0; i < len(text) || j < len(got); {
			switch {
			case i < len(text) && j < len(got) && text[i] == got[j]:
				i, j = i+1, j+1
			case j+1 < len(got) && got[j] == '\\' && got[j+1] == '<':
				j++
			default:
				t.Fatalf("%q has become %q", text, got)
			}
		}
		if again := withoutHTML(got); again != got {
			t.Fatalf("%q became %q, and that %q", text, got, again)
		}
	})
}
