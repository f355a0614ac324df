package bundle

import (
	"encoding/json"
	"strings"

	"github.com/dop251/goja"
	"github.com/evanw/esbuild/pkg/api"

	"github.com/fwrun/fwrun/engine/hoist"
)

// body returns the body of a function that has the text of a file, and maps its lines, which begin at one: the text itself, or, if the engine cannot
// read it, what the bundler writes of a file alone, which may stay sloppy.
func (end *mapEnd) body(line, source int, text string) string {
	if !isReadable(text) {
		result := api.Transform(text, api.TransformOptions{
			Loader: api.LoaderJS, Target: api.ES2022, Supported: supported(), Sourcemap: api.SourceMapExternal, LogLevel: api.LogLevelSilent,
		})
		lowered := string(mendFields(mendGenerators(result.Code)))
		var fields struct{ Mappings string }
		if len(result.Errors) == 0 && json.Unmarshal(result.Map, &fields) == nil && isReadable(lowered) {
			end.follow(line, source, fields.Mappings)
			return hoist.Body(lowered, verbatimParameters)
		}
	}
	end.add(line, source, text)
	return hoist.Body(text, verbatimParameters)
}

// isReadable reports whether the engine can compile the body of a function.
func isReadable(text string) bool {
	defer func() { _ = recover() }() // it panics on some literals
	_, err := goja.Compile("", "(function () {"+text+"\n})", false)
	return err == nil
}

// mapEnd writes what follows some mappings.
type mapEnd struct {
	strings.Builder
	line int
	last [3]int // the file, the line and the column that the last segment leads to
}

func newMapEnd(mappings string) *mapEnd {
	end := &mapEnd{line: strings.Count(mappings, ";")}
	end.WriteString(mappings)
	for text := range strings.FieldsFuncSeq(mappings, func(r rune) bool { return r == ',' || r == ';' }) {
		for i, number := range decodeNumbers(text)[1:] {
			if i < len(end.last) {
				end.last[i] += number
			}
		}
	}
	return end
}

// add maps the lines of a text, which begins at a line, to those of a file: their begins, and where something is in them.
func (end *mapEnd) add(line, file int, text string) {
	for from, content := range strings.Split(text, "\n") {
		end.WriteString(strings.Repeat(";", line-end.line))
		end.line = line
		blanks := len(content) - len(strings.TrimLeft(content, " \t"))
		end.segment(0, file, from, 0)
		if blanks > 0 && blanks < len(content) {
			end.WriteByte(',')
			end.segment(blanks, file, from, blanks)
		}
		line++
	}
}

func (end *mapEnd) segment(column, file, line, from int) {
	to := [3]int{file, line, from}
	end.WriteString(encodeNumbers([]int{column, to[0] - end.last[0], to[1] - end.last[1], to[2] - end.last[2]}))
	end.last = to
}

// follow maps lines, which begin at one, as the mappings of their own do.
func (end *mapEnd) follow(line, source int, mappings string) {
	var from [2]int // a line and a column
	for n, segments := range strings.Split(mappings, ";") {
		for text := range strings.SplitSeq(segments, ",") {
			numbers := decodeNumbers(text)
			if len(numbers) < 4 {
				continue
			}
			if end.line < line+n {
				end.WriteString(strings.Repeat(";", line+n-end.line))
				end.line = line + n
			} else {
				end.WriteByte(',')
			}
			from[0] += numbers[2]
			from[1] += numbers[3]
			end.segment(numbers[0], source, from[0], from[1])
		}
	}
}
