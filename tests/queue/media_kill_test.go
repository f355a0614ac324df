package queue

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fwrun/fwrun/tests/harness"
	"github.com/fwrun/fwrun/tests/harness/pictures"
)

// mediaFaults stops the application for ever at a step of an upload, or of its processing.
const mediaFaults = `import { MediaController } from "./media/media-controller.js";
import { MediaJobs } from "./media/media-jobs.js";
import { MediaWorker } from "./media/media-worker.js";

const STEP = "$STEP";

async function reach(step) {
  if (step !== STEP) return;
  console.log("reached " + step);
  await new Promise(() => {});
}

function around(type, method, before, after) {
  const inner = type.prototype[method];
  const run = async (...call) => {
    await reach(before);
    const result = await inner.call(...call);
    await reach(after);
    return result;
  };
  // As many parameters as the method has: fwrun holds that against the source.
  type.prototype[method] = inner.length === 2 ? function (a, b) { return run(this, a, b); } : function (a) { return run(this, a); };
}

around(MediaController, "upload", "received", "committed");
around(MediaJobs, "accept", "stored", "recorded");
around(MediaJobs, "send", "inserted", "sent");
around(MediaWorker, "work", "taken", "handled");
around(MediaWorker, "variants", "found", "written");
`

// mediaSteps are the steps of an upload and its processing in their order, and whether the job is there if the process dies at one.
var mediaSteps = []struct {
	name    string
	isThere bool
}{
	{"received", false},
	{"stored", false},
	{"inserted", false},
	{"sent", false},
	{"recorded", false}, // before the commit
	{"committed", true},
	{"taken", true},
	{"found", true},
	{"written", true},
	{"handled", true},
}

// mediaApplication is a copy of the example media, and what its clients know.
type mediaApplication struct {
	t        *testing.T
	folder   string // of the application
	uploads  string // where files are kept while they are uploaded
	app      *harness.App
	url      string
	mu       sync.Mutex
	accepted []int
}

func newMediaApplication(t *testing.T) *mediaApplication {
	t.Helper()
	m := &mediaApplication{t: t, folder: t.TempDir(), uploads: t.TempDir()}
	for _, part := range []string{"config", "media", "migrations", "public"} {
		if err := os.CopyFS(filepath.Join(m.folder, part), os.DirFS(filepath.Join("..", "..", "scripts", "examples", "media", part))); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.RemoveAll(filepath.Join(m.folder, "public", "variants")); err != nil { // if somebody has tried the example
		t.Fatal(err)
	}
	return m
}

// tryMoreOften lets a message be tried more often than the tests kill the application: on a busy machine one may be in hand each time.
func (m *mediaApplication) tryMoreOften() {
	m.t.Helper()
	worker := filepath.Join(m.folder, "media", "media-worker.js")
	text, err := os.ReadFile(worker)
	if err != nil {
		m.t.Fatal(err)
	}
	changed := bytes.Replace(text, []byte("maxAttempts: 3"), []byte("maxAttempts: 100"), 1)
	if bytes.Equal(changed, text) {
		m.t.Fatal("the listener has no attempts to change")
	}
	harness.WriteFile(m.t, worker, string(changed))
}

func (m *mediaApplication) start(step string, env ...string) {
	m.t.Helper()
	harness.WriteFile(m.t, filepath.Join(m.folder, "faults.js"), strings.Replace(mediaFaults, "$STEP", step, 1))
	m.app, m.url = harness.Serve(m.t, m.folder, append(env, "SERVER_MULTIPART_FOLDER="+m.uploads)...)
}

// stop ends the application in order.
func (m *mediaApplication) stop() {
	m.t.Helper()
	if err := m.app.Cmd.Process.Signal(os.Interrupt); err != nil {
		m.t.Fatal(err)
	}
	select {
	case <-m.app.Exited:
	case <-time.After(harness.Patience):
		m.t.Fatalf("it does not end:\n%s", m.app.Log.Bytes())
	}
}

// mediaAnswer is the answer to an upload. Without one, the status is 0.
type mediaAnswer struct {
	status int
	Error  string
	Data   struct{ JobID int }
}

// upload sends a file.
func (m *mediaApplication) upload(file []byte) (answer mediaAnswer) {
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	part, err := w.CreateFormFile("image", "photo.png")
	if err == nil {
		_, err = part.Write(file)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		m.t.Error(err)
		return mediaAnswer{}
	}
	return m.send(w.FormDataContentType(), form.Bytes())
}

// send sends the body of an upload.
func (m *mediaApplication) send(contentType string, body []byte) (answer mediaAnswer) {
	response, err := http.Post(m.url+"/media/upload", contentType, bytes.NewReader(body))
	if err != nil {
		return answer
	}
	defer response.Body.Close()
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
		return answer
	}
	if answer.status = response.StatusCode; answer.status == http.StatusAccepted {
		m.mu.Lock()
		defer m.mu.Unlock()
		m.accepted = append(m.accepted, answer.Data.JobID)
	}
	return answer
}

type mediaJob struct {
	JobID    int
	Status   string
	Variants []string
	Error    *string
}

// job returns a job, unless there is none.
func (m *mediaApplication) job(id int) (job mediaJob, ok bool) {
	m.t.Helper()
	response, err := http.Get(fmt.Sprintf("%s/media/%d", m.url, id))
	if err != nil {
		m.t.Fatal(err)
	}
	defer response.Body.Close()
	if response.StatusCode == http.StatusNotFound {
		return mediaJob{}, false
	}
	var answer struct{ Data mediaJob }
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
		m.t.Fatal(err)
	}
	return answer.Data, true
}

// finished waits until no job is pending, and returns all.
func (m *mediaApplication) finished() (jobs []mediaJob) {
	m.t.Helper()
	ticks := time.NewTicker(10 * time.Millisecond)
	defer ticks.Stop()
	for deadline := time.Now().Add(harness.Patience); ; <-ticks.C {
		job, ok := m.job(len(jobs) + 1)
		switch {
		case !ok:
			return jobs
		case job.Status != "pending":
			jobs = append(jobs, job)
		case time.Now().After(deadline):
			m.t.Fatalf("job %d is pending:\n%s", job.JobID, m.app.Log.Bytes())
		}
	}
}

// clean waits until the inbox and the variants have the files of the jobs, and no others.
func (m *mediaApplication) clean(jobs []mediaJob) {
	m.t.Helper()
	var want []string
	for _, job := range jobs {
		want = append(want, job.Variants...)
	}
	slices.Sort(want)
	var inbox, variants []string
	ticks := time.NewTicker(10 * time.Millisecond) // there is no event to wait for
	defer ticks.Stop()
	for deadline := time.Now().Add(harness.Patience); time.Now().Before(deadline); <-ticks.C {
		inbox, variants = names(m.t, filepath.Join(m.folder, "data", "inbox")), names(m.t, filepath.Join(m.folder, "public", "variants"))
		if len(inbox) == len(jobs) && slices.Equal(variants, want) {
			return
		}
	}
	m.t.Fatalf("%d jobs have %d files in the inbox: %v\nvariants: %v\nwant: %v\n%s", len(jobs), len(inbox), inbox, variants, want, m.app.Log.Bytes())
}

// names returns the sorted names of what is in a folder.
func names(t *testing.T, folder string) (list []string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	for _, entry := range entries {
		list = append(list, entry.Name())
	}
	return list
}

// TestMediaIsKilled kills the example media at each step of an upload, and at any time under load: every job that a client knows of is done
// in the end, and after the sweep there is no file without a job.
func TestMediaIsKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes half a minute")
	}
	m := newMediaApplication(t)
	m.tryMoreOften()
	image := pictures.ZeroPNG(64, 64, 8, 2)
	jobs := 0
	for _, step := range mediaSteps {
		m.start(step.name)
		go m.upload(image)
		if _, err := harness.UntilLogged(m.app.Log, m.app.Exited, 0, regexp.MustCompile("reached "+step.name)); err != nil {
			t.Fatalf("%s: %v", step.name, err)
		}
		m.app.Kill()
		if step.isThere {
			jobs++
		}
		m.check(step.name, jobs)
	}
	for range 6 {
		m.start("")
		var clients sync.WaitGroup
		for range 4 {
			clients.Go(func() {
				for status := -1; status != 0; {
					status = m.upload(image).status
				}
			})
		}
		time.Sleep(time.Duration(50+rand.IntN(400)) * time.Millisecond) // any time
		m.app.Kill()
		clients.Wait()
	}
	m.check("under load", -1) // messages that were on their way out of the outbox take 15 seconds
	t.Logf("%d uploads were accepted", len(m.accepted))
}

// check starts the application again, and expects that all jobs get done; that there are as many as jobs says, if it is not negative; and
// that nothing else is left.
func (m *mediaApplication) check(when string, jobs int) {
	m.t.Helper()
	m.start("", "MEDIA_ORPHAN_AGE=300ms", "MEDIA_SWEEP=50ms")
	done := m.finished()
	if jobs >= 0 && len(done) != jobs {
		m.t.Errorf("%s: %d jobs, want %d", when, len(done), jobs)
	}
	for _, job := range done {
		if job.Status != "done" || len(job.Variants) != 3 || job.Error != nil {
			m.t.Errorf("%s: %+v", when, job)
		}
	}
	for _, id := range m.accepted {
		if id > len(done) {
			m.t.Errorf("%s: the job %d was accepted, and is missing", when, id)
		}
	}
	m.clean(done)
	m.stop()
	if left := names(m.t, m.uploads); len(left) > 0 {
		m.t.Errorf("%s: temporary files are left: %v", when, left)
	}
}
