package snapshot

import (
	"encoding/binary"
	"errors"
)

// codec encodes a value, or decodes it: one description of a type is used for both directions, so that they
// cannot differ. Each method takes a pointer, and either reads the value or sets it.
//
// Numbers have variable length. A text is its index in a table, since most of the texts of a source file
// occur more than once. Decoding never panics: on invalid data failed is set and values are zero.
type codec struct {
	reading bool
	data    []byte // encoded so far, or not decoded yet
	texts   []string
	index   map[string]int // for encoding: of texts
	depth   int
	failed  bool
}

var errDamaged = errors.New("not a snapshot")

// maxDepth limits the nesting of values; values from sources are far below.
const maxDepth = 1000

// encode encodes what describe describes.
func encode(describe func(*codec)) []byte {
	c := &codec{index: map[string]int{}}
	describe(c)
	out := binary.AppendUvarint(nil, uint64(len(c.texts)))
	for _, text := range c.texts {
		out = binary.AppendUvarint(out, uint64(len(text)))
	}
	for _, text := range c.texts {
		out = append(out, text...)
	}
	return append(out, c.data...)
}

// decode decodes the result of encode.
func decode(data []byte, describe func(*codec)) error {
	c := &codec{reading: true, data: data}
	c.readTexts()
	describe(c)
	if c.failed || len(c.data) > 0 {
		return errDamaged
	}
	return nil
}

// readTexts reads the table; its texts share one string.
func (c *codec) readTexts() {
	lengths := make([]int, c.length())
	size := 0
	for i := range lengths {
		lengths[i] = c.length()
		size += lengths[i]
	}
	all := string(c.take(size))
	if c.failed {
		return
	}
	c.texts = make([]string, len(lengths))
	for i, length := range lengths {
		c.texts[i], all = all[:length], all[length:]
	}
}

// number encodes a number that is not negative.
func (c *codec) number(n *int) {
	if !c.reading {
		c.data = binary.AppendUvarint(c.data, uint64(*n))
		return
	}
	value, size := binary.Uvarint(c.data)
	if size <= 0 || value > 1<<40 {
		c.fail()
		return
	}
	*n, c.data = int(value), c.data[size:]
}

// length encodes a number of items of which each takes at least a byte; decoding refuses a larger number.
func (c *codec) length() int {
	n := 0
	c.number(&n)
	if n > len(c.data) {
		c.fail()
		return 0
	}
	return n
}

func (c *codec) text(s *string) {
	if c.reading {
		i := 0
		if c.number(&i); i < len(c.texts) {
			*s = c.texts[i]
		} else {
			c.fail()
		}
		return
	}
	i, known := c.index[*s]
	if !known {
		i = len(c.texts)
		c.index[*s] = i
		c.texts = append(c.texts, *s)
	}
	c.number(&i)
}

// bytes encodes bytes as they are; decoding returns a part of the input.
func (c *codec) bytes(b *[]byte) {
	if c.reading {
		*b = c.take(c.length())
		return
	}
	n := len(*b)
	c.number(&n)
	c.data = append(c.data, *b...)
}

func (c *codec) take(n int) []byte {
	if n > len(c.data) {
		c.fail()
		n = 0
	}
	taken := c.data[:n:n]
	c.data = c.data[n:]
	return taken
}

// flags encodes flags as the bits of one number.
func (c *codec) flags(flags ...*bool) {
	bits := 0
	for i, flag := range flags {
		if *flag {
			bits |= 1 << i
		}
	}
	c.number(&bits)
	for i, flag := range flags {
		*flag = bits&(1<<i) != 0
	}
}

// small encodes a number of a small type.
func small[T ~uint8](c *codec, n *T) {
	wide := int(*n)
	c.number(&wide)
	*n = T(wide)
	if int(*n) != wide {
		c.fail()
	}
}

// list encodes a list; it distinguishes nil from an empty list.
func list[T any](c *codec, items *[]T, item func(*codec, *T)) {
	if !c.reading {
		n := len(*items) + 1
		if *items == nil {
			n = 0
		}
		c.number(&n)
		for i := range *items {
			item(c, &(*items)[i])
		}
		return
	}
	n := c.length()
	if n == 0 || !c.enter() {
		return
	}
	// A damaged number may be too large; decoding fails before it fills the memory.
	*items = make([]T, 0, min(n-1, 64))
	for range n - 1 {
		if c.failed {
			break
		}
		var zero T
		*items = append(*items, zero)
		item(c, &(*items)[len(*items)-1])
	}
	c.depth--
}

// pointer encodes a pointer, which may be nil.
func pointer[T any](c *codec, p **T, value func(*codec, *T)) {
	present := *p != nil
	c.flags(&present)
	if !present || !c.enter() {
		return
	}
	if *p == nil {
		*p = new(T)
	}
	value(c, *p)
	c.depth--
}

// enter counts a level of nesting.
func (c *codec) enter() bool {
	if c.depth++; c.depth > maxDepth {
		c.fail()
	}
	return !c.failed
}

func (c *codec) fail() {
	c.failed = true
	c.data = nil
}
