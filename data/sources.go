package data

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/platform/fault"
)

// Sources holds the open datasources of an application.
type Sources struct {
	byName  map[string]*DB
	names   []string
	primary *DB
}

// OpenError is the failure to open one datasource.
type OpenError struct {
	Index int // the index of the datasource in the settings
	Err   error
}

func (e *OpenError) Error() string { return e.Err.Error() }
func (e *OpenError) Unwrap() error { return e.Err }

// OpenAll opens datasources. One of them is the primary datasource: the one whose settings say so,
// or the only one. If one cannot be opened, all are closed, and the error is, or wraps, an
// *[OpenError].
func OpenAll(ctx context.Context, settings []Settings) (*Sources, error) {
	primary, err := primaryOf(settings)
	if err != nil {
		return nil, err
	}
	s := &Sources{byName: make(map[string]*DB, len(settings))}
	for i, one := range settings {
		db, err := Open(ctx, one)
		if err != nil {
			return nil, errors.Join(&OpenError{i, err}, s.Close())
		}
		s.byName[one.Name] = db
		s.names = append(s.names, one.Name)
		if i == primary {
			s.primary = db
		}
	}
	return s, nil
}

// primaryOf returns the index of the primary datasource, or -1 if there are no datasources.
func primaryOf(settings []Settings) (int, error) {
	if len(settings) == 0 {
		return -1, nil
	}
	var names, primaries []string
	at := 0
	for i, s := range settings {
		if s.Name == "" {
			return 0, mistake(i, fmt.Sprintf("datasource %d of %d has no name", i+1, len(settings)), "give it a name")
		}
		if slices.Contains(names, s.Name) {
			return 0, mistake(i, fmt.Sprintf("two datasources have the name %q", s.Name), "rename one of them")
		}
		names = append(names, s.Name)
		if s.Primary {
			primaries, at = append(primaries, s.Name), i
		}
	}
	switch {
	case len(primaries) > 1:
		return 0, mistake(at, "several datasources are primary: "+strings.Join(primaries, ", "),
			"set isPrimary on only one of them")
	case len(primaries) == 0 && len(settings) > 1:
		return 0, mistake(0, "none of the datasources is primary: "+strings.Join(names, ", "),
			"set isPrimary: true on one of them")
	}
	return at, nil
}

func mistake(index int, message, hint string) error {
	return &OpenError{index, fault.New("data.open", fault.Internal, message).WithHint(hint)}
}

// Primary returns the primary datasource, or nil if the application has no datasource.
func (s *Sources) Primary() *DB { return s.primary }

// ByName returns the datasource with the name.
func (s *Sources) ByName(name string) (*DB, bool) {
	db, ok := s.byName[name]
	return db, ok
}

// Names returns the names of the datasources in the order of the settings. The slice is shared: do
// not change it.
func (s *Sources) Names() []string { return s.names }

// Close closes all datasources.
func (s *Sources) Close() error {
	var errs []error
	for _, name := range s.names {
		errs = append(errs, s.byName[name].Close())
	}
	return errors.Join(errs...)
}
