package schedules

import (
	"github.com/fwrun/fwrun/engine/declared"
)

// Decorators lists @Scheduled.
func Decorators() []declared.Decorator {
	return []declared.Decorator{{Name: "Scheduled", First: "cron", Targets: declared.OnMethod, Options: []declared.Option{
		{Name: "cron", Kind: declared.Text},

		{Name: "zone", Kind: declared.Text},

		{Name: "fixedRate", Kind: declared.Duration},

		{Name: "fixedDelay", Kind: declared.Duration},

		{Name: "initialDelay", Kind: declared.Duration},

		{Name: "overlap", Kind: declared.Flag},

		{Name: "timeout", Kind: declared.Duration},

		{Name: "enabled", Kind: declared.Switch},

		{Name: "name", Kind: declared.Text},
	}}}
}
