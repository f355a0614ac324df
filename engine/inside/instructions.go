package inside

import (
	"errors"
	"sync"
)

// The checks of the tricks that replace instructions.

var checkTexts = sync.OnceValue(func() error { return errors.Join(checkKinds(), checkKept()) })

func checkDepth() error { return checkTexts() }

func checkTested() error { return errors.Join(checkTexts(), checkExpressions(), checkProperty()) }

// checkLiterals demands the trick of records, too, whose objects the literals make.
func checkLiterals() error {
	if !Records.On() {
		return errors.New("records are off")
	}
	return checkTexts()
}
