package main

import (
	"context"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/fault"
)

// dotCommands are the words of the prompt's own.
var dotCommands = []struct{ name, usage, does string }{
	{".help", ".help", "list these commands"},
	{".beans", ".beans", "list the beans: name, class, place"},
	{".routes", ".routes", "list the routes"},
	{".table", ".table [list]", "show a list of objects, or the last value, as a table"},
	{".get", ".get <path>", "send a request to the application; so do .delete and, with a body in JSON, .post, .put and .patch"},
	{".post", "", ""},
	{".put", "", ""},
	{".patch", "", ""},
	{".delete", "", ""},
	{".reload", ".reload", "begin anew with the files as they are now; the history stays"},
	{".exit", ".exit", "leave; so does Ctrl-D"},
}

// dotCommand is a word with a dot in front; .5 is a number.
var dotCommand = regexp.MustCompile(`^\s*(\.[a-z]+)(?:\s+(.*?))?\s*;?\s*$`)

func isDotCommand(line string) bool { return dotCommand.MatchString(line) }

func (c *conversation) command(ctx context.Context, line string) {
	word := dotCommand.FindStringSubmatch(line)
	paint := painter{c.colours}
	switch word[1] {
	case ".help":
		c.help(paint)
	case ".beans":
		c.beans(paint)
	case ".routes":
		_ = printRoutes(c.out, "", paint, c.console.Routes()) // nobody reads along when it fails
	case ".table":
		c.tell(c.evaluate(ctx, c.number, "{ console.table("+orLast(word[2])+"); }")) // a block has no value, and leaves _ alone
	case ".get", ".delete", ".post", ".put", ".patch":
		c.send(ctx, strings.ToUpper(word[1][1:]), word[2])
	case ".reload":
		c.reload(ctx)
	case ".exit":
		c.left = true
	default:
		c.unknown(word[1])
	}
}

func (c *conversation) unknown(word string) {
	c.failed = true
	hint := ".help lists what there is"
	if near := fault.Nearest(word, dotNames()); near != "" {
		hint = "did you mean " + near + "?"
	}
	fmt.Fprintf(c.err, "there is no command %s; %s\n", word, hint)
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

func (c *conversation) help(paint painter) {
	for _, d := range dotCommands {
		if d.usage != "" {
			fmt.Fprintf(c.out, "  %s  %s\n", paint.bold(fmt.Sprintf("%-14s", d.usage)), d.does)
		}
	}
	fmt.Fprint(c.out, `
Anything else is JavaScript or TypeScript; await is allowed, and promises are waited for. _ is the last
value, _error the last error. Tab completes names, Ctrl-C drops a line or stops an input.
`)
}

// beans prints a table: what a bean is called here, its class, and where that is written.
func (c *conversation) beans(paint painter) {
	beans := c.console.Beans()
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
		fmt.Fprintf(c.out, "%s%s  %-*s  %s\n", paint.bold(called[i]), strings.Repeat(" ", names-len(called[i])), types, b.Type, paint.dim(place))
	}
	c.notes(c.out)
}

func (c *conversation) notes(w io.Writer) {
	for _, note := range c.console.Notes() {
		fmt.Fprintf(w, "note: %s\n", note)
	}
}

// greet tells what is at hand.
func (c *conversation) greet() {
	paint := painter{c.colours}
	var names []string
	for _, b := range c.console.Beans() {
		names = append(names, b.Names...)
	}
	const shown = 12
	if more := len(names) - shown; more > 1 {
		names = append(names[:shown], fmt.Sprintf("and %d more", more))
	}
	if len(names) == 0 {
		names = []string{"none"}
	}
	fmt.Fprintf(c.out, "%s %s\n", paint.dim("beans:"), strings.Join(names, ", "))
	fmt.Fprintln(c.out, paint.dim(".help for commands, Ctrl-D to leave"))
	c.notes(c.out)
}

func (c *conversation) reload(ctx context.Context) {
	if err := c.console.Reload(ctx); err != nil {
		c.failed = true
		report(c.process, err)
		return
	}
	if warnings := c.console.Warnings(); len(warnings) > 0 {
		printDiagnostics(c.err, warnings, c.terminal)
	}
	if c.prompt {
		c.greet()
	}
}

// complete proposes names for the word that ends at the cursor, which counts characters.
func (c *conversation) complete(line string, cursor int) (head string, names []string, tail string) {
	typed, rest := string([]rune(line)[:cursor]), string([]rune(line)[cursor:])
	if strings.HasPrefix(typed, ".") && c.begun == "" {
		others := func(name string) bool { return !strings.HasPrefix(name, typed) }
		return "", slices.DeleteFunc(dotNames(), others), rest
	}
	from, names := c.console.Complete(context.Background(), typed)
	return typed[:len(typed)-from], slices.Clone(names), rest
}
