//go:build !plainmatchers

package guard

// keepsMatchers lets matchers be used again. The build tag plainmatchers leaves them to goja, to compare with.
const keepsMatchers = true
