// Package cachetest holds every cache.Store to the same behaviour.
//
//	func TestMemory(t *testing.T) {
//		cachetest.Run(t, func(t *testing.T) cachetest.Subject {
//			return cachetest.Subject{Store: cache.NewMemory(...), Pass: clock.pass}
//		})
//	}
package cachetest
