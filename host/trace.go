package host

import (
	"encoding/binary"
	"encoding/hex"
	"math/rand/v2"
)

// traceID takes the trace of a W3C traceparent header, or makes up one: 16 bytes in hex.
func traceID(traceparent []byte) string {
	if id := parentTrace(traceparent); id != nil {
		return string(id)
	}
	var id [16]byte
	binary.NativeEndian.PutUint64(id[:8], rand.Uint64())
	binary.NativeEndian.PutUint64(id[8:], rand.Uint64()|1) // all zeros would be no trace
	return hex.EncodeToString(id[:])
}

// parentTrace reads "00-<32 hex digits>-<16 hex digits>-<2 hex digits>"; later versions may have
// more behind a dash.
func parentTrace(header []byte) []byte {
	const length = 55
	if len(header) < length || header[2] != '-' || header[35] != '-' || header[52] != '-' {
		return nil
	}
	version, trace, parent, flags := header[:2], header[3:35], header[36:52], header[53:length]
	if !isLowerHex(version) || !isLowerHex(trace) || !isLowerHex(parent) || !isLowerHex(flags) {
		return nil
	}
	switch {
	case string(version) == "ff", isZero(trace), isZero(parent):
		return nil
	case string(version) == "00" && len(header) > length, len(header) > length && header[length] != '-':
		return nil
	}
	return trace
}

func isLowerHex(text []byte) bool {
	for _, c := range text {
		if (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}

func isZero(text []byte) bool {
	for _, c := range text {
		if c != '0' {
			return false
		}
	}
	return true
}
