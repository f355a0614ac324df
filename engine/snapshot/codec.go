package snapshot

import (
	"encoding/binary"
	"errors"
)

// codec writes a value, or reads it back: one description of a type serves both ways, so
// that they cannot differ. Each method takes a pointer, and takes what stands there or
// puts something there.
//
// Numbers are variable-length. A text is its index in a table, since most of the texts of
// a source file are there more than once. Reading never panics: what cannot be read sets
// failed and is zero.
type codec struct {
	reading bool
	data    []byte // written so far, or yet to be read
	texts   []string
	index   map[string]int // writing: of texts
	depth   int
	failed  bool
}

var errDamaged = errors.New("this is no snapshot")

// maxDepth bounds how deep values nest; what is read from sources stays far below.
const maxDepth = 1000

// encode writes what describe describes.
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

// decode reads what encode has written.
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

// number is not negative.
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

// length reads a number of things of which each takes a byte at least; nothing larger is
// believed.
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

// bytes are kept as they are, in the memory that is read from.
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

// flags are packed into one number.
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

// small is a number of a small type.
func small[T ~uint8](c *codec, n *T) {
	wide := int(*n)
	c.number(&wide)
	*n = T(wide)
	if int(*n) != wide {
		c.fail()
	}
}

// list keeps the difference between none and an empty one.
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
	// A damaged number may promise more than there is; it fails before it fills the memory.
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

// pointer may be nil.
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
