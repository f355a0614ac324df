// Package search holds the connections of one generation of an application to search clusters, from its settings to the beans of
// scripts. They outlive a reload that changes none of their settings.
package search
