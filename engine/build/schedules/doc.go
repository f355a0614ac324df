// Package schedules finds the methods that are run by the clock.
package schedules
