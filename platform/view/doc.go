// Package view sees text as bytes, and bytes as text, without a copy. It is a leaf that everybody may import.
package view
