package fault_test

import (
	"errors"
	"fmt"
	"reflect"
	"testing"

	"github.com/fwrun/fwrun/platform/fault"
)

func TestDiagnose(t *testing.T) {
	one := fault.Diagnostic{Code: "syntax", Message: "no"}
	down := fault.New("data.open", fault.Unavailable, "the database is not available").WithHint("start it")
	for name, c := range map[string]struct {
		err  error
		want fault.List
	}{
		"a list":       {fmt.Errorf("boot: %w", fault.List{one, one}), fault.List{one, one}},
		"a diagnostic": {fmt.Errorf("migrate: %w", one), fault.List{one}},
		"a failure": {
			down.Because(errors.New("refused")),
			fault.List{{Code: fault.CodeStart, Message: "the database is not available: refused", Hint: "start it"}},
		},
		"any other error": {errors.New("odd"), fault.List{{Code: fault.CodeStart, Message: "odd"}}},
	} {
		if got := fault.Diagnose(c.err); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s becomes %+v, want %+v", name, got, c.want)
		}
	}
}

func TestTextNamesNoOperations(t *testing.T) {
	inner := fault.New("data.dial", fault.Unavailable, "nobody listens").Because(errors.New("ECONNREFUSED"))
	outer := fault.New("app.start", fault.Unavailable, "no database").Because(fmt.Errorf("dial: %w", inner))
	if got := fault.Text(outer); got != "no database: nobody listens: ECONNREFUSED" {
		t.Error(got)
	}
}
