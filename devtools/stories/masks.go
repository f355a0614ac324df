package stories

import "unicode/utf8"

// Body returns a body of a media type without its secrets; is is false, and nothing is returned, for one that has no text.
func (r *Recorder) Body(mediaType string, data []byte) (shown string, is bool) {
	media := mediaOf([]byte(mediaType))
	if !isText(media) || !utf8.Valid(data) {
		return "", false
	}
	return r.text(media, data, false), true
}

// Attach keeps something with the story, before its end, which takes so many bytes.
func (s *Story) Attach(what any, bytes int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.beside = what
	s.size += int64(bytes)
}

// Attached returns what is kept with the story, or nil.
func (s *Story) Attached() any {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.beside
}

// Query returns a query, or a form, without its secrets.
func (r *Recorder) Query(query string) string { return r.query(query) }
