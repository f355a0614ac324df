package weburl

import (
	"fmt"
	"strconv"
	"strings"
)

// endsInNumber reports whether a host must be parsed as an IPv4 address.
func endsInNumber(host string) bool {
	parts := strings.Split(host, ".")
	last := parts[len(parts)-1]
	if last == "" {
		if len(parts) == 1 {
			return false
		}
		last = parts[len(parts)-2]
	}
	if last != "" && strings.Trim(last, "0123456789") == "" {
		return true
	}
	_, ok := parseIPv4Number(last)
	return ok
}

// parseIPv4 parses one to four numbers in decimal, octal or hexadecimal. The last one fills the rest of the address.
func parseIPv4(host string) (uint32, bool) {
	parts := strings.Split(strings.TrimSuffix(host, "."), ".")
	if len(parts) > 4 {
		return 0, false
	}
	address := uint64(0)
	for i, part := range parts {
		number, ok := parseIPv4Number(part)
		if !ok {
			return 0, false
		}
		if i < len(parts)-1 {
			if number > 255 {
				return 0, false
			}
			address |= number << (8 * (3 - i))
			continue
		}
		if number >= 1<<(8*(5-len(parts))) {
			return 0, false
		}
		address |= number
	}
	return uint32(address), true
}

// parseIPv4Number parses a number. A number that is too large becomes the largest uint64.
func parseIPv4Number(text string) (uint64, bool) {
	if text == "" {
		return 0, false
	}
	base := 10
	switch lower := strings.ToLower(text); {
	case strings.HasPrefix(lower, "0x"):
		text, base = text[2:], 16
	case len(text) > 1 && text[0] == '0':
		text, base = text[1:], 8
	}
	if text == "" {
		return 0, true
	}
	if text[0] == '+' || text[0] == '-' {
		return 0, false
	}
	number, err := strconv.ParseUint(text, base, 64)
	if err != nil && !strings.Contains(err.Error(), "out of range") {
		return 0, false
	}
	return number, true
}

func serializeIPv4(address uint32) string {
	return fmt.Sprintf("%d.%d.%d.%d", address>>24, address>>16&255, address>>8&255, address&255)
}
