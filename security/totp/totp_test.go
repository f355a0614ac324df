package totp

import (
	"bytes"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"
)

var rfcSecret = []byte("12345678901234567890")

// TestCounters: the vectors of RFC 4226, appendix D.
func TestCounters(t *testing.T) {
	for step, want := range []struct {
		truncated uint32
		code      string
	}{
		{0x4c93cf18, "755224"},
		{0x41397eea, "287082"},
		{0x82fef30, "359152"},
		{0x66ef7655, "969429"},
		{0x61c5938a, "338314"},
		{0x33c083d4, "254676"},
		{0x7256c032, "287922"},
		{0x4e5b397, "162583"},
		{0x2823443f, "399871"},
		{0x2679dc69, "520489"},
	} {
		if got := truncated(rfcSecret, int64(step)); got != want.truncated {
			t.Errorf("step %d: %x, not %x", step, got, want.truncated)
		}
		if got := Code(rfcSecret, int64(step)); got != want.code {
			t.Errorf("step %d: %s, not %s", step, got, want.code)
		}
	}
}

// TestTimes: the vectors of RFC 6238, appendix B, which have eight digits.
func TestTimes(t *testing.T) {
	for seconds, want := range map[int64]string{
		59: "94287082", 1111111109: "07081804", 1111111111: "14050471", 1234567890: "89005924", 2000000000: "69279037", 20000000000: "65353130",
	} {
		step := StepAt(time.Unix(seconds, 0))
		if got := fmt.Sprintf("%08d", truncated(rfcSecret, step)%100_000_000); got != want {
			t.Errorf("%d: %s, not %s", seconds, got, want)
		}
		if got := Code(rfcSecret, step); got != want[2:] {
			t.Errorf("%d: %s, not %s", seconds, got, want[2:])
		}
	}
}

// TestMatch: codes of the window are good, those of steps that were used are not.
func TestMatch(t *testing.T) {
	const now = 1000
	none := int64(-1)
	for _, c := range []struct {
		of, after int64
		window    int
		want      int64 // -1 if it is refused
	}{
		{now, none, 0, now},
		{now - 1, none, 0, none},
		{now + 1, none, 0, none},
		{now - 1, none, 1, now - 1},
		{now + 1, none, 1, now + 1},
		{now - 2, none, 1, none},
		{now + 2, none, 1, none},
		{now, now - 1, 1, now},
		{now, now, 1, none},
		{now - 1, now, 1, none},
		{now + 1, now, 1, now + 1},
	} {
		step, ok := Match(rfcSecret, Code(rfcSecret, c.of), now, c.window, c.after)
		if ok != (c.want != none) || ok && step != c.want {
			t.Errorf("%+v: %d, %v", c, step, ok)
		}
	}
	for _, code := range []string{
		"", "12345", "1234567", Code(rfcSecret, now) + "0", Code(rfcSecret, now)[1:],
		Code([]byte("another secret of 20"), now),
	} {
		if _, ok := Match(rfcSecret, code, now, 1, none); ok {
			t.Errorf("%q is good", code)
		}
	}
	if _, ok := Match(rfcSecret, Code(rfcSecret, -1), 0, 1, -5); ok {
		t.Error("a step before the first is good")
	}
}

// TestSameCode: if steps of a window have the same code, the last one is used up.
func TestSameCode(t *testing.T) {
	const first = 910_737 // and the next step have the same code
	code := Code(rfcSecret, first)
	if step, ok := Match(rfcSecret, code, first, 1, -1); code != Code(rfcSecret, first+1) || !ok || step != first+1 {
		t.Errorf("%d, %v, not %d", step, ok, first+1)
	}
}

// TestSecrets: what is read as a secret.
func TestSecrets(t *testing.T) {
	for text, want := range map[string]string{
		"GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ":        "12345678901234567890",
		"gezd gnbv-gy3t qojq gezd gnbv gy3t qojq": "12345678901234567890",
		"GEZDGNBVGY3TQOJQGE======":                "12345678901",
		"GEZDGNBVGY3TQOJQGE":                      "12345678901",
		"GEZDGNBVGY3TQOJQ":                        "1234567890",
		"GEZDGNBVGY3TQOI":                         "must have 10 to 128 bytes",
		"":                                        "must have 10 to 128 bytes",
		"GEZDGNBVGY3TQOJ1":                        "is not base32",
		"GEZDGNBV\nGY3TQOJQ":                      "is not base32",
		"GEZDGNBVGY3TQOJQA":                       "is not base32",
		strings.Repeat("A", 208):                  "must have 10 to 128 bytes",
		strings.Repeat("A", 9999):                 "must have 10 to 128 bytes",
	} {
		got, err := ParseSecret(text)
		if err != nil {
			got = []byte(err.Error())
		}
		if string(got) != want {
			t.Errorf("%q: %q, not %q", text, got, want)
		}
	}
	one, other := NewSecret(), NewSecret()
	if b, err := ParseSecret(one); err != nil || len(b) != 20 || one == other || len(one) != 32 {
		t.Errorf("%q and %q: %v", one, other, err)
	}
}

// TestURI: what an app reads of it is what was put in.
func TestURI(t *testing.T) {
	want := "otpauth://totp/Shop%20%26%20Co%3F:a%2Bb%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Shop%20%26%20Co%3F"
	got := URI(rfcSecret, "a+b@example.com", "Shop & Co?")
	if got != want {
		t.Errorf("%s, not\n%s", got, want)
	}
	u, err := url.Parse(got)
	if err != nil || u.Path != "/Shop & Co?:a+b@example.com" || u.Query().Get("issuer") != "Shop & Co?" {
		t.Errorf("%v, %v", u, err)
	}
}

// FuzzParseSecret: a secret that is read can be written, and is read as the same.
func FuzzParseSecret(f *testing.F) {
	for _, seed := range []string{"GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", "gezd-gnbv gy3tqojq==", "GEZDGNBVGY3TQOJR\r\n", "ſ", "===="} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		secret, err := ParseSecret(text)
		if err != nil {
			return
		}
		if len(secret) < leastBytes || len(secret) > mostBytes {
			t.Fatalf("%d bytes", len(secret))
		}
		if again, err := ParseSecret(encode(secret)); err != nil || !bytes.Equal(again, secret) {
			t.Fatalf("%q is %x, and then %x, %v", text, secret, again, err)
		}
	})
}
