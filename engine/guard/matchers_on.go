//go:build !plainmatchers

package guard

// keepsMatchers lets matchers be used again, and Go's own find all matches in short texts. The build tag plainmatchers leaves both to goja,
// to compare with.
const keepsMatchers = true
