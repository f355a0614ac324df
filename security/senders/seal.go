package senders

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"strings"
)

// Sender is somebody who has sent a message, as that one was at the time.
type Sender struct {
	Name   string   `json:"name"`
	Roles  []string `json:"roles,omitempty"`
	Scopes []string `json:"scopes,omitempty"`
}

// Seal signs who has sent a message. It may be used by several goroutines.
type Seal struct{ key []byte }

// New returns a seal with a secret, which all processes share that send and handle the messages.
func New(secret []byte) *Seal {
	key := hmac.New(sha256.New, secret)
	key.Write([]byte("fwrun: who has sent a message")) // what is signed here is good nowhere else, even if the secret is shared
	return &Seal{key.Sum(nil)}
}

// ErrForged is the error of a text that was not made by [Seal.Of] for the message.
var ErrForged = errors.New("its sender is forged, or was taken from another message")

// Of returns a text of visible ASCII characters that says who sends a message with a body to a queue.
func (s *Seal) Of(who Sender, queue string, body []byte) (string, error) {
	said, err := json.Marshal(who)
	if err != nil {
		return "", err
	}
	return s.text(said, queue, body), nil
}

// Open returns who has sent a message with a body to a queue. The error is [ErrForged].
func (s *Seal) Open(text, queue string, body []byte) (who Sender, err error) {
	first, _, _ := strings.Cut(text, ".")
	said, err := base64.RawURLEncoding.DecodeString(first)
	if err != nil || !hmac.Equal([]byte(text), []byte(s.text(said, queue, body))) {
		return Sender{}, ErrForged
	}
	if err := json.Unmarshal(said, &who); err != nil || who.Name == "" {
		return Sender{}, ErrForged
	}
	return who, nil
}

// text returns what was said with its signature.
func (s *Seal) text(said []byte, queue string, body []byte) string {
	return base64.RawURLEncoding.EncodeToString(said) + "." + base64.RawURLEncoding.EncodeToString(s.sign(said, queue, body))
}

// sign signs the parts of a message, each with its length, so that nothing moves from one to the next.
func (s *Seal) sign(said []byte, queue string, body []byte) []byte {
	mac := hmac.New(sha256.New, s.key)
	for _, part := range [][]byte{said, []byte(queue), body} {
		var length [8]byte
		binary.BigEndian.PutUint64(length[:], uint64(len(part)))
		mac.Write(length[:])
		mac.Write(part)
	}
	return mac.Sum(nil)
}
