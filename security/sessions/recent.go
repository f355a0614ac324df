package sessions

import "bytes"

// mostRecent is about half of how many sessions are remembered.
const mostRecent = 4096

// remembered is a session as it was read, so that one that has not changed since is neither looked up by its signature nor read again. The
// store is still asked: it says whether there is the session, and what it has now. It is not changed.
type remembered struct {
	id    string
	place string
	text  []byte
	state state
}

// isAs reports whether the session is still kept as it was read.
func (r *remembered) isAs(text []byte) bool { return bytes.Equal(r.text, text) }
