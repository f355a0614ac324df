package searchtest

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fwrun/fwrun/tests/databases"
	"github.com/fwrun/fwrun/tests/needs"
)

// patience limits the wait for a node. One takes 4 seconds on an idle machine, and ten times that on a busy one.
const patience = 5 * time.Minute

// Node is an OpenSearch server of one node.
type Node struct {
	URL string // such as http://127.0.0.1:41234

	home     string
	options  []string // of the Java program
	settings []string
	secured  *credentials

	process *exec.Cmd
	input   io.Closer // the node ends with it
	log     *bytes.Buffer
}

// Borrowed are the names of the nodes that a run of tests shares.
var Borrowed = []string{"search-1", "search-2"}

var (
	shareOnce sync.Once
	shared    *Node
	shareErr  error
)

// Shared returns a node for all tests of a package: one of those that a run of tests shares, which the package has for itself
// until the test ends, or else one that is started when the first test asks for it. Tests that use it do not run in parallel,
// and begin with Clean.
func Shared(t testing.TB) *Node {
	t.Helper()
	url, giveBack, ok, err := databases.Borrow(Borrowed...)
	if err != nil {
		t.Fatal(err)
	}
	if ok {
		t.Cleanup(giveBack)
		return &Node{URL: url}
	}
	jars := require(t)
	shareOnce.Do(func() { shared, shareErr = newNode(jars, os.MkdirTemp, nil, "-Dremove=true") })
	if shareErr != nil {
		t.Fatal(shareErr)
	}
	return shared
}

// Start starts a node that runs until the test ends.
func Start(t testing.TB) *Node {
	t.Helper()
	return startUntilEnd(t, nil)
}

// StartSecured starts a node with the security plugin: TLS by a certificate of its own, and users with passwords.
func StartSecured(t testing.TB) *Node {
	t.Helper()
	return startUntilEnd(t, newCredentials)
}

// Run starts a node for a program, which ends it with Close.
func Run() (*Node, error) {
	jars, err := download()
	if err != nil {
		return nil, err
	}
	return newNode(jars, os.MkdirTemp, nil, "-Dremove=true")
}

// Close ends a node that Run or Shared has started, and removes its folder.
func (n *Node) Close() error {
	if err := n.input.Close(); err != nil {
		return err
	}
	return n.process.Wait()
}

func startUntilEnd(t testing.TB, secure func(home, jars string) (*credentials, error)) *Node {
	t.Helper()
	jars := require(t)
	n, err := newNode(jars, func(string, string) (string, error) { return t.TempDir(), nil }, secure)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(n.Kill)
	return n
}

// require returns the folder of the jars. It skips the test if they cannot be had here.
func require(t testing.TB) string {
	t.Helper()
	for _, program := range []string{"java", "mvn"} {
		needs.Program(t, program)
	}
	downloadOnce.Do(func() { downloaded, downloadErr = download() })
	if downloadErr != nil {
		needs.Missing(t, "OpenSearch", "cannot be had: "+downloadErr.Error())
	}
	return downloaded
}

var (
	downloadOnce sync.Once
	downloaded   string
	downloadErr  error
)

func newNode(jars string, folder func(string, string) (string, error), secure func(home, jars string) (*credentials, error),
	options ...string,
) (*Node, error) {
	home, err := folder("", "fwrun-opensearch-")
	if err != nil {
		return nil, err
	}
	if err := layOut(home, jars); err != nil {
		return nil, err
	}
	n := &Node{home: home, options: options, settings: []string{
		"cluster.name=tests", "node.name=node1", "discovery.type=single-node", "network.host=127.0.0.1",
		"transport.port=0", "cluster.routing.allocation.disk.threshold_enabled=false",
	}}
	if secure != nil {
		if n.secured, err = secure(home, jars); err != nil {
			return nil, err
		}
		n.settings = append(n.settings, n.secured.settings()...)
	}
	return n, n.start("0")
}

// start runs the node and waits until it answers.
func (n *Node) start(port string) error {
	args := append(slices.Clone(n.options),
		"-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1",
		"-Dlog4j2.configurationFile="+filepath.Join(n.home, "log4j2.properties"),
		"-cp", filepath.Join(n.home, "core", "*"), filepath.Join(n.home, "Node.java"), n.home, "http.port="+port,
	)
	n.process, n.log = exec.Command("java", append(args, n.settings...)...), &bytes.Buffer{}
	n.process.Stderr = n.log
	input, err := n.process.StdinPipe()
	if err != nil {
		return err
	}
	output, err := n.process.StdoutPipe()
	if err != nil {
		return err
	}
	n.input = input
	if err := n.process.Start(); err != nil {
		return err
	}
	ready := make(chan string, 1)
	go func() {
		ready <- readyPort(output)
		_, _ = io.Copy(io.Discard, output)
	}()
	select {
	case port := <-ready:
		if port == "" {
			return fmt.Errorf("the node ended: %w\n%s", n.process.Wait(), n.log)
		}
		n.URL = n.scheme() + "://127.0.0.1:" + port
	case <-time.After(patience):
		n.Kill()
		return fmt.Errorf("the node is not ready after %v:\n%s", patience, n.log)
	}
	return n.awaitHealth()
}

// readyPort reads until the line with the port.
func readyPort(output io.Reader) string {
	lines := bufio.NewScanner(output)
	for lines.Scan() {
		if port, ok := strings.CutPrefix(lines.Text(), "ready "); ok {
			return port
		}
	}
	return ""
}

func (n *Node) scheme() string {
	if n.secured != nil {
		return "https"
	}
	return "http"
}

// awaitHealth waits until the node serves requests: the security plugin loads its users after the start.
func (n *Node) awaitHealth() error {
	late := time.Now().Add(patience)
	for {
		status, answer, err := n.send(http.MethodGet, "/_cluster/health?wait_for_status=yellow&timeout=30s", "")
		if err == nil && status == http.StatusOK {
			return nil
		}
		if time.Now().After(late) {
			return fmt.Errorf("the node does not become healthy: %d %s %w\n%s", status, answer, err, n.log)
		}
	}
}

// Kill ends the node at once, as a crash would.
func (n *Node) Kill() {
	_ = n.process.Process.Kill()
	_ = n.process.Wait() // reports that it was killed
}

// Restart starts the node again, on the same port and with its data, after Kill.
func (n *Node) Restart(t testing.TB) {
	t.Helper()
	_, port, _ := strings.Cut(strings.TrimPrefix(n.URL, n.scheme()+"://"), ":")
	if err := n.start(port); err != nil {
		t.Fatal(err)
	}
}
