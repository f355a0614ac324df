package compress

import (
	"strings"
	"testing"
)

func TestNegotiate(t *testing.T) {
	all := Codings() // zstd, br, gzip
	tests := []struct {
		accept string
		want   Coding
	}{
		{"", None},
		{"gzip", Gzip},
		{"GZIP", Gzip},
		{"x-gzip", Gzip},
		{"deflate", None},
		{"gzip, deflate, br, zstd", Zstd},
		{"gzip, deflate, br", Brotli},
		{"br;q=0.5, gzip", Gzip},
		{"br;q=0.5, gzip;q=0.5", Brotli},
		{"gzip;q=0", None},
		{"gzip;q=0.001", Gzip},
		{"*", Zstd},
		{"*;q=0", None},
		{"*;q=0, gzip", Gzip},
		{"gzip;q=0, *", Zstd},
		{"zstd;q=0, *;q=0.1", Brotli},
		{"identity", None},
		{"identity;q=0", None},
		{"identity;q=0, gzip;q=0.2", Gzip},
		{"identity, gzip;q=0.5", None},
		{"identity;q=0.5, gzip", Gzip},
		{"identity;q=0.5, gzip;q=0.5", Gzip},
		{"identity, *;q=0.5", None},
		{" gzip ; q=0.8 ,\tbr ; Q=0.9", Brotli},
		{"gzip;q=2", None},
		{"gzip;q=-1", None},
		{"gzip;q=abc", None},
		{"gzip;q=NaN", None},
		{"gzip;level=9", Gzip},
		{"gzip;level=9;q=0", None},
		{",,gzip,,", Gzip},
		{"gzipped", None},
		{"gzip, gzip;q=0", None}, // the last one counts
	}
	for _, test := range tests {
		if got := Negotiate(test.accept, all); got != test.want {
			t.Errorf("Negotiate(%q) is %q, want %q", test.accept, got, test.want)
		}
	}
	if got := Negotiate("zstd, gzip", []Coding{Gzip, Zstd}); got != Gzip {
		t.Errorf("of equals %q was chosen, not what is offered first", got)
	}
}

// FuzzNegotiate: no coding is chosen that the header does not name.
func FuzzNegotiate(f *testing.F) {
	for _, seed := range []string{"gzip, deflate, br;q=0.5", "*;q=0.1, identity;q=0", "x-gzip;q=1.000,", ";;,=q"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, accept string) {
		got := Negotiate(accept, Codings())
		if got == None {
			return
		}
		if lower := strings.ToLower(accept); !strings.Contains(lower, string(got)) && !strings.Contains(lower, "*") {
			t.Errorf("%q gets %q", accept, got)
		}
	})
}
