package http

import (
	"bytes"
	"cmp"
	"io"
	"mime/multipart"
	"net/http"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/fwrun/fwrun/tests/harness"
	"github.com/fwrun/fwrun/tests/harness/pictures"
)

const imagesApplication = `import { Autowired, HttpUploadedFile, Images, PostMapping, GetMapping, RequestParam, RestController } from "fwrun";

@RestController
export class Photos {
  @Autowired images: Images;
  @GetMapping("/hello") hello() { return "hello"; }
  @PostMapping("/photos") async upload(@RequestParam image: HttpUploadedFile) {
    const made = await this.images.resize(image, [{ width: 1600 }, { width: 800 }, { width: 200 }]);
    return made.map((m) => m.width).join();
  }
}
`

// TestHostileImages uploads bad images from many clients at once: the process stays small, and answers others.
func TestHostileImages(t *testing.T) {
	const uploads, most = 80, 300 << 20
	folder := t.TempDir()
	harness.WriteFile(t, filepath.Join(folder, "app.ts"), imagesApplication)
	app, url := harness.Serve(t, folder, "SERVER_HANDLER_TIMEOUT=5m", "SERVER_MULTIPART_MAX_FILE_BYTES=50MiB", "SERVER_CPU_TIMEOUT=1m",
		"IMAGES_TIMEOUT=5m")
	bad := pictures.Hostile(t)
	harness.ResidentSize(t, app.Cmd.Process.Pid) // fails where it is not known
	var names []string
	for name := range bad {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Compare(bad[b].Status, bad[a].Status) })
	done, peak := make(chan struct{}), make(chan int)
	go func() {
		highest, ticks := 0, time.NewTicker(2*time.Millisecond)
		defer ticks.Stop()
		for {
			select {
			case <-ticks.C:
				highest = max(highest, harness.ResidentSize(t, app.Cmd.Process.Pid))
			case <-done:
				peak <- highest
				return
			}
		}
	}()
	var all sync.WaitGroup
	for i := range uploads {
		name := names[i%len(names)]
		if bad[name].Status == http.StatusOK && i >= 2*len(names) {
			name = names[0] // two of each that is worked on to its end, which takes a second
		}
		all.Go(func() {
			if status, body := uploadImage(t, url, bad[name].File); status != bad[name].Status {
				t.Errorf("%s: %d %s, want %d", name, status, body, bad[name].Status)
			}
		})
	}
	for range 20 {
		response, err := http.Get(url + "/hello")
		if err != nil {
			t.Fatal(err)
		}
		_ = response.Body.Close()
	}
	all.Wait()
	close(done)
	highest := <-peak
	t.Logf("%d bad uploads: %d MB at most", uploads, highest>>20)
	if highest > most {
		t.Errorf("the process took %d MB, %d are allowed", highest>>20, most>>20)
	}
}

func uploadImage(t *testing.T, url string, file []byte) (status int, body string) {
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	part, err := w.CreateFormFile("image", "photo.jpg")
	if err == nil {
		_, err = part.Write(file)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Error(err)
		return 0, ""
	}
	response, err := http.Post(url+"/photos", w.FormDataContentType(), &form)
	if err != nil {
		t.Error(err)
		return 0, ""
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Error(err)
	}
	return response.StatusCode, string(text)
}
