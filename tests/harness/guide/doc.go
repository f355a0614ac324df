// Package guide reads the pages of docs/guide as their readers do: which files they show, and what commands answer.
package guide
