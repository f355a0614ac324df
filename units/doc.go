// Package units reads durations and sizes as people write them.
package units
