package main

import (
	"context"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/platform/fault"
)

// dotCommands are the commands of the prompt itself.
var dotCommands = []struct{ name, usage, does string }{
	{".help", ".help", "list these commands"},
	{".beans", ".beans", "list the beans: name, class, file and line"},
	{".routes", ".routes", "list the routes"},
	{".table", ".table [list]", "show a list of objects, or the last value, as a table"},
	{".get", ".get <path>", "send a request to the application; so do .delete and, with a body in JSON, .post, .put and .patch"},
	{".post", "", ""},
	{".put", "", ""},
	{".patch", "", ""},
	{".delete", "", ""},
	{".reload", ".reload", "restart with the files as they are now; the history is kept"},
	{".exit", ".exit", "leave; so does Ctrl-D"},
}

// dotCommand matches a word with a dot in front; .5 is a number.
var dotCommand = regexp.MustCompile(`^\s*(\.[a-z]+)(?:\s+(.*?))?\s*;?\s*$`)

func isDotCommand(line string) bool { return dotCommand.MatchString(line) }

func (r *repl) command(ctx context.Context, line string) {
	word := dotCommand.FindStringSubmatch(line)
	paint := painter{r.colours}
	switch word[1] {
	case ".help":
		r.help(paint)
	case ".beans":
		r.beans(paint)
	case ".routes":
		_ = printRoutes(r.out, "", paint, r.console.Routes()) // nothing can be done about a failure to print
	case ".table":
		r.tell(r.evaluate(ctx, r.number, "{ console.table("+orLast(word[2])+"); }")) // a block has no value, and does not change _
	case ".get", ".delete", ".post", ".put", ".patch":
		r.send(ctx, strings.ToUpper(word[1][1:]), word[2])
	case ".reload":
		r.reload(ctx)
	case ".exit":
		r.left = true
	default:
		r.unknown(word[1])
	}
}

func (r *repl) unknown(word string) {
	r.failed = true
	hint := ".help lists the commands"
	if near := fault.Nearest(word, dotNames()); near != "" {
		hint = "did you mean " + near + "?"
	}
	fmt.Fprintf(r.err, "there is no command %s; %s\n", word, hint)
}

func dotNames() (names []string) {
	for _, d := range dotCommands {
		names = append(names, d.name)
	}
	return names
}

func orLast(expression string) string {
	if expression == "" {
		return "_"
	}
	return expression
}

func (r *repl) help(paint painter) {
	for _, d := range dotCommands {
		if d.usage != "" {
			fmt.Fprintf(r.out, "  %s  %s\n", paint.bold(fmt.Sprintf("%-14s", d.usage)), d.does)
		}
	}
	fmt.Fprint(r.out, `
Anything else is JavaScript or TypeScript; await is allowed, and a promise is awaited. _ is the last value,
_error the last error. Tab completes names, Ctrl-C drops a line or stops the code that runs.
`)
}

// beans prints a table: a bean's name at the prompt, its class, and the place of the class.
func (r *repl) beans(paint painter) {
	beans := r.console.Beans()
	var names, types int // widths
	called := make([]string, len(beans))
	for i, b := range beans {
		if called[i] = strings.Join(b.Names, ", "); called[i] == "" {
			called[i] = "(" + b.Name + ")"
		}
		names, types = max(names, len(called[i])), max(types, len(b.Type))
	}
	for i, b := range beans {
		place := b.Place.String()
		if place == "" {
			place = "fwrun"
		}
		fmt.Fprintf(r.out, "%s%s  %-*s  %s\n", paint.bold(called[i]), strings.Repeat(" ", names-len(called[i])), types, b.Type, paint.dim(place))
	}
	r.notes(r.out)
}

func (r *repl) notes(w io.Writer) {
	for _, note := range r.console.Notes() {
		fmt.Fprintf(w, "note: %s\n", note)
	}
}

// greet prints the names that can be used at the prompt.
func (r *repl) greet() {
	paint := painter{r.colours}
	var names []string
	for _, b := range r.console.Beans() {
		names = append(names, b.Names...)
	}
	const shown = 12
	if more := len(names) - shown; more > 1 {
		names = append(names[:shown], fmt.Sprintf("and %d more", more))
	}
	if len(names) == 0 {
		names = []string{"none"}
	}
	fmt.Fprintf(r.out, "%s %s\n", paint.dim("beans:"), strings.Join(names, ", "))
	fmt.Fprintln(r.out, paint.dim(".help for commands, Ctrl-D to leave"))
	r.notes(r.out)
}

func (r *repl) reload(ctx context.Context) {
	if err := r.console.Reload(ctx); err != nil {
		r.failed = true
		report(r.process, err)
		return
	}
	if warnings := r.console.Warnings(); len(warnings) > 0 {
		printDiagnostics(r.err, warnings, r.errColours)
	}
	if r.prompt {
		r.greet()
	}
}

// complete proposes names for the word that ends at the cursor, which is counted in characters.
func (r *repl) complete(line string, cursor int) (head string, names []string, tail string) {
	typed, rest := string([]rune(line)[:cursor]), string([]rune(line)[cursor:])
	if strings.HasPrefix(typed, ".") && r.begun == "" {
		others := func(name string) bool { return !strings.HasPrefix(name, typed) }
		return "", slices.DeleteFunc(dotNames(), others), rest
	}
	from, names := r.console.Complete(context.Background(), typed)
	return typed[:len(typed)-from], slices.Clone(names), rest
}
