// Package flame makes a flame graph of a profile: one page of HTML that loads nothing.
package flame
