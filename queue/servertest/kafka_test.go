package servertest_test

import (
	"net"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/queue/servertest"
)

// TestKafka: a server that was killed is started again on its port.
func TestKafka(t *testing.T) {
	k := servertest.NewKafka(t)
	dial := func() error {
		conn, err := net.Dial("tcp", strings.TrimPrefix(k.URL, "kafka://"))
		if err == nil {
			_ = conn.Close()
		}
		return err
	}
	if err := dial(); err != nil {
		t.Error(err)
	}
	k.Kill(t)
	if dial() == nil {
		t.Error("the server was killed and answers")
	}
	k.Start(t)
	if err := dial(); err != nil {
		t.Error(err)
	}
}
