package queue

import (
	"archive/zip"
	"bytes"
	"fmt"
	"image"
	"image/gif"
	"image/png"
	"io/fs"
	"maps"
	"mime/multipart"
	"net/http"
	"net/textproto"
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

// mediaUpload is an upload that is bad, or looks so. An empty status of the job says that there is none.
type mediaUpload struct {
	name        string
	contentType string
	body        []byte
	status      int    // of the answer
	job         string // its status in the end
}

// form makes an upload of parts, each with a header Content-Disposition and its content.
func (u mediaUpload) form(t *testing.T, parts ...[2]string) mediaUpload {
	t.Helper()
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	for _, p := range parts {
		part, err := w.CreatePart(textproto.MIMEHeader{"Content-Disposition": {p[0]}, "Content-Type": {"image/png"}})
		if err == nil {
			_, err = part.Write([]byte(p[1]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	u.contentType, u.body = w.FormDataContentType(), body.Bytes()
	return u
}

const ofImage = `form-data; name="image"; filename="photo.png"`

// hostileFiles are uploads of single files.
func hostileFiles(t *testing.T) (list []mediaUpload) {
	t.Helper()
	add := func(name, job string, content []byte) {
		u := mediaUpload{name: name, status: 202, job: job}
		list = append(list, u.form(t, [2]string{ofImage, string(content)}))
	}
	corpus := pictures.Hostile(t)
	for _, name := range slices.Sorted(maps.Keys(corpus)) {
		job := "failed"
		if corpus[name].Status == 200 {
			job = "done"
		}
		if len(corpus[name].File) < 10<<20 {
			add(name, job, corpus[name].File)
		}
	}
	var picture, animation, archive bytes.Buffer
	if err := png.Encode(&picture, image.NewNRGBA(image.Rect(0, 0, 40, 30))); err != nil {
		t.Fatal(err)
	}
	if err := gif.Encode(&animation, image.NewGray(image.Rect(0, 0, 4, 3)), nil); err != nil {
		t.Fatal(err)
	}
	zipped := zip.NewWriter(&archive)
	if bomb, err := zipped.Create("bomb"); err == nil {
		_, _ = bomb.Write(make([]byte, 64<<20))
	}
	_ = zipped.Close()
	script := "<script>alert(1)</script>"
	add("PNG and HTML", "done", append(slices.Clone(picture.Bytes()), script...))
	add("PNG and ZIP", "done", append(slices.Clone(picture.Bytes()), archive.Bytes()...))
	add("GIF and HTML", "done", append(slices.Clone(animation.Bytes()), script...))
	add("GIF and JavaScript", "failed", []byte("GIF89a=1;alert(1)//"))
	add("BMP and JavaScript", "failed", []byte("BM=1;alert(1)//"))
	add("PDF", "failed", []byte("%PDF-1.7\n1 0 obj<<>>endobj"))
	add("PDF and JPEG", "failed", []byte("%PDF-1.7\n\xff\xd8\xff\xe0"))
	add("ZIP bomb", "failed", archive.Bytes())
	add("SVG with a script", "failed", []byte(`<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">`+script+`</svg>`))
	add("SVG with entities", "failed", []byte(`<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;</svg>`))
	add("ImageMagick script", "failed", []byte("push graphic-context\nviewbox 0 0 640 480\nfill 'url(https://example.com/x.jpg\"|id\")'\n"+
		"pop graphic-context"))
	add("PostScript", "failed", []byte("%!PS-Adobe-3.0\n(/etc/passwd) (r) file"))
	add("HTML", "failed", []byte("<!doctype html>"+script))
	add("PHP", "failed", []byte("<?php system($_GET['c']);"))
	add("TIFF", "failed", []byte("II*\x00\x08\x00\x00\x00"))
	add("HEIC", "failed", []byte("\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic"))
	add("empty", "failed", nil)
	add("one byte", "failed", []byte{0xff})
	add("zeros", "failed", make([]byte, 1<<20))
	for _, at := range []int{1, 8, 16, 24, 33, 40, picture.Len() / 2, picture.Len() - 13} {
		add(fmt.Sprintf("PNG, cut at %d", at), "failed", picture.Bytes()[:at])
	}
	for at := 16; at < 30; at += 2 {
		file := slices.Clone(picture.Bytes())
		file[at] ^= 0xff
		add(fmt.Sprintf("PNG, byte %d", at), "failed", file)
	}
	return list
}

// hostileNames are uploads whose names are bad. The file itself is good.
func hostileNames(t *testing.T) (list []mediaUpload) {
	t.Helper()
	good := string(pictures.ZeroPNG(40, 30, 8, 2))
	for _, name := range []string{
		"../../../../evil.png", `..\\..\\evil.png`, "/etc/cron.d/evil", "config/application.yml", "....//evil", "%2e%2e%2fevil.png",
		"C:\\\\evil.png", "con", ".htaccess", "-rf", "evil.php", "$(id).png", "'; drop table media_job; --", strings.Repeat("a", 5000), "",
		"\u202egnp.live", "evil.js", "data/media.db",
	} {
		u := mediaUpload{name: "the name " + name[:min(len(name), 30)], status: 202, job: "done"}
		list = append(list, u.form(t, [2]string{`form-data; name="image"; filename="` + name + `"`, good}))
	}
	return list
}

// hostileForms are uploads that are refused.
func hostileForms(t *testing.T) (list []mediaUpload) {
	t.Helper()
	good := string(pictures.ZeroPNG(40, 30, 8, 2))
	add := func(name string, parts ...[2]string) {
		u := mediaUpload{name: name, status: 400}
		list = append(list, u.form(t, parts...))
	}
	add("no file")
	add("a text", [2]string{`form-data; name="image"`, good})
	add("another field", [2]string{`form-data; name="photo"; filename="photo.png"`, good})
	add("a list", [2]string{`form-data; name="image[]"; filename="photo.png"`, good})
	add("two files", [2]string{ofImage, good}, [2]string{ofImage, good})
	add("thirty files", slices.Repeat([][2]string{{ofImage, good}}, 30)...)
	add("no name", [2]string{`form-data; filename="photo.png"`, good})
	add("an encoded name", [2]string{`form-data; name="image"; filename*=UTF-8''%2e%2e%2fevil.png`, good})
	add("another name of a prototype", [2]string{`form-data; name="__proto__"; filename="photo.png"`, good})
	add("a zero byte in the name", [2]string{`form-data; name="image"; filename="evil.png` + "\x00" + `.jpg"`, good})
	add("a byte too many", [2]string{ofImage, good + strings.Repeat("x", 10<<20)})
	list = append(list,
		mediaUpload{name: "no boundary", contentType: "multipart/form-data", body: []byte(good), status: 400},
		mediaUpload{name: "a body of something else", contentType: "multipart/form-data; boundary=b", body: []byte(good), status: 400},
		mediaUpload{
			name: "cut off", contentType: "multipart/form-data; boundary=b",
			body: []byte("--b\r\nContent-Disposition: " + ofImage + "\r\n\r\n" + good), status: 400,
		},
		mediaUpload{
			name: "bare LF", contentType: "multipart/form-data; boundary=b",
			body: []byte("--b\nContent-Disposition: " + ofImage + "\n\nx\n--b--\n"), status: 400,
		},
		mediaUpload{name: "JSON", contentType: "application/json", body: []byte(`{"image":"photo.png"}`), status: 400},
		mediaUpload{name: "a file without a form", contentType: "image/png", body: []byte(good), status: 400},
	)
	return list
}

var sourceName = regexp.MustCompile(`^[0-9a-f]{32}$`)

// TestMediaUnderHostileUploads sends the example media what an upload should not be, from many clients at once: each gets its status, nothing is
// written outside of the folders, nothing temporary is left, and the process stays small.
func TestMediaUnderHostileUploads(t *testing.T) {
	const most = 300 << 20
	m := newMediaApplication(t)
	m.start("", "IMAGES_TIMEOUT=5m", "SERVER_HANDLER_TIMEOUT=5m", "MEDIA_RETRY_AFTER=1h")
	uploads := slices.Concat(hostileFiles(t), hostileNames(t), hostileForms(t))
	before := allFiles(t, m.folder)
	stop, peak := make(chan struct{}), make(chan int)
	go func() {
		highest, ticks := 0, time.NewTicker(2*time.Millisecond)
		defer ticks.Stop()
		for {
			select {
			case <-ticks.C:
				highest = max(highest, harness.ResidentSize(t, m.app.Cmd.Process.Pid))
			case <-stop:
				peak <- highest
				return
			}
		}
	}()
	var all sync.WaitGroup
	answers := make([]mediaAnswer, len(uploads))
	for i, u := range uploads {
		all.Go(func() { answers[i] = m.send(u.contentType, u.body) })
	}
	all.Wait()
	jobs := m.finished()
	close(stop)
	highest := <-peak
	t.Logf("%d bad uploads: %d MB at most", len(uploads), highest>>20)
	if highest > most {
		t.Errorf("the process took %d MB, %d are allowed", highest>>20, most>>20)
	}
	for i, u := range uploads {
		m.compare(u, answers[i], jobs)
	}
	m.clean(jobs)
	for _, name := range names(t, filepath.Join(m.folder, "data", "inbox")) {
		if !sourceName.MatchString(name) {
			t.Errorf("the inbox has a file %s", name)
		}
	}
	m.stop()
	if left := names(t, m.uploads); len(left) > 0 {
		t.Errorf("temporary files are left: %v", left)
	}
	for _, name := range allFiles(t, m.folder) {
		if !slices.Contains(before, name) && !strings.HasPrefix(name, "data"+string(os.PathSeparator)) &&
			filepath.Dir(name) != filepath.Join("public", "variants") {
			t.Errorf("there is a new file %s", name)
		}
	}
}

// compare expects the answer and the job of an upload.
func (m *mediaApplication) compare(u mediaUpload, answer mediaAnswer, jobs []mediaJob) {
	m.t.Helper()
	if answer.status != u.status || (answer.Error == "") != (u.status == http.StatusAccepted) {
		m.t.Errorf("%s: %+v, want %d", u.name, answer, u.status)
		return
	}
	if u.status != http.StatusAccepted {
		return
	}
	job, failure := jobs[answer.Data.JobID-1], ""
	if job.Error != nil {
		failure = *job.Error
	}
	isDone := job.Status == "done" && len(job.Variants) == 3 && failure == ""
	isFailed := job.Status == "failed" && len(job.Variants) == 0 && failure == "the file could not be processed"
	if job.Status != u.job || !isDone && !isFailed {
		m.t.Errorf("%s: %+v %s, want %s", u.name, job, failure, u.job)
	}
}

// allFiles lists the files in a folder and in those within, without the ones of the database and the queue.
func allFiles(t *testing.T, folder string) (list []string) {
	t.Helper()
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			path, err = filepath.Rel(folder, path)
			list = append(list, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}
