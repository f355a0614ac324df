// Package background is waitUntil, with which a handler goes on after its answer.
package background
