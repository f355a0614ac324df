package listeners

import (
	"github.com/fwrun/fwrun/engine/declared"
)

// decorator is the name of the decorator of listeners.
const decorator = "QueueListener"

// Decorators lists @QueueListener.
func Decorators() []declared.Decorator {
	return []declared.Decorator{{Name: decorator, First: "queue", Needs: true, Targets: declared.OnMethod, Options: []declared.Option{
		{Name: "queue", Kind: declared.Text},

		{Name: "connection", Kind: declared.Text},

		{Name: "concurrency", Kind: declared.Amount},

		{Name: "batch", Kind: declared.Amount},

		{Name: "maxAttempts", Kind: declared.Amount},

		{Name: "backoff", Kind: declared.Duration},

		{Name: "maxBackoff", Kind: declared.Duration},

		{Name: "timeout", Kind: declared.Duration},

		{Name: "rateLimit", Kind: declared.Amount},

		{Name: "deadLetter", Kind: declared.Text},

		{Name: "discardOn", Kind: declared.Errors},

		{Name: "retryOn", Kind: declared.Errors},

		{Name: "schema", Kind: declared.StandardSchema},
	}}}
}
