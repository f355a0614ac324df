// Package beans finds the beans of an application, what each of them is given, what the
// configuration sets of it, and the order in which they are created.
package beans
