package rows

import (
	"github.com/fwrun/fwrun/engine/declared"
)

// Decorators lists the decorators of row classes and repositories.
func Decorators() []declared.Decorator {
	return []declared.Decorator{
		{Name: "Table", First: "name", Needs: true, Targets: declared.OnClass, Options: []declared.Option{
			{Name: "name", Kind: declared.Text},
			{Name: "naming", Kind: declared.Text},
			{Name: "datasource", Kind: declared.Text},
		}},
		{Name: "Id", Targets: declared.OnField, Options: []declared.Option{
			{Name: "generated", Kind: declared.Value},
		}},
		{Name: "Column", First: "name", Needs: true, Targets: declared.OnField, Options: []declared.Option{
			{Name: "name", Kind: declared.Text},
		}},
		{Name: "Version", Targets: declared.OnField},
		{Name: "Transient", Targets: declared.OnField},
		{Name: "Query", First: "sql", Needs: true, Targets: declared.OnMethod, Options: []declared.Option{
			{Name: "sql", Kind: declared.Text},
		}},
	}
}
