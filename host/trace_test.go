package host

import "testing"

func TestTraceID(t *testing.T) {
	const trace = "4bf92f3577b34da6a3ce929d0e0e4736"
	for header, want := range map[string]bool{
		"00-" + trace + "-00f067aa0ba902b7-01":                         true,
		"01-" + trace + "-00f067aa0ba902b7-01-more":                    true,
		"00-" + trace + "-00f067aa0ba902b7-01-more":                    false,
		"01-" + trace + "-00f067aa0ba902b7-01more":                     false,
		"ff-" + trace + "-00f067aa0ba902b7-01":                         false,
		"00-" + trace + "-0000000000000000-01":                         false,
		"00-00000000000000000000000000000000-00f067aa0ba902b7-01":      false,
		"00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01":      false,
		"00-" + trace + "-00f067aa0ba902b7":                            false,
		"00-" + trace + "_00f067aa0ba902b7-01":                         false,
		"":                                                             false,
		"00-<script>alert(1)</script>aaaaaaaaaa-00f067aa0ba902b7-0000": false,
	} {
		got := traceID([]byte(header))
		if (got == trace) != want || len(got) != 32 || !isLowerHex([]byte(got)) {
			t.Errorf("%s: got %s", header, got)
		}
	}
	if one, other := traceID(nil), traceID(nil); one == other {
		t.Error("two traces are the same")
	}
}
