package totp

import (
	"crypto/hmac"
	"crypto/sha1" // what authenticator apps know; RFC 6238 explains why it is sound here
	"crypto/subtle"
	"encoding/binary"
	"fmt"
	"net/url"
	"strings"
	"time"
)

const (
	period  = 30 // seconds of a step
	modulus = 1_000_000
	digits  = 6
)

// StepAt returns the number of the step that a time is in.
func StepAt(t time.Time) int64 { return t.Unix() / period }

// Code returns the code of a step.
func Code(secret []byte, step int64) string {
	return fmt.Sprintf("%0*d", digits, truncated(secret, step)%modulus)
}

// truncated returns the 31 bits of a MAC that RFC 4226 makes codes of.
func truncated(secret []byte, step int64) uint32 {
	var message [8]byte
	binary.BigEndian.PutUint64(message[:], uint64(step)) //nolint:gosec // a counter is its bits
	h := hmac.New(sha1.New, secret)
	h.Write(message[:])
	sum := h.Sum(nil)
	return binary.BigEndian.Uint32(sum[sum[len(sum)-1]&0xF:]) & 0x7FFF_FFFF
}

// Match returns the step that a code belongs to, among now and as many as window before and after it. Steps up to after have been used
// and do not count. Of several steps it returns the last, so that the code is used up. It takes as long for a wrong code as for a good one.
func Match(secret []byte, code string, now int64, window int, after int64) (step int64, ok bool) {
	for at := now - int64(window); at <= now+int64(window); at++ {
		if subtle.ConstantTimeCompare([]byte(Code(secret, at)), []byte(code)) == 1 && at > after && at >= 0 {
			step, ok = at, true
		}
	}
	return step, ok
}

// URI returns what authenticator apps read as a QR code. Neither account nor issuer has a colon, which is what apps part the two by.
func URI(secret []byte, account, issuer string) string {
	return "otpauth://totp/" + escape(issuer) + ":" + escape(account) + "?secret=" + encode(secret) + "&issuer=" + escape(issuer)
}

// escape escapes for a path and a query alike: some apps take a plus for what it is.
func escape(text string) string { return strings.ReplaceAll(url.QueryEscape(text), "+", "%20") }
