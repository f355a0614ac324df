// Package schedules finds the methods that run by the clock.
package schedules
