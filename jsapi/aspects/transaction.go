package aspects

import (
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
)

// Propagation is how a transaction relates to the one around it.
type Propagation uint8

// The propagations.
const (
	Required     Propagation = iota // joins the one around it, or begins one
	Supports                        // joins, or runs without
	Mandatory                       // joins, and fails without
	RequiresNew                     // begins one of its own
	NotSupported                    // runs without
	Never                           // fails within one
	Nested                          // a part that can be undone by itself, or begins one
)

// Propagations are their names, in the order of the constants.
var Propagations = []string{"REQUIRED", "SUPPORTS", "MANDATORY", "REQUIRES_NEW", "NOT_SUPPORTED", "NEVER", "NESTED"}

// Transaction says how a transaction begins and ends.
type Transaction struct {
	Propagation  Propagation
	ReadOnly     bool
	Primary      bool          // not on a replica, although it only reads
	Isolation    string        // in SQL's words; empty for the database's own
	Timeout      time.Duration // of the whole; 0 for none but the call's
	Undone, Kept Errors        // what rolls back, and what does not; see Undoes
	Async        bool          // what is done in it gives a promise, so it can also begin later
	Keep         func()        // called before it does, for what would not outlast that; may be nil
}

// Undoes tells whether an error rolls back: every one does, unless it is among those that
// do not, and not among those that do by a closer class.
func (t Transaction) Undoes(err error) bool {
	if t.Kept.empty() {
		return true
	}
	thrown := thrownBy(err)
	kept := t.Kept.distance(thrown)
	if kept < 0 {
		return true
	}
	undone := t.Undone.distance(thrown)
	return undone >= 0 && undone < kept
}

func (a *Advisor) transactional(advised *manifest.Advised, o manifest.Options, value func(string) engine.Value) layer {
	datasource := o.Text("datasource")
	t := Transaction{
		ReadOnly: o.Flag("readOnly"), Isolation: o.Text("isolation"), Timeout: o.Duration("timeout"),
		Undone: ReadErrors(a.Runtime, value("rollbackFor")), Kept: ReadErrors(a.Runtime, value("noRollbackFor")), Async: advised.Async,
	}
	for i, name := range Propagations {
		if name == o.Text("propagation") {
			t.Propagation = Propagation(i)
		}
	}
	return func(c *call, rest Body) (goja.Value, error) {
		if !t.Async {
			return a.transactions.Within(datasource, t, rest)
		}
		own := t
		own.Keep = c.keep
		return a.transactions.Within(datasource, own, rest)
	}
}
