package markup

import (
	"fmt"
	"html"
	"io"
	"regexp"
	"strings"

	"github.com/alecthomas/chroma/v2"
)

// fileName matches the first line of code that is a file of its own: a comment with nothing but the name of the file.
var fileName = regexp.MustCompile(`^(?://|#|--) ([\w./-]+\.\w+)\n`)

// writeCode writes a block of code: the name of its file, if it has one, above the code.
func writeCode(w io.Writer, language, text string) {
	fmt.Fprint(w, `<div class="code"`)
	if language != "" {
		fmt.Fprintf(w, ` data-language="%s"`, html.EscapeString(language))
	}
	fmt.Fprint(w, ">")
	if m := fileName.FindStringSubmatch(text); m != nil {
		fmt.Fprintf(w, `<div class="file">%s</div>`, m[1])
		text = strings.TrimLeft(text[len(m[0]):], "\n")
	}
	fmt.Fprint(w, "<pre><code>")
	highlight(w, language, text)
	fmt.Fprint(w, "</code></pre></div>\n")
}

// highlight writes code as HTML, each run of tokens of one kind in a span. Code in a language that is not known has no spans.
func highlight(w io.Writer, language, text string) {
	lexer := lexerOf(language)
	if lexer == nil {
		fmt.Fprint(w, html.EscapeString(text))
		return
	}
	tokens, err := chroma.Tokenise(chroma.Coalesce(lexer), nil, text)
	if err != nil { // a lexer that gives up has not understood the code, which is right nevertheless
		fmt.Fprint(w, html.EscapeString(text))
		return
	}
	for i := 0; i < len(tokens); {
		class := classOf(tokens[i].Type)
		var run strings.Builder
		for ; i < len(tokens) && classOf(tokens[i].Type) == class; i++ {
			run.WriteString(tokens[i].Value)
		}
		if class == "" {
			fmt.Fprint(w, html.EscapeString(run.String()))
		} else {
			fmt.Fprintf(w, `<span class="%s">%s</span>`, class, html.EscapeString(run.String()))
		}
	}
}

// classes are the classes of chroma's kinds of tokens that look different from the text around them; a kind that is not here looks like the
// one that it is a kind of.
var classes = map[chroma.TokenType]string{
	chroma.Keyword:       "k",
	chroma.KeywordType:   "kt",
	chroma.NameAttribute: "na",
	chroma.NameTag:       "na",
	chroma.NameProperty:  "na",
	chroma.NameBuiltin:   "kt",
	chroma.NameClass:     "kt",
	chroma.NameDecorator: "nd",
	chroma.NameFunction:  "nf",
	chroma.LiteralString: "s",
	chroma.LiteralNumber: "m",
	chroma.Comment:       "c",
	chroma.GenericPrompt: "gp",
	chroma.GenericOutput: "go",
}

func classOf(kind chroma.TokenType) string {
	for _, one := range []chroma.TokenType{kind, kind.SubCategory(), kind.Category()} {
		if class, is := classes[one]; is {
			return class
		}
	}
	return ""
}
