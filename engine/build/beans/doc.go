// Package beans finds the beans of an application, the dependencies of each, what the configuration sets in it,
// and the order in which beans are created.
package beans
