package app

import "github.com/fwrun/fwrun/app/queues"

// QueueStore is what was found in the files of one embedded broker.
type QueueStore = queues.Store

// VerifyQueues reads the files of the embedded brokers of an application that does not run, and says what is damaged. If it is to repair, it
// does what a start does.
func VerifyQueues(options Options, repair bool) ([]QueueStore, error) {
	g, err := begun(options)
	if err != nil {
		return nil, err
	}
	return g.settings.queues.Verify(repair)
}
