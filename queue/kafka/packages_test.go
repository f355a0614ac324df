package kafka_test

import (
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/data/datatest"
	"github.com/fwrun/fwrun/queue/servertest"
	"github.com/fwrun/fwrun/tests/harness"
	"github.com/fwrun/fwrun/tests/harness/nodejs"
)

// testPackages: a package that speaks Kafka's protocol itself does so within an application.
func testPackages(t *testing.T, server *servertest.Kafka) {
	app := t.TempDir()
	must(t, os.CopyFS(app, os.DirFS(filepath.Join("testdata", "packages"))))
	nodejs.LinkPackages(t, harness.Repository(t, "tests/platform/compat"), app)
	at := harness.ServeFolder(t, app, datatest.FreePort(t), "KAFKA="+strings.TrimPrefix(server.URL, "kafka://"))
	response, err := http.Get(at + "/kafkajs")
	must(t, err)
	body, err := io.ReadAll(response.Body)
	_ = response.Body.Close()
	must(t, err)
	const want = `{"made":true,"seen":[1,2,3],"large":500000,"fails":"UNKNOWN_TOPIC_OR_PARTITION","refused":"KafkaJSNumberOfRetriesExceeded"}`
	if string(body) != want {
		t.Errorf("got %s\nwant %s", body, want)
	}
}
