// Package units parses durations and sizes as people write them.
package units
