package outbound

import (
	"strconv"
	"testing"
)

// TestTrustsAreBounded: a script that makes up a new kind of connection for each request keeps no more than some of them.
func TestTrustsAreBounded(t *testing.T) {
	transport := New(Settings{})
	first, err := transport.trusts.of(WithTrust(t.Context(), Trust{ServerName: "0"}), transport.transports)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 3 * maxTrusts {
		ctx := WithTrust(t.Context(), Trust{ServerName: strconv.Itoa(i / 2)})
		one, err := transport.trusts.of(ctx, transport.transports)
		if err != nil || one == transport.transports {
			t.Fatalf("%v, %v", one, err)
		}
		if again, _ := transport.trusts.of(ctx, transport.transports); again != one || i == 0 && one != first {
			t.Fatalf("%d: another transport for the same trust", i)
		}
	}
	if made, order := len(transport.trusts.made), len(transport.trusts.order); made != maxTrusts || order != maxTrusts {
		t.Errorf("%d are kept, %d in order; want %d", made, order, maxTrusts)
	}
	if usual, err := transport.trusts.of(WithTrust(t.Context(), Trust{}), transport.transports); err != nil || usual != transport.transports {
		t.Errorf("no trust has transports of its own: %v", err)
	}
}
