package data

import (
	"slices"
	"strconv"

	"github.com/fwrun/fwrun/data/sqltext"
)

// List is the value of a parameter in IN (…): the comparison is with each of its values. An empty
// list matches no row, and with NOT IN all rows.
type List []any

func hasList(values []any) bool {
	for _, v := range values {
		if _, ok := v.(List); ok {
			return true
		}
	}
	return false
}

// expand binds lists. Statements are kept for some lengths only, to which a list's length is
// rounded up, so that one prepared statement serves several lengths. The last value is repeated
// to fill the list, which does not change what it matches.
func (c *statements) expand(s *statement, values []any) (call, error) {
	counts, flat := make([]int, len(values)), make([]any, 0, len(values))
	key := []byte(s.Source)
	for i, v := range values {
		list, ok := v.(List)
		if !ok {
			counts[i], flat = sqltext.Single, append(flat, v)
			continue
		}
		if hasList(list) {
			return call{}, badParameters("a list cannot contain another list")
		}
		flat = append(flat, list...)
		counts[i] = roundedUp(len(list))
		if len(list) > 0 {
			flat = append(flat, slices.Repeat(list[len(list)-1:], counts[i]-len(list))...)
		}
		key = strconv.AppendInt(append(key, 0), int64(i), 10)
		key = strconv.AppendInt(append(key, ':'), int64(counts[i]), 10)
	}
	expanded, err := c.expanded(string(key), s, counts)
	return call{expanded, flat}, err
}

// expanded returns the statement for the lengths of its lists, from the cache or newly parsed.
func (c *statements) expanded(key string, s *statement, counts []int) (*statement, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if known, ok := c.parsed.get(key); ok {
		return known, nil
	}
	made, err := s.Expand(c.dialect, counts)
	if err != nil {
		return nil, badParameters(err.Error())
	}
	out := &statement{Statement: made}
	if len(made.SQL) <= maxStatementText {
		c.parsed.put(key, out)
	}
	return out, nil
}

// roundedUp returns the length to which a list of n values is filled: a power of two, as long as
// that uses little of the number of parameters that databases accept.
func roundedUp(n int) int {
	const most = 4096
	if n > most {
		return n
	}
	size := min(n, 1)
	for size < n {
		size *= 2
	}
	return size
}
