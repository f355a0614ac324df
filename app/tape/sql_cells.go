package tape

import (
	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/devtools/replay"
	"github.com/fwrun/fwrun/devtools/stories"
)

// rows returns the rows of a result, which came in pieces.
func (r *Recorder) rows(pieces []*data.Rows) any {
	result := result{Columns: []string{}, Rows: [][]any{}}
	for i, rows := range pieces {
		if i == 0 {
			for _, c := range rows.Columns() {
				result.Columns = append(result.Columns, c.Name)
			}
		}
		for row := range rows.Len() {
			list := make([]any, len(result.Columns))
			for column, name := range result.Columns {
				list[column] = r.cell(name, rows.Cell(row, column))
			}
			result.Rows = append(result.Rows, list)
		}
	}
	return result
}

// result is the rows of a query, as files have them.
type result struct {
	Columns []string `json:"columns"`
	Rows    [][]any  `json:"rows"`
}

func (r *Recorder) cell(column string, c data.Cell) any {
	switch {
	case c.Kind() == data.Null:
		return nil
	case r.masks.IsSecret(column):
		return replay.Masked
	case c.Kind() == data.JSON:
		return replay.DocumentOf(r.masks.JSON([]byte(c.Text()), false))
	case c.Kind() == data.Text:
		return stories.Harmless(c.Text())
	}
	return replay.ValueOf(c.Value())
}
