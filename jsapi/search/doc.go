// Package search is what scripts use search clusters with: SearchClient, SearchScroll and SearchError.
//
// A cluster is what implements [Cluster]; this package knows no client. Requests run outside of the VM: every method
// returns a promise, and the VM serves others meanwhile.
package search
