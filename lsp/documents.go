package lsp

import (
	"net/url"
	"path/filepath"
	"regexp"
	"time"

	"github.com/fwrun/fwrun/platform/fault"
)

// document is an open file.
type document struct {
	uri     string // as the client writes it
	version int
	text    string
	in      *folder // its application
	file    string  // its path in there
}

// folder is an application with open documents.
type folder struct {
	path  string
	app   Application
	edits int       // counts what has changed
	due   time.Time // when it is checked; zero if it need not be
	stop  func()    // ends the check that runs; nil if none does
	last  string    // the file that was edited last

	found map[string]fault.List // by file: what is published
}

// pause is the time without edits after which an application is checked.
const pause = 200 * time.Millisecond

func (s *server) didOpen(params documentParams) (any, error) {
	path, ok := pathOf(params.TextDocument.URI)
	if !ok {
		return nil, nil //nolint:nilnil // nobody waits for an answer
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if in := s.folderOf(path); in != nil {
		file, _ := filepath.Rel(in.path, path) // which is below it
		d := params.TextDocument
		s.documents[path] = &document{d.URI, d.Version, d.Text, in, filepath.ToSlash(file)}
		s.edited(in, filepath.ToSlash(file))
	}
	return nil, nil //nolint:nilnil // nobody waits for an answer
}

func (s *server) didChange(params documentParams) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if d := s.document(params.TextDocument.URI); d != nil && len(params.ContentChanges) > 0 {
		d.version, d.text = params.TextDocument.Version, params.ContentChanges[len(params.ContentChanges)-1].Text
		s.edited(d.in, d.file)
	}
	return nil, nil //nolint:nilnil // nobody waits for an answer
}

func (s *server) didSave(params documentParams) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if d := s.document(params.TextDocument.URI); d != nil {
		s.edited(d.in, d.file)
	}
	return nil, nil //nolint:nilnil // nobody waits for an answer
}

func (s *server) didClose(params documentParams) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if d := s.document(params.TextDocument.URI); d != nil {
		path, _ := pathOf(params.TextDocument.URI)
		delete(s.documents, path)
		s.edited(d.in, d.file)
	}
	return nil, nil //nolint:nilnil // nobody waits for an answer
}

// didChangeFiles checks the applications that have changed on the disk.
func (s *server) didChangeFiles(params watchedParams) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, change := range params.Changes {
		path, _ := pathOf(change.URI)
		for _, in := range s.folders {
			if file, err := filepath.Rel(in.path, path); err == nil && filepath.IsLocal(file) {
				s.edited(in, in.last)
			}
		}
	}
	return nil, nil //nolint:nilnil // nobody waits for an answer
}

// document returns an open document of an application, or nil.
func (s *server) document(uri string) *document {
	path, _ := pathOf(uri)
	return s.documents[path]
}

// folderOf returns the application that a file belongs to: the nearest folder that is one. It is nil if there is none.
func (s *server) folderOf(path string) *folder {
	for at := filepath.Dir(path); ; at = filepath.Dir(at) {
		if in := s.folders[at]; in != nil {
			return in
		}
		if s.options.Owns(at) {
			in := &folder{path: at, app: s.options.Open(at, s.settings), found: map[string]fault.List{}}
			s.folders[at] = in
			return in
		}
		if at == filepath.Dir(at) {
			return nil
		}
	}
}

// edited lets an application be checked soon.
func (s *server) edited(in *folder, file string) {
	in.edits++
	in.due, in.last = time.Now().Add(pause), file
	if in.stop != nil {
		in.stop()
	}
	select {
	case s.wake <- struct{}{}:
	default: // it will look anyway
	}
}

// drive matches a path of a URI with the name of a drive.
var drive = regexp.MustCompile(`^/[A-Za-z]:`)

// pathOf returns the path of a file; false for what is no file.
func pathOf(uri string) (path string, ok bool) {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" || u.Path == "" {
		return "", false
	}
	path = u.Path
	if drive.MatchString(path) {
		path = path[1:]
	}
	return filepath.Clean(filepath.FromSlash(path)), true
}

// uriOf returns the URI of a file of an application: that of the client, if the file is open.
func (s *server) uriOf(in *folder, file string) string {
	path := filepath.Join(in.path, filepath.FromSlash(file))
	if d := s.documents[path]; d != nil {
		return d.uri
	}
	slashed := filepath.ToSlash(path)
	if slashed[0] != '/' {
		slashed = "/" + slashed
	}
	return (&url.URL{Scheme: "file", Path: slashed}).String()
}
