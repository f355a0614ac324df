package stories

import (
	"time"

	"github.com/fwrun/fwrun/platform/fault"
)

// What is done in a step.
const (
	Guard   = "guard"
	Binding = "binding"
	Aspect  = "aspect"
	SQL     = "sql"
	Fetch   = "fetch"
	Cache   = "cache"
	Send    = "message"
	Call    = "tool"
	Log     = "log"
)

// Step is something that was done on behalf of a request.
type Step struct {
	Kind   string
	Began  time.Time
	Took   time.Duration
	Text   string
	Failed string  // why it has failed; empty if it has not
	Detail []Field // what else is known
	Values []Field // of the parameters of a statement
	Shape  string  // the statement without its values, by which repetitions are counted; empty if it is none

	shape uint64 // identifies Shape; 0 if there is none
}

// Field is a value with a name. The name may be empty.
type Field struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

const (
	maxFields = 40
	maxValue  = 500 // bytes
)

// bound cuts what is too long.
func (s *Step) bound() {
	s.Text, s.Failed = fault.Shortened(s.Text, maxText), fault.Shortened(s.Failed, maxText)
	s.Detail, s.Values = bounded(s.Detail, maxText), bounded(s.Values, maxValue)
}

func bounded(list []Field, longest int) []Field {
	list = list[:min(len(list), maxFields)]
	for i := range list {
		list[i].Name, list[i].Value = fault.Shortened(list[i].Name, maxValue), fault.Shortened(list[i].Value, longest)
	}
	return list
}

// stepBytes is what a step takes besides its texts.
const stepBytes = 176

func (s *Step) bytes() int {
	n := stepBytes + len(s.Text) + len(s.Failed)
	for _, list := range [][]Field{s.Detail, s.Values} {
		for _, f := range list {
			n += 32 + len(f.Name) + len(f.Value)
		}
	}
	return n
}
