// Package recognise guesses whether a folder is an application, or has several of them, from a few of its files.
package recognise
