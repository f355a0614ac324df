//go:build plainloops

package machine

const quickLoops = false
