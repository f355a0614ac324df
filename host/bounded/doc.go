// Package bounded reads bodies up to a limit.
package bounded
