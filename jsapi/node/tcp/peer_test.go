package tcp_test

import (
	"context"
	_ "embed"
	"encoding/json"
	"maps"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/jsapi"
	"github.com/fwrun/fwrun/jsapi/node/tcp"
	"github.com/fwrun/fwrun/jsapi/realm/realmtest"
	"github.com/fwrun/fwrun/tests/needs"
)

//go:embed testdata/peer.js
var peerScript string

// page has the function require.
func page(t testing.TB, o tcp.Options) *realmtest.Page {
	t.Helper()
	if o.Dial == nil {
		o.Dial = func(ctx context.Context, network, target string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, network, target)
		}
	}
	api, err := jsapi.New(jsapi.Options{Folder: t.TempDir(), TCP: o})
	if err != nil {
		t.Fatal(err)
	}
	p := realmtest.Of(t, api)
	modules := realmtest.Can[engine.NodeModules](p)
	p.Set("require", func(name string) any {
		exports, err := modules.Require(name)
		if err != nil {
			panic(p.ErrorValue(err))
		}
		return exports
	})
	return p
}

// TestSameAsNode: events, errors and values are those of Node, with the same servers.
func TestSameAsNode(t *testing.T) {
	t.Parallel()
	needs.Program(t, "node")
	at, err := json.Marshal(servers(t))
	if err != nil {
		t.Fatal(err)
	}
	call := "peer(require('net'), require('tls'), " + string(at) + ").then(all => JSON.stringify(all))"
	got := results(t, page(t, tcp.Options{}).Eval(peerScript+"\n"+call))
	file := filepath.Join(t.TempDir(), "peer.cjs")
	if err := os.WriteFile(file, []byte(peerScript+"\n"+call+".then(text => { console.log(text); process.exit(); })\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), "node", file).CombinedOutput()
	if err != nil {
		t.Fatalf("node: %v\n%s", err, out)
	}
	want := results(t, string(out))
	for _, name := range slices.Sorted(maps.Keys(want)) {
		if got[name] != want[name] {
			t.Errorf("%s\n got %s\nNode %s", name, got[name], want[name])
		}
	}
}

// results reads what peer has returned. Each case has had a result, and in time.
func results(t *testing.T, text string) map[string]string {
	t.Helper()
	var values map[string]json.RawMessage
	if err := json.Unmarshal([]byte(text), &values); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	all := map[string]string{}
	for name, value := range values {
		if all[name] = string(value); all[name] == `"late"` || len(value) < 3 {
			t.Errorf("%s: %s", name, value)
		}
	}
	return all
}
