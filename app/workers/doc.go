// Package workers reads how scripts are run: on how many VMs, within which limits, and how large their results may be.
package workers
