package guard

import "testing"

// TestMayHaveBigInt: every way to write a BigInt is seen, and words of code and of English are none.
func TestMayHaveBigInt(t *testing.T) {
	for source, want := range map[string]bool{
		"1n": true, "x=1n;": true, "f(0n)": true, "0xFn": true, "0XabCn": true, "0b1n+1": true, "0o7n": true, "1_000n": true, "-1n": true,
		"[1n]": true, "\u00a01n": true, "\ufeff0xfn": true, "a<<1n": true, "n;1n": true, "BigInt(1)": true, "BigInt64Array": true,
		"": false, "n": false, "an": false, "return 1": false, "then(1)": false, "token1n": false, "$1n": false, "_1n": false, "a1n = 2": false,
		"const children = boolean": false, "1name": false, "0xFn1": false, "one of an even number when seen": false, "nan": false, "Nan1": false,
	} {
		if got := mayHaveBigInt(source); got != want {
			t.Errorf("%q: %v, want %v", source, got, want)
		}
	}
}
