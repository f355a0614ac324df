package tape

import (
	"strings"

	"github.com/fwrun/fwrun/data/sqltext"
	"github.com/fwrun/fwrun/devtools/replay"
	"github.com/fwrun/fwrun/jsapi/sql"
)

// statementAsks is what a statement asks, but for its parameters.
func statementAsks(datasource, verb, text string) map[string]any {
	return map[string]any{verb: text, "datasource": datasource}
}

// addArgs adds the parameters, of each set of a batch.
func addArgs(asks map[string]any, verb string, sets []any) {
	switch {
	case verb == "batch":
		asks["args"] = sets
	case len(sets) == 1 && sets[0] != nil:
		asks["args"] = sets[0]
	}
}

// argsOf returns parameters in the form of files: a list, or an object by their names. Nothing if there are none. shown says what is shown of a
// value.
func argsOf(args sql.Args, shown func(position int, name string, value any) any) any {
	if len(args.Values) == 0 {
		return nil
	}
	if args.Names != nil {
		out := map[string]any{}
		for i, name := range args.Names {
			out[name] = valueOf(i, name, args.Values[i], shown)
		}
		return out
	}
	out := make([]any, len(args.Values))
	for i, value := range args.Values {
		out[i] = valueOf(i, "", value, shown)
	}
	return out
}

func valueOf(position int, name string, value any, shown func(int, string, any) any) any {
	if list, ok := value.(sql.List); ok {
		out := make([]any, len(list))
		for i, one := range list {
			out[i] = replay.ValueOf(shown(position, name, one))
		}
		return out
	}
	return replay.ValueOf(shown(position, name, value))
}

// parameters are the columns that the parameters of a statement belong to.
type parameters struct {
	byName     map[string]string
	byPosition map[int]string
}

func parametersOf(d sqltext.Dialect, text string) parameters {
	p := parameters{map[string]string{}, map[int]string{}}
	s, err := sqltext.Parse(d, text)
	if err != nil {
		return p
	}
	for i, column := range s.Columns(d) {
		if name := s.Params[i].Name; name != "" {
			p.byName[name] = column
		} else {
			p.byPosition[s.Params[i].Index] = column
		}
	}
	return p
}

func (p parameters) at(position int, name string) string {
	if name != "" {
		return p.byName[name]
	}
	return p.byPosition[position]
}

// hideLiterals returns a statement with the mask in place of the values that are written in it, which masked has as question marks.
func hideLiterals(masked, text string) string {
	if masked == text {
		return text
	}
	// What both begin and end with is shown; the rest may have a secret in it.
	begin := 0
	for begin < min(len(masked), len(text)) && masked[begin] == text[begin] {
		begin++
	}
	end := 0
	for end < min(len(masked), len(text))-begin && masked[len(masked)-1-end] == text[len(text)-1-end] {
		end++
	}
	return strings.ToValidUTF8(text[:begin], "") + replay.Masked + strings.ToValidUTF8(text[len(text)-end:], "")
}
