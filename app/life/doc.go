// Package life knows how long the start and the end of the process may take.
package life
