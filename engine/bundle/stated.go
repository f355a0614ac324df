package bundle

import (
	"os"
	"path/filepath"
	"sync"
)

// stated remembers of folders whether their package.json, or that of the folder around them which has one, states something.
type stated struct {
	states func(text []byte) bool
	known  sync.Map
}

func (s *stated) of(folder string) bool {
	if is, found := s.known.Load(folder); found {
		return is.(bool)
	}
	is := false
	text, err := os.ReadFile(filepath.Join(folder, "package.json"))
	if above := filepath.Dir(folder); err == nil {
		is = s.states(text)
	} else if above != folder {
		is = s.of(above)
	}
	s.known.Store(folder, is)
	return is
}
