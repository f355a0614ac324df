package weburl

import (
	"strconv"
	"strings"
)

// parseIPv6 parses eight pieces. A run of zero pieces may be "::", and the last two pieces may be an IPv4 address.
func parseIPv6(text string) ([8]uint16, bool) {
	var address [8]uint16
	head, tail, compressed := strings.Cut(text, "::")
	left, ok := pieces(head, !compressed)
	if !ok {
		return address, false
	}
	if !compressed {
		copy(address[:], left)
		return address, len(left) == 8
	}
	if strings.Contains(tail, "::") {
		return address, false
	}
	right, ok := pieces(tail, true)
	if !ok || len(left)+len(right) > 7 {
		return address, false
	}
	copy(address[:], left)
	copy(address[8-len(right):], right)
	return address, true
}

// pieces parses numbers separated by colons. An empty text has no pieces.
func pieces(text string, mayEndInIPv4 bool) ([]uint16, bool) {
	if text == "" {
		return nil, true
	}
	var out []uint16
	parts := strings.Split(text, ":")
	for i, part := range parts {
		if strings.Contains(part, ".") {
			if !mayEndInIPv4 || i < len(parts)-1 {
				return nil, false
			}
			high, low, ok := embeddedIPv4(part)
			return append(out, high, low), ok
		}
		if len(part) == 0 || len(part) > 4 || strings.Trim(part, "0123456789abcdefABCDEF") != "" {
			return nil, false
		}
		number, _ := strconv.ParseUint(part, 16, 16)
		out = append(out, uint16(number))
	}
	return out, true
}

// embeddedIPv4 parses four decimal numbers without leading zeros.
func embeddedIPv4(text string) (high, low uint16, ok bool) {
	parts := strings.Split(text, ".")
	if len(parts) != 4 {
		return 0, 0, false
	}
	var bytes [4]uint16
	for i, part := range parts {
		if part == "" || len(part) > 3 || strings.Trim(part, "0123456789") != "" || len(part) > 1 && part[0] == '0' {
			return 0, 0, false
		}
		number, _ := strconv.Atoi(part)
		if number > 255 {
			return 0, 0, false
		}
		bytes[i] = uint16(number)
	}
	return bytes[0]<<8 | bytes[1], bytes[2]<<8 | bytes[3], true
}

// serializeIPv6 writes the first longest run of zeros as "::" if it is longer than one.
func serializeIPv6(address [8]uint16) string {
	from, length := -1, 1
	for i := 0; i < 8; i++ {
		run := 0
		for i+run < 8 && address[i+run] == 0 {
			run++
		}
		if run > length {
			from, length = i, run
		}
		i += run
	}
	var out strings.Builder
	for i := 0; i < 8; i++ {
		if i == from {
			out.WriteString("::")
			i += length - 1
			continue
		}
		if i > 0 && i != from+length {
			out.WriteByte(':')
		}
		out.WriteString(strconv.FormatUint(uint64(address[i]), 16))
	}
	return out.String()
}
