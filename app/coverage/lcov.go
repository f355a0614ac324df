package coverage

import (
	"fmt"
	"io"
	"strings"
)

// writeLCOV writes lcov's trace file: paths are relative to the folder.
func writeLCOV(out io.Writer, folder string, files []*File) error {
	var text strings.Builder
	for _, f := range files {
		totals := f.Totals()
		fmt.Fprintf(&text, "TN:\nSF:%s\n", relative(folder, f.Path))
		for _, fn := range f.Functions {
			fmt.Fprintf(&text, "FN:%d,%s\n", fn.Decl.Start.Line, fn.Name)
		}
		fmt.Fprintf(&text, "FNF:%d\nFNH:%d\n", totals.Functions.Total, totals.Functions.Covered)
		for _, fn := range f.Functions {
			fmt.Fprintf(&text, "FNDA:%d,%s\n", fn.Count, fn.Name)
		}
		lines := f.Lines()
		for _, line := range inOrder(lines) {
			fmt.Fprintf(&text, "DA:%d,%d\n", line, lines[line])
		}
		fmt.Fprintf(&text, "LF:%d\nLH:%d\n", totals.Lines.Total, totals.Lines.Covered)
		for i, b := range f.Branches {
			for j, arm := range b.Arms {
				fmt.Fprintf(&text, "BRDA:%d,%d,%d,%d\n", b.Loc.Start.Line, i, j, arm.Count)
			}
		}
		fmt.Fprintf(&text, "BRF:%d\nBRH:%d\nend_of_record\n", totals.Branches.Total, totals.Branches.Covered)
	}
	_, err := io.WriteString(out, text.String())
	return err
}
