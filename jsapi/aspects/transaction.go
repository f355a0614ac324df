package aspects

import (
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
)

// Propagation says how a transaction relates to the one around it.
type Propagation uint8

// The propagations.
const (
	Required     Propagation = iota // joins the transaction around it, or begins one
	Supports                        // joins the transaction around it, or runs without one
	Mandatory                       // joins the transaction around it, or fails
	RequiresNew                     // always begins a new one
	NotSupported                    // runs without a transaction
	Never                           // fails if there is a transaction around it
	Nested                          // begins a part that can be rolled back by itself, or a new one
)

// Propagations are the names of the constants, in order.
var Propagations = []string{"REQUIRED", "SUPPORTS", "MANDATORY", "REQUIRES_NEW", "NOT_SUPPORTED", "NEVER", "NESTED"}

// Transaction says how a transaction begins and ends.
type Transaction struct {
	Propagation                Propagation
	ReadOnly                   bool
	Primary                    bool            // not on a replica, even if it only reads
	Isolation                  string          // as in SQL; empty for the database's default
	Timeout                    time.Duration   // of the whole transaction; 0 if only the call limits it
	RollbackFor, NoRollbackFor engine.ErrorSet // see Undoes
	Async                      bool            // the work returns a promise, so it may also begin later
	Keep                       func()          // called before the work is delayed, to copy what would not outlast that; may be nil
}

// Undoes reports whether an error rolls back. Every error does, unless it is in NoRollbackFor and RollbackFor has no closer class.
func (t Transaction) Undoes(err error) bool {
	if t.NoRollbackFor.IsEmpty() {
		return true
	}
	thrown, _ := engine.ThrownValue(err)
	stays := t.NoRollbackFor.Distance(thrown)
	if stays < 0 {
		return true
	}
	undone := t.RollbackFor.Distance(thrown)
	return undone >= 0 && undone < stays
}

func (r *Realm) transactional(advised *manifest.Advised, o manifest.Options, value func(string) engine.Value) layer {
	datasource := o.Text("datasource")
	t := Transaction{
		ReadOnly: o.Flag("readOnly"), Isolation: o.Text("isolation"), Timeout: o.Duration("timeout"),
		RollbackFor: engine.ReadErrors(r.Runtime, value("rollbackFor")), NoRollbackFor: engine.ReadErrors(r.Runtime, value("noRollbackFor")),
		Async: advised.Async,
	}
	for i, name := range Propagations {
		if name == o.Text("propagation") {
			t.Propagation = Propagation(i)
		}
	}
	return func(c *call, rest Body) (goja.Value, error) {
		if !t.Async {
			return r.transactions.Within(datasource, t, rest)
		}
		own := t
		own.Keep = c.keep
		return r.transactions.Within(datasource, own, rest)
	}
}
