package app

import (
	"github.com/fwrun/fwrun/app/folder"
	"github.com/fwrun/fwrun/queue/connect"
)

// QueueStore is what was found in the files of one embedded broker.
type QueueStore struct {
	Folder string `json:"folder"`
	connect.Report
}

// VerifyQueues reads the files of the embedded brokers of an application that does not run, and says what is damaged. If it is to repair, it
// does what a start does.
func VerifyQueues(options Options, repair bool) ([]QueueStore, error) {
	found, err := folder.Find(options.Folder)
	if err != nil {
		return nil, err
	}
	options.Folder = found
	g, problems := configure(options, nil)
	if len(problems.Errors()) > 0 {
		return nil, problems
	}
	list, seen := []QueueStore{}, map[string]bool{}
	for _, c := range g.settings.queues.connections {
		embedded := c.EmbeddedFolder(g.settings.queues.folder)
		if embedded == "" || seen[embedded] {
			continue
		}
		seen[embedded] = true
		report, err := connect.Verify(embedded, repair)
		if err != nil {
			return nil, err
		}
		list = append(list, QueueStore{embedded, report})
	}
	return list, nil
}
