package redisclient

import (
	"fmt"
	"strings"
)

// slotOf returns the slot of a cluster to which the first key of a command belongs; -1 if it has none.
func slotOf(command Command) int64 {
	if len(command) == 0 {
		return -1
	}
	at := 1
	switch strings.ToUpper(fmt.Sprint(command[0])) {
	case "PING", "INFO", "PUBLISH", "CLUSTER":
		return -1
	case "EVAL", "EVALSHA":
		if at = 3; len(command) > 2 && fmt.Sprint(command[2]) == "0" {
			return -1
		}
	case "XGROUP", "XINFO":
		at = 2
	}
	if len(command) <= at {
		return -1
	}
	if key, is := command[at].(string); is {
		return slot(key)
	}
	return slot(fmt.Sprint(command[at]))
}

const mostSlots = 1 << 14

// slot returns the slot of a key: of what is in its first braces, if there is something.
func slot(key string) int64 {
	if _, rest, found := strings.Cut(key, "{"); found {
		if tag, _, closed := strings.Cut(rest, "}"); closed && tag != "" {
			key = tag
		}
	}
	var sum uint16 // CRC-16 as XMODEM has it
	for i := range len(key) {
		sum ^= uint16(key[i]) << 8
		for range 8 {
			carry := sum&0x8000 != 0
			sum <<= 1
			if carry {
				sum ^= 0x1021
			}
		}
	}
	return int64(sum % mostSlots)
}
