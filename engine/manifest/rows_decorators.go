package manifest

// rowDecorators lists those of row classes and repositories.
func rowDecorators() []Decorator {
	return []Decorator{
		{Name: "Table", First: "name", Needs: true, Targets: OnClass, Options: []Option{
			{"name", Text}, {"naming", Text}, {"datasource", Text},
		}},
		{Name: "Id", Targets: OnField, Options: []Option{{"generated", Value}}},
		{Name: "Column", First: "name", Needs: true, Targets: OnField, Options: []Option{{"name", Text}}},
		{Name: "Version", Targets: OnField},
		{Name: "Transient", Targets: OnField},
		{Name: "Query", First: "sql", Needs: true, Targets: OnMethod, Options: []Option{{"sql", Text}}},
	}
}

// isRowDecorator tells what stands on the fields of a row class.
func isRowDecorator(name string) bool {
	switch name {
	case "Id", "Column", "Version", "Transient":
		return true
	}
	return false
}
