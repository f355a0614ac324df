package rabbitmq_test

import (
	"io"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"github.com/fwrun/fwrun/data/datatest"
	"github.com/fwrun/fwrun/tests/harness"
	"github.com/fwrun/fwrun/tests/harness/nodejs"
)

func TestMain(m *testing.M) { harness.Main(m) }

// testPackages: packages that speak AMQP and MQTT themselves do so within an application.
func testPackages(t *testing.T, s server) {
	app := t.TempDir()
	must(t, os.CopyFS(app, os.DirFS(filepath.Join("testdata", "packages"))))
	nodejs.LinkPackages(t, harness.Repository(t, "tests/platform/compat"), app)
	at := harness.ServeFolder(t, app, datatest.FreePort(t), "AMQP="+s.URL, "MQTT="+s.MQTT)
	for path, want := range map[string]string{
		"/amqplib": `{"seen":["1","1000000","2","3"],"closed":404,"fails":true,"refused":"ECONNREFUSED","denied":true}`,
		"/mqtt":    `{"heard":["rooms/1/light on","rooms/2/light off","rooms/3/light again"],"denied":4}`,
	} {
		response, err := http.Get(at + path)
		must(t, err)
		body, err := io.ReadAll(response.Body)
		_ = response.Body.Close()
		must(t, err)
		if string(body) != want {
			t.Errorf("%s\n got %s\nwant %s", path, body, want)
		}
	}
}
