package bundle

import (
	"encoding/json"
	"fmt"
	"strings"
)

// forEngine shifts a source map by one column. The map counts columns from 0, on both sides; goja looks up
// positions that count from 1, and returns the result unchanged. With the shifted map the results are right,
// also in stacks that scripts see.
func forEngine(sourceMap []byte) ([]byte, error) { return withMappings(sourceMap, moved) }

// withMappings changes the mappings of a source map.
func withMappings(sourceMap []byte, change func(mappings string) string) ([]byte, error) {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(sourceMap, &fields); err != nil {
		return nil, fmt.Errorf("reading the source map: %w", err)
	}
	var mappings string
	if err := json.Unmarshal(fields["mappings"], &mappings); err != nil {
		return nil, fmt.Errorf("reading the source map's mappings: %w", err)
	}
	fields["mappings"] = json.RawMessage(jsString(change(mappings)))
	return json.Marshal(fields)
}

// moved adds one to all columns. Numbers are relative to those of the segment before; the generated column is
// reset in every line, the source column only once.
func moved(mappings string) string {
	lines := strings.Split(mappings, ";")
	sourceMoved := false
	for i, line := range lines {
		if line == "" {
			continue
		}
		segment, rest, more := strings.Cut(line, ",")
		numbers := decodeNumbers(segment)
		numbers[0]++
		if !sourceMoved && len(numbers) >= 4 {
			numbers[3]++
			sourceMoved = true
		}
		lines[i] = encodeNumbers(numbers)
		if more {
			lines[i] += "," + rest
		}
	}
	return strings.Join(lines, ";")
}

const base64Digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

// decodeNumbers decodes base64 variable-length quantities: five bits a digit, lowest first; the sixth bit
// means that more follow, and the lowest bit of a number is its sign.
func decodeNumbers(segment string) []int {
	var numbers []int
	value, shift := 0, 0
	for _, c := range []byte(segment) {
		digit := strings.IndexByte(base64Digits, c)
		value |= (digit & 31) << shift
		if shift += 5; digit&32 != 0 {
			continue
		}
		number := value >> 1
		if value&1 != 0 {
			number = -number
		}
		numbers = append(numbers, number)
		value, shift = 0, 0
	}
	return numbers
}

func encodeNumbers(numbers []int) string {
	var b strings.Builder
	for _, number := range numbers {
		value := number << 1
		if number < 0 {
			value = -number<<1 | 1
		}
		for value > 31 {
			b.WriteByte(base64Digits[value&31|32])
			value >>= 5
		}
		b.WriteByte(base64Digits[value])
	}
	return b.String()
}
