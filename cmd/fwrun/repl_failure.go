package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/fwrun/fwrun/app"
	"github.com/fwrun/fwrun/platform/fault"
)

// printFailure prints why an input has no value: its mistakes, or what was thrown, with the line that threw
// it and the stack.
func printFailure(w io.Writer, p painter, err error) {
	script, thrown := errors.AsType[*app.ScriptError](err)
	list, mistaken := errors.AsType[fault.List](err)
	_, ended := errors.AsType[stopped](err)
	switch {
	case thrown && ended:
		fmt.Fprintln(w, p.red(err.Error()))
		printStack(w, p, script)
	case thrown:
		printThrown(w, p, script, "")
	case mistaken:
		for _, d := range list {
			printDiagnostic(w, p, d)
		}
	default:
		fmt.Fprintln(w, p.red(fault.Text(err)))
	}
}

func printThrown(w io.Writer, p painter, e *app.ScriptError, before string) {
	fmt.Fprintf(w, "%s%s\n", before, p.red(e.Error()))
	printStack(w, p, e)
	for _, fact := range e.Facts {
		fmt.Fprintf(w, "  %s %s\n", p.dim(fact.Name+":"), indented(fact.Value))
	}
	if hint := e.Hint(); hint != "" {
		fmt.Fprintf(w, "  %s %s\n", p.green("fix:"), indented(hint))
	}
	for _, cause := range e.Causes {
		printThrown(w, p, cause, p.dim("caused by: "))
	}
}

// maxFrames limits the frames shown of a stack, since a recursion may have any number.
const maxFrames = 10

// printStack prints the innermost line of the application, and the frames.
func printStack(w io.Writer, p painter, e *app.ScriptError) {
	frames := e.SourceFrames(0)
	for i, frame := range frames {
		if i == maxFrames && len(frames) > maxFrames+1 {
			fmt.Fprintf(w, "    %s\n", p.dim(fmt.Sprintf("and %d more", len(frames)-maxFrames)))
			return
		}
		if i == 0 {
			for _, line := range frame.Lines {
				fmt.Fprintf(w, "%s%s\n", p.dim(fmt.Sprintf("%5d | ", line.Number)), line.Text)
				fmt.Fprintf(w, "%s%s\n", p.dim("      | "), p.red(line.Caret))
			}
		}
		fmt.Fprintf(w, "    %s\n", p.dim("at "+strings.TrimSpace(frame.String())))
	}
}
