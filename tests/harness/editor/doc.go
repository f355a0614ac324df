// Package editor talks to language servers as an editor does.
package editor
