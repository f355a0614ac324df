package coverage

import (
	"encoding/json"
	"io"
	"strings"
)

// writeJSON writes the counts by file, as Istanbul does.
func writeJSON(out io.Writer, files []*File) error {
	return writeObject(out, len(files), func(i int) (string, any) { return files[i].Path, files[i] })
}

// writeSummary writes the figures of all files and of each.
func writeSummary(out io.Writer, files []*File) error {
	return writeObject(out, len(files)+1, func(i int) (string, any) {
		if i == 0 {
			return "total", Of(files)
		}
		return files[i-1].Path, files[i-1].Totals()
	})
}

// writeObject writes an object with a member a line, in their order.
func writeObject(out io.Writer, members int, member func(i int) (key string, value any)) error {
	var text strings.Builder
	for i := range members {
		name, value := member(i)
		key, err := json.Marshal(name)
		if err != nil {
			return err
		}
		written, err := json.Marshal(value)
		if err != nil {
			return err
		}
		text.WriteString(map[bool]string{true: "{", false: ","}[i == 0])
		text.Write(key)
		text.WriteString(": ")
		text.Write(written)
		text.WriteByte('\n')
	}
	if members == 0 {
		text.WriteByte('{')
	}
	text.WriteString("}\n")
	_, err := io.WriteString(out, text.String())
	return err
}
