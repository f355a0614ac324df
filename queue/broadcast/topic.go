package broadcast

import (
	"crypto/sha256"
	"encoding/base64"
	"strings"
)

// topicPrefix begins all topics, so that a server can give permissions for them.
const topicPrefix = "fwrun.broadcast."

// topicOf returns the topic of a name. Different names have different topics, as far as SHA-256 has no collisions.
func topicOf(prefix, name string) string { return topicPrefix + token(prefix) + "." + token(name) }

// longestToken is the length to which names are readable in topics. RabbitMQ takes topics of 255 bytes.
const longestToken = 64

// token returns a text as one level of a topic: as it is if it is short and harmless, or else its hash, which begins with a character
// that others do not have.
func token(text string) string {
	if text != "" && len(text) <= longestToken && strings.Trim(text, plain) == "" {
		return text
	}
	sum := sha256.Sum256([]byte(text))
	return "=" + base64.RawURLEncoding.EncodeToString(sum[:])
}

// plain are the characters that mean nothing to any server, and stay within a level.
const plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_:"
