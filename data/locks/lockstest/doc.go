// Package lockstest tests that every locks.Locker behaves in the same way.
//
//	func TestMemory(t *testing.T) {
//		lockstest.Run(t, func(t *testing.T) lockstest.Subject {
//			return lockstest.Subject{Locker: locks.NewMemory(...), Pass: clock.pass}
//		})
//	}
package lockstest
