package sessions

import (
	"context"
	"strings"
	"time"
)

// The names below which it keeps where the sessions of somebody are.
const (
	usersName   = "fwrun.sessions-of"
	vouchedName = "fwrun.sessions-by" // of a user for whom a provider has vouched
)

// index finds sessions by what they have in common.
type index struct {
	name, key string
	has       func(*state) bool // reports whether a session is one of them
}

func ofUser(user string) index {
	return index{usersName, user, func(kept *state) bool { return kept.Name == user }}
}

// places returns where the sessions are kept, as far as they are still there.
func (s *Sessions) places(ctx context.Context, of index) ([]string, error) {
	b, found, err := s.store.Get(ctx, of.name, of.key)
	if err != nil {
		return nil, unavailable(err)
	}
	if !found {
		return nil, nil
	}
	return strings.Fields(string(b)), nil
}

// note adds a place, and removes those whose sessions have ended.
func (s *Sessions) note(ctx context.Context, of index, place string) error {
	lock := s.lockOf(of.key)
	lock.Lock()
	defer lock.Unlock()
	places, err := s.places(ctx, of)
	if err != nil {
		return err
	}
	var left []string
	for _, other := range places {
		if kept, err := s.read(ctx, other); err == nil && kept != nil && of.has(kept) {
			left = append(left, other)
		}
	}
	if err := s.store.Set(ctx, of.name, of.key, []byte(strings.Join(append(left, place), " ")), s.options.TTL); err != nil {
		return unavailable(err)
	}
	return nil
}

// list returns the sessions.
func (s *Sessions) list(ctx context.Context, of index) ([]Info, error) {
	places, err := s.places(ctx, of)
	if err != nil {
		return nil, err
	}
	var list []Info
	for _, place := range places {
		kept, err := s.read(ctx, place)
		if err != nil {
			return nil, err
		}
		if kept != nil && of.has(kept) {
			list = append(list, Info{Began: time.Unix(kept.Began, 0), Used: time.Unix(kept.Used, 0), user: kept.Name, place: place})
		}
	}
	return list, nil
}

// endAll ends the sessions, and returns whose they were: a name for each that has ended.
func (s *Sessions) endAll(ctx context.Context, of index) (ended []string, err error) {
	list, err := s.list(ctx, of)
	if err != nil {
		return nil, err
	}
	for _, one := range list {
		if err := s.store.Delete(ctx, sessionsName, one.place); err != nil {
			return ended, unavailable(err)
		}
		ended = append(ended, one.user)
	}
	return ended, nil
}
