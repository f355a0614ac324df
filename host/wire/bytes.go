package wire

import (
	"encoding/binary"
	"math/bits"
)

// The parts of a request that a byte may occur in.
const (
	tokenByte  = 1 << iota // a method, a header's name
	targetByte             // a request's target: visible ASCII, without a fragment
	hostByte               // a host's name or IPv4 address
	hexByte
)

// classes has the parts that each byte may occur in.
var classes = classify()

func classify() (all [256]uint8) {
	mark := func(class uint8, bytes string) {
		for _, b := range []byte(bytes) {
			all[b] |= class
		}
	}
	const alphanumeric = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	mark(tokenByte, alphanumeric+"!#$%&'*+-.^_`|~")
	mark(targetByte, alphanumeric+"!\"$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
	mark(hostByte, alphanumeric+"-._~")
	mark(hexByte, "0123456789abcdefABCDEF")
	return all
}

// IsToken reports whether s is a token of RFC 9110: a method, or the name of a header or a cookie.
func IsToken(s string) bool {
	for i := range len(s) {
		if classes[s[i]]&tokenByte == 0 {
			return false
		}
	}
	return s != ""
}

// tokenEnd returns the length of the token at the beginning of text, or 0.
func tokenEnd(text []byte) int {
	for i, b := range text {
		if classes[b]&tokenByte == 0 {
			return i
		}
	}
	return len(text)
}

func isSpace(b byte) bool { return b == ' ' || b == '\t' }

func isControl(b byte) bool { return b < ' ' && b != '\t' || b == 0x7F }

func hexValue(b byte) byte {
	if b <= '9' {
		return b - '0'
	}
	return b | 0x20 - 'a' + 10
}

// equalFold compares text with lower, which is in lower case and consists of letters and dashes.
func equalFold(text []byte, lower string) bool {
	if len(text) != len(lower) {
		return false
	}
	for i := range text {
		if text[i]|0x20 != lower[i] {
			return false
		}
	}
	return true
}

// controlIn returns the index of the first control character other than a tab, or the length of text. Every byte of
// every head is checked here, so it reads eight at a time.
func controlIn(text []byte) int {
	const size = 8
	i := 0
	for ; i+size <= len(text); i += size {
		at := firstLow(text[i : i+size])
		for ; at < size; at++ { // the first one may be a tab
			if isControl(text[i+at]) {
				return i + at
			}
		}
	}
	for ; i < len(text); i++ {
		if isControl(text[i]) {
			return i
		}
	}
	return i
}

// firstLow returns the index of the first of eight bytes that is less than a space, or DEL; otherwise 8. The arithmetic
// is that of finding a zero byte in a word: the first byte that it marks is always correct.
func firstLow(text []byte) int {
	const (
		ones  = 0x0101010101010101
		highs = 0x80 * ones
	)
	word := binary.LittleEndian.Uint64(text)
	del := word ^ 0x7F*ones
	return bits.TrailingZeros64((word-' '*ones)&^word&highs|(del-ones)&^del&highs) / 8
}
