package stories

import (
	"hash/maphash"
	"sync/atomic"
)

// same remembers what texts become without their secrets: clients send the same header again and again, and get the same answers. It
// knows a text by its hash only, so that no secret is kept.
type same struct {
	seed maphash.Seed
	sets []set
}

// set has the latest texts of those whose hashes lead to it: several, since two that come in turns would each time drive the other out.
type set [4]atomic.Pointer[masked]

// masked is what a text has become.
type masked struct {
	hash uint64
	text string
}

// longestSame is the length of the texts that are remembered.
const longestSame = 2 << 10

// newSame returns one that takes at most so many bytes.
func newSame(seed maphash.Seed, limit int64) same {
	return same{seed, make([]set, max(1, limit/int64(len(set{})*(longestSame+64))))}
}

// text returns what a text becomes, by what is known or by the function. The text is masked for a purpose, such as a media type.
func (s *same) text(text []byte, purpose string, mask func() string) string {
	if len(text) == 0 {
		return ""
	}
	if len(text) > longestSame/2 {
		return mask()
	}
	hash := maphash.Bytes(s.seed, text)
	if purpose != "" {
		hash ^= maphash.String(s.seed, purpose) * 0x9e3779b97f4a7c15
	}
	among := &s.sets[hash%uint64(len(s.sets))]
	if known := among.find(hash); known != nil {
		return known.text
	}
	made := mask()
	if len(made) <= longestSame {
		among.add(&masked{hash, made})
	}
	return made
}

// find returns what a text with the hash has become, or nil.
func (s *set) find(hash uint64) *masked {
	for i := range s {
		if known := s[i].Load(); known != nil && known.hash == hash {
			return known
		}
	}
	return nil
}

// add puts a text before the others, and drops the last one.
func (s *set) add(latest *masked) {
	for i := range s {
		latest = s[i].Swap(latest)
	}
}
