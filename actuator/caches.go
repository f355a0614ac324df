package actuator

import "context"

// Cache is a cache of an application.
type Cache struct {
	Name   string
	Target string      // where its entries are: memory, redis or postgres
	Use    *CacheUsage // nil if it is not known
}

// CacheUsage holds the figures of a cache since the start.
type CacheUsage struct {
	Hits      int64 `json:"hits"`
	Misses    int64 `json:"misses"`
	Evictions int64 `json:"evictions"`
	Entries   int64 `json:"entries"`
}

// CacheStore lists caches and empties them.
type CacheStore struct {
	List  func() []Cache
	Clear func(ctx context.Context, name string) error
}

// cacheManager names the one manager that an application has.
const cacheManager = "cacheManager"

// Caches returns the endpoint that lists and empties caches.
func Caches(store CacheStore) Endpoint {
	return Endpoint{ID: "caches", Operations: []Operation{
		Get("", store.all),
		{Method: "DELETE", Do: store.clearAll},
		Get("cache", store.one),
		{Method: "DELETE", Selector: "cache", Do: store.clearOne},
	}}
}

type cacheTarget struct {
	Target string `json:"target"`
	*CacheUsage
}

func (s CacheStore) all(*Request) (Answer, error) {
	list := map[string]cacheTarget{}
	for _, c := range s.List() {
		list[c.Name] = cacheTarget{c.Target, c.Use}
	}
	return OK(map[string]any{"cacheManagers": map[string]any{cacheManager: map[string]any{"caches": list}}})
}

func (s CacheStore) one(r *Request) (Answer, error) {
	c, err := s.find(r)
	if err != nil {
		return Answer{}, err
	}
	return OK(struct {
		Name    string `json:"name"`
		Manager string `json:"cacheManager"`
		cacheTarget
	}{c.Name, cacheManager, cacheTarget{c.Target, c.Use}})
}

func (s CacheStore) clearOne(r *Request) (Answer, error) {
	c, err := s.find(r)
	if err != nil {
		return Answer{}, err
	}
	return Answer{}, s.Clear(r.Context(), c.Name)
}

// clearAll goes on after a failure, so that as much as possible is empty.
func (s CacheStore) clearAll(r *Request) (Answer, error) {
	var failed error
	for _, c := range s.List() {
		if err := s.Clear(r.Context(), c.Name); err != nil {
			failed = err
		}
	}
	return Answer{}, failed
}

// find returns the cache that is asked for.
func (s CacheStore) find(r *Request) (Cache, error) {
	if manager := r.Query.Get("cacheManager"); manager == "" || manager == cacheManager {
		for _, c := range s.List() {
			if c.Name == r.Selector {
				return c, nil
			}
		}
	}
	return Cache{}, unknown("cache")
}
