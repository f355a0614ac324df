package queue

import (
	"bytes"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/tests/harness"
)

// TestDamagedBlock: of a hundred messages one is damaged on the disk, in the middle. It is an error, the others are handled, and the health
// says so until somebody has taken the damaged file away. It dropped all messages behind it without a word.
func TestDamagedBlock(t *testing.T) {
	const all = 100
	r := newNumbersRun(t, numbersKinds["embedded"], all)
	config := filepath.Join(r.folder, "config/application.yml")
	text, err := os.ReadFile(config)
	if err != nil {
		t.Fatal(err)
	}
	harness.WriteFile(t, config, string(text)+"management: { endpoints.enabled: true, endpoint.health: { enabled: true, show-details: always } }\n")
	fwrun := func(want int, words ...string) string {
		t.Helper()
		command := exec.Command(r.bin, append([]string{"queues", r.folder}, words...)...)
		said, _ := command.CombinedOutput()
		if code := command.ProcessState.ExitCode(); code != want {
			t.Fatalf("%v: exit code %d:\n%s", words, code, said)
		}
		return string(said)
	}
	fwrun(0, "pause", "numbers")
	app, url := r.start()
	r.hows = []string{"plain"}
	r.send(url, all)
	app.Kill()
	if said := fwrun(0, "verify"); !strings.Contains(said, "1 block with 100 messages, 0 damaged") {
		t.Error(said)
	}
	block := filepath.Join(r.folder, "data/queue/jetstream/$G/streams/fwrun-numbers/msgs/1.blk")
	bits, err := os.ReadFile(block)
	if err != nil {
		t.Fatal(err)
	}
	at := bytes.Index(bits[len(bits)/20:], []byte(`{"n":`)) + len(bits)/20
	bits[at] ^= 4
	harness.WriteFile(t, block, string(bits))
	if said := fwrun(3, "verify"); !strings.Contains(said, " cannot be read: ") || !strings.Contains(said, "at most 1 message of numbers lost") {
		t.Error(said)
	}
	if said := fwrun(3, "verify", "--json"); !strings.Contains(said, `"lost": 1`) {
		t.Error(said)
	}
	app, url = r.start()
	if log := string(app.Log.Bytes()); !strings.Contains(log, `"level":"ERROR","msg":"queue: a file of the queue store was damaged"`) {
		t.Errorf("the log has no error:\n%s", log)
	}
	fwrun(0, "resume", "numbers")
	harness.Eventually(t, "the others are handled", func() bool { return len(r.delivered()) == all-1 })
	health := func(want int) string {
		t.Helper()
		answer, err := r.client.Get(url + "/actuator/health")
		if err != nil {
			t.Fatal(err)
		}
		var body bytes.Buffer
		_, _ = body.ReadFrom(answer.Body)
		_ = answer.Body.Close()
		if answer.StatusCode != want {
			t.Errorf("status %d: %s", answer.StatusCode, &body)
		}
		return body.String()
	}
	if said := health(http.StatusServiceUnavailable); !strings.Contains(said, "damaged files in the queue store: 1, "+
		"messages lost: at most 1; they are in ") {
		t.Error(said)
	}
	kept, _ := filepath.Glob(filepath.Join(r.folder, "data/queue/broken-*"))
	if len(kept) != 1 {
		t.Fatalf("kept are %q", kept)
	}
	if was, err := os.ReadFile(filepath.Join(kept[0], "fwrun-numbers/msgs/1.blk")); err != nil || !bytes.Equal(was, bits) {
		t.Errorf("the damaged block is not kept: %v", err)
	}
	if err := os.Rename(kept[0], filepath.Join(t.TempDir(), "looked at")); err != nil {
		t.Fatal(err)
	}
	health(http.StatusOK)
	app.Kill()
	fwrun(0, "verify")
}
