// Package lockstest holds every locks.Locker to the same behaviour.
//
//	func TestMemory(t *testing.T) {
//		lockstest.Run(t, func(t *testing.T) lockstest.Subject {
//			return lockstest.Subject{Locker: locks.NewMemory(...), Pass: clock.pass}
//		})
//	}
package lockstest
