package markup

import (
	"slices"
	"sync"
	"time"

	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/lexers"
	"github.com/dlclark/regexp2/v2"
)

// lexerOf returns what takes code of a language apart, or nil. Those of the pages' own are here: chroma's lexers take decorators, the names
// of properties, and answers on terminals for something else.
func lexerOf(language string) chroma.Lexer {
	patient()
	switch language {
	case "js", "ts":
		return scriptLexer()
	case "console":
		return terminalLexer()
	case "":
		return commandLexer()
	case "text":
		return nil
	case "yml":
		language = "yaml"
	}
	return lexers.Get(language)
}

// patient lets a rule take as long as it does. Chroma gives each 250 ms by the clock and takes one that is late for no match, so
// that a busy machine made other pages. The clock goes forward once in this period.
var patient = sync.OnceFunc(func() { regexp2.SetTimeoutCheckPeriod(time.Hour) })

// Compiling rules takes longer than to apply them to a block.
var (
	scriptLexer   = lexer(scripts)
	terminalLexer = lexer(terminals)
	commandLexer  = lexer(commands)
)

func lexer(rules func() chroma.Rules) func() chroma.Lexer {
	return sync.OnceValue(func() chroma.Lexer { return chroma.MustNewLexer(&chroma.Config{}, rules) })
}

func rule(pattern string, kind chroma.TokenType) chroma.Rule {
	return chroma.Rule{Pattern: pattern, Type: kind}
}

const (
	keywords = `abstract|as|async|await|break|case|catch|class|const|continue|debugger|declare|delete(?=\s)|do|else|enum|export|extends|false|` +
		`finally|for|from|function|if|implements|import|in|instanceof|interface|let|namespace|new|null|of|override|private|protected|public|readonly|` +
		`return|satisfies|static|super|switch|this|throw|true|try|type(?=\s+\w)|typeof|undefined|using|var|void|while|with|yield|` +
		`(?:get|set)(?=\s+[\w$#]+\s*\()`
	types = `any|bigint|bool|boolean|byte|date|datetime|decimal|double|float|int|list|long|map|never|number|object|set|string|symbol|time|unknown|uuid`
)

// scripts are the rules for JavaScript and TypeScript.
func scripts() chroma.Rules {
	code := []chroma.Rule{
		rule(`\s+`, chroma.Text),
		rule(`//[^\n]*`, chroma.CommentSingle),
		rule(`/\*[\s\S]*?\*/`, chroma.CommentMultiline),
		rule(`"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'`, chroma.LiteralString),
		{Pattern: "`", Type: chroma.LiteralStringBacktick, Mutator: chroma.Push("template")},
		rule(`(?<=[(,=:\[!&|?;{}]\s*|^\s*|return )/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\[\n])+/[a-z]*`, chroma.LiteralStringRegex),
		rule(`@[A-Za-z_$][\w$]*`, chroma.NameDecorator),
		rule(`(?<![\w$.])(?:0[xXbBoO][\da-fA-F_]+|\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d+)?)n?`, chroma.LiteralNumber),
		rule(`(?<=(?<![?.])[:<|]\s*|\bas\s+)(?:`+types+`)\b(?!\s*[.(])`, chroma.KeywordType),
		rule(`(?<![.\w$])default\b`, chroma.Keyword),
		rule(`(?<![\w$]|(?<!\.)\.)(?:`+keywords+`)(?![\w$:])`, chroma.Keyword),
		rule(`[A-Z][\w$]*`, chroma.NameClass),
		rule(`#?[a-z_$][\w$]*(?=\()`, chroma.NameFunction),
		rule(`#?[A-Za-z_$][\w$]*`, chroma.Name),
		rule(`[^\s]`, chroma.Punctuation),
	}
	hole := slices.Concat([]chroma.Rule{
		{Pattern: `\{`, Type: chroma.Punctuation, Mutator: chroma.Push("hole")},
		{Pattern: `\}`, Type: chroma.Punctuation, Mutator: chroma.Pop(1)},
	}, code)
	return chroma.Rules{
		"root": code,
		"hole": hole, // of a template
		"template": {
			{Pattern: "`", Type: chroma.LiteralStringBacktick, Mutator: chroma.Pop(1)},
			{Pattern: `\$\{`, Type: chroma.Punctuation, Mutator: chroma.Push("hole")},
			rule("(?:\\\\.|[^`\\\\$]|\\$(?!\\{))+", chroma.LiteralStringBacktick),
		},
	}
}

// terminals are the rules for what somebody typed, and what was answered.
func terminals() chroma.Rules {
	return chroma.Rules{"root": {
		{Pattern: `^(\$ )((?:[^\n]*\\\n)*[^\n]*\n?)`, Type: chroma.ByGroups(chroma.GenericPrompt, chroma.Text)},
		rule(`[^\n]*\n?`, chroma.GenericOutput),
	}}
}

// commands are the rules for blocks without a language, which are commands more often than not: comments behind them.
func commands() chroma.Rules {
	return chroma.Rules{"root": {
		rule(`^\s*# [^\n]*|  +# [^\n]*`, chroma.CommentSingle),
		rule(`[^\s#]+|\s|#`, chroma.Text),
	}}
}
