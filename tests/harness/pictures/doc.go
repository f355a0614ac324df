// Package pictures makes images that decoders should not trust.
package pictures
