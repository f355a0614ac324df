// Package cachetest tests that every cache.Store behaves in the same way.
//
//	func TestMemory(t *testing.T) {
//		cachetest.Run(t, func(t *testing.T) cachetest.Subject {
//			return cachetest.Subject{Store: cache.NewMemory(...), Pass: clock.pass}
//		})
//	}
package cachetest
