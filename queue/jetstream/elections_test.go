package jetstream_test

import (
	"os"
	"time"
	_ "unsafe" // for go:linkname
)

// The server's own tests shorten these, too. No option does.
//
//go:linkname minElectionTimeout github.com/nats-io/nats-server/v2/server.minElectionTimeout
//go:linkname maxElectionTimeout github.com/nats-io/nats-server/v2/server.maxElectionTimeout
//go:linkname hbInterval github.com/nats-io/nats-server/v2/server.hbInterval
//go:linkname lostQuorumInterval github.com/nats-io/nats-server/v2/server.lostQuorumInterval
//go:linkname lostQuorumCheck github.com/nats-io/nats-server/v2/server.lostQuorumCheck
var minElectionTimeout, maxElectionTimeout, hbInterval, lostQuorumInterval, lostQuorumCheck time.Duration

// hurryElections makes the servers of this process notice the loss of a leader within 1 to 2 seconds instead of 4 to 9, in
// which most of a test that kills servers would pass. FWRUN_STRESS=1 leaves them as they are.
func hurryElections() {
	if os.Getenv("FWRUN_STRESS") == "1" {
		return
	}
	minElectionTimeout, maxElectionTimeout = time.Second, 2*time.Second
	hbInterval, lostQuorumInterval, lostQuorumCheck = 250*time.Millisecond, 2500*time.Millisecond, 2500*time.Millisecond
}
