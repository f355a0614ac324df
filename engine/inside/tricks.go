package inside

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
)

// Trick is a use of what goja keeps to itself.
type Trick struct {
	Name  string
	For   string // what it is for
	Fixed bool   // scripts would notice that it is off: the switch leaves it on
	check func() error

	state atomic.Int32
	once  sync.Once
	err   error // why it is off
}

// What is known of a trick.
const (
	unasked = iota
	on
	off
)

// Variable is the environment variable that is the switch: "off", or the names of the tricks to leave out, with commas between them.
const Variable = "FWRUN_TRICKS"

// errLeftOut is why a trick is off that the switch leaves out.
var errLeftOut = errors.New("left out by " + Variable)

// On reports whether a trick can be used.
func (t *Trick) On() bool {
	if s := t.state.Load(); s != unasked {
		return s == on
	}
	return t.ask()
}

func (t *Trick) ask() bool {
	t.once.Do(func() {
		found := int32(on)
		if t.err = t.find(leftOut()); t.err != nil {
			found = off
		}
		t.state.Store(found)
	})
	return t.state.Load() == on
}

// find returns why a trick cannot be used.
func (t *Trick) find(leftOut []string) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("its check failed: %v", r)
		}
	}()
	if !t.Fixed && (slices.Contains(leftOut, "off") || slices.Contains(leftOut, t.Name)) {
		return errLeftOut
	}
	return t.check()
}

// Err returns why a trick is off.
func (t *Trick) Err() error {
	t.On()
	return t.err
}

// LeftOut reports whether a trick is off because of the switch.
func (t *Trick) LeftOut() bool { return errors.Is(t.Err(), errLeftOut) }

// leftOut returns what the switch names.
var leftOut = sync.OnceValue(func() []string {
	//nolint:forbidigo // it is for those who measure and test, in any package
	return strings.FieldsFunc(os.Getenv(Variable), func(r rune) bool { return r == ',' || r == ' ' })
})

// Unknown returns the names in the switch that are not names of tricks, or that it leaves on.
func Unknown() (names []string) {
	for _, name := range leftOut() {
		known := func(t *Trick) bool { return t.Name == name && !t.Fixed }
		if name != "off" && !slices.ContainsFunc(Tricks(), known) {
			names = append(names, name)
		}
	}
	return names
}
