//go:build plainmatchers

package guard

const keepsMatchers = false
