package queue

import (
	"fmt"
	"strconv"
	"strings"
)

// The names of a queue's topics: the queue's own name for most messages, and further ones for those with a key or a
// priority. No queue has such a name, since ".." is not allowed in names.
const (
	keyed         = "..key"
	prioritized   = "..p"
	longestName   = 100 // of queues, in bytes
	allowedInName = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-."
)

// CheckName returns an error that says what is wrong with the name of a queue, or nil.
func CheckName(name string) error {
	switch {
	case name == "":
		return fmt.Errorf("the name of a queue is empty")
	case len(name) > longestName:
		return fmt.Errorf("the name of the queue is %d bytes long; %d are allowed", len(name), longestName)
	case strings.ContainsFunc(name, func(c rune) bool { return !strings.ContainsRune(allowedInName, c) }):
		return fmt.Errorf("the name of queue %q may contain only letters, digits, '-', '_' and '.'", name)
	case strings.Contains(name, "..") || name[0] == '.' || name[len(name)-1] == '.':
		return fmt.Errorf("the name of queue %q has a dot at its begin or end, or two in a row", name)
	default:
		return nil
	}
}

// topicOf returns the topic for a message.
func topicOf(queue, key string, priority int) string {
	switch {
	case key != "":
		return queue + keyed
	case priority != usual:
		return queue + prioritized + strconv.Itoa(priority)
	default:
		return queue
	}
}

// furtherTopics returns the names of all topics of a queue that exist only if messages with keys or priorities were
// sent.
func furtherTopics(queue string) []string {
	list := []string{queue + keyed}
	for p := lowest; p <= highest; p++ {
		if p != usual {
			list = append(list, topicOf(queue, "", p))
		}
	}
	return list
}

// weightOf returns how often a topic is chosen, compared with others that have messages.
func weightOf(queue, topic string) int {
	p, err := strconv.Atoi(strings.TrimPrefix(topic, queue+prioritized))
	if err != nil {
		p = usual
	}
	return 1 << p
}
