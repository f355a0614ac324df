package table

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"maps"
	"time"

	"github.com/fwrun/fwrun/platform/fault"
)

// head is what a row knows of a message besides its payload and what is looked up, as JSON in the column head.
type head struct {
	ID         string            `json:"id"`
	Topic      string            `json:"topic,omitempty"`
	Key        string            `json:"key,omitempty"`
	Attempt    int               `json:"attempt,omitempty"`
	Priority   int               `json:"priority,omitempty"`
	Reason     string            `json:"reason,omitempty"`
	FirstError string            `json:"firstError,omitempty"`
	LastError  string            `json:"lastError,omitempty"`
	FirstAt    int64             `json:"firstAt,omitempty"` // milliseconds
	Metadata   map[string]string `json:"metadata,omitempty"`
}

func (h head) text() string {
	text, _ := json.Marshal(h) // texts and numbers only
	return string(text)
}

func readHead(text string) (h head, err error) {
	if err = json.Unmarshal([]byte(text), &h); err != nil {
		return h, fault.New("queue.table", fault.Internal, "a message in the database is damaged").Because(err)
	}
	if h.Metadata == nil {
		h.Metadata = map[string]string{}
	}
	return h, nil
}

// without returns metadata without one header.
func without(metadata map[string]string, name string) map[string]string {
	if _, ok := metadata[name]; !ok {
		return metadata
	}
	metadata = maps.Clone(metadata)
	delete(metadata, name)
	return metadata
}

// hashOf returns what a text of any length is looked up by, "" for "".
func hashOf(text string) string {
	if text == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:16])
}

func millis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

func moment(millis int64) time.Time {
	if millis == 0 {
		return time.Time{}
	}
	return time.UnixMilli(millis)
}

// bytesOfPayload returns a payload that no database takes for null.
func bytesOfPayload(payload []byte) []byte {
	if payload == nil {
		return []byte{}
	}
	return payload
}

// checkSize refuses a message that some database could not return.
func checkSize(op string, size int) error {
	if size > MostBytes {
		return fault.New(op, fault.TooLarge, "the message is larger than 32 MiB, the most that a database can keep")
	}
	return nil
}

// MostBytes is the largest size of a message: its payload and its headers.
const MostBytes = 32 << 20
