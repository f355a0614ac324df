package app_test

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/fwrun/fwrun/app"
)

const adminApp = `import { GetMapping, RestController } from "fwrun";
	@RestController export class Api { @GetMapping("/hello") hello() { return "hello"; } }`

const tagged = "management.admin.metadata: { tags: { environment: test, n: 7 }, none: null }"

// TestSpringBootAdmin: an application registers with the URLs of its real listeners, again after a reload, and leaves at its end.
func TestSpringBootAdmin(t *testing.T) {
	machine, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		env  []string
		want string // PORT and MANAGED are those of the listeners, STARTED the time of the start
	}{
		"plain": {
			nil, `{"name":"FOLDER","managementUrl":"http://127.0.0.1:PORT/actuator","healthUrl":"http://127.0.0.1:PORT/actuator/health",` +
				`"serviceUrl":"http://127.0.0.1:PORT/","metadata":{"startup":"STARTED"}}`,
		},
		"everything": {
			[]string{
				"FWRUN_PROFILE=tagged", "SERVER_ADDRESS=0.0.0.0", "SERVER_CONTEXT_PATH=/shop", "MANAGEMENT_ENDPOINTS_BASE_PATH=/manage",
				"MANAGEMENT_ADMIN_NAME=the shop",
			}, `{"name":"the shop","managementUrl":"http://MACHINE:PORT/shop/manage","healthUrl":"http://MACHINE:PORT/shop/manage/health",` +
				`"serviceUrl":"http://MACHINE:PORT/shop/","metadata":{"startup":"STARTED","tags.environment":"test","tags.n":"7"}}`,
		},
		"a listener of its own": {
			[]string{"SERVER_CONTEXT_PATH=/shop", "MANAGEMENT_SERVER_PORT=0", "MANAGEMENT_SERVER_ADDRESS=localhost"},
			`{"name":"FOLDER","managementUrl":"http://localhost:MANAGED/actuator","healthUrl":"http://localhost:MANAGED/actuator/health",` +
				`"serviceUrl":"http://127.0.0.1:PORT/shop/","metadata":{"startup":"STARTED"}}`,
		},
		"URLs that are set": {
			[]string{"MANAGEMENT_ADMIN_SERVICE_URL=https://shop.example.com/a/"},
			`{"name":"FOLDER","managementUrl":"https://shop.example.com/a/actuator","healthUrl":"https://shop.example.com/a/actuator/health",` +
				`"serviceUrl":"https://shop.example.com/a/","metadata":{"startup":"STARTED"}}`,
		},
		"other URLs that are set": {
			[]string{"MANAGEMENT_ADMIN_MANAGEMENT_URL=https://ops.example.com/shop", "MANAGEMENT_ADMIN_HEALTH_URL=https://ops.example.com/ok"},
			`{"name":"FOLDER","managementUrl":"https://ops.example.com/shop","healthUrl":"https://ops.example.com/ok",` +
				`"serviceUrl":"http://127.0.0.1:PORT/","metadata":{"startup":"STARTED"}}`,
		},
		"no list of endpoints": {
			[]string{"MANAGEMENT_ENDPOINTS_BASE_PATH=/", "MANAGEMENT_ADMIN_MANAGEMENT_URL=https://ops.example.com/"},
			`{"name":"FOLDER","managementUrl":"https://ops.example.com/","healthUrl":"https://ops.example.com/health",` +
				`"serviceUrl":"http://127.0.0.1:PORT/","metadata":{"startup":"STARTED"}}`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			asked := make(chan string, 100)
			admin := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				body, _ := io.ReadAll(r.Body)
				asked <- strings.TrimSpace(r.Method + " " + r.URL.Path + " " + string(body))
				w.WriteHeader(http.StatusCreated)
				_, _ = io.WriteString(w, `{"id":"1f5d0a9042ac"}`)
			}))
			defer admin.Close()
			folder := queuesApp(t, adminApp)
			if err := errors.Join(
				os.Mkdir(filepath.Join(folder, "config"), 0o700),
				os.WriteFile(filepath.Join(folder, "config", "application-tagged.yml"), []byte(tagged), 0o600),
			); err != nil {
				t.Fatal(err)
			}
			env := append([]string{
				"MANAGEMENT_ADMIN_URL=" + admin.URL + "/", "MANAGEMENT_ENDPOINTS_ENABLED=true", "MANAGEMENT_ENDPOINT_HEALTH_ENABLED=true",
				"MANAGEMENT_ENDPOINT_BEANS_ENABLED=true",
			}, c.env...)
			before := time.Now()
			running, stop := listening(t, app.Options{Folder: folder, Env: env})
			got := <-asked
			for range 2 {
				compareInstance(t, got, strings.NewReplacer("FOLDER", filepath.Base(folder), "MACHINE", machine).Replace(c.want), before)
				if err := running.Reload(t.Context()); err != nil {
					t.Fatal(err)
				}
				got = <-asked
			}
			stop()
			close(asked)
			for last := range asked {
				got = last
			}
			if got != "DELETE /instances/1f5d0a9042ac" {
				t.Errorf("at last it sent %s", got)
			}
		})
	}
}

// compareInstance compares a request with the instance that it should contain.
func compareInstance(t *testing.T, request, want string, before time.Time) {
	t.Helper()
	text, ok := strings.CutPrefix(request, "POST /instances ")
	var got struct {
		ServiceURL, ManagementURL string
		Metadata                  map[string]string
	}
	if err := json.Unmarshal([]byte(text), &got); err != nil || !ok {
		t.Fatalf("%s: %v", request, err)
	}
	started, err := time.Parse(time.RFC3339, got.Metadata["startup"])
	if err != nil || started.Before(before) || started.After(time.Now()) {
		t.Errorf("the start was at %v, %v", started, err)
	}
	want = strings.NewReplacer("PORT", portOf(t, got.ServiceURL), "MANAGED", portOf(t, got.ManagementURL), "STARTED",
		got.Metadata["startup"]).Replace(want)
	if text != want {
		t.Errorf("it sent\n%s\nnot\n%s", text, want)
	}
	if regexp.MustCompile(`:0\b`).MatchString(text) {
		t.Errorf("no listener has the port 0: %s", text)
	}
}

func portOf(t *testing.T, text string) string {
	t.Helper()
	u, err := url.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return u.Port()
}

// TestSpringBootAdminIsAway: neither a server that refuses nor one that hangs delays start, requests and stop. What is sent to the one
// that hangs is given up in the end, which is logged: nothing waits for that. Where the machine is so slow that the time for it has passed
// all the same, another try follows.
func TestSpringBootAdminIsAway(t *testing.T) {
	for range 5 {
		if said := withoutAdmins(t); !strings.Contains(said, "cannot register with Spring Boot Admin") {
			return
		}
	}
	t.Error("the application has not stopped before it gave up the server that hangs")
}

// withoutAdmins starts an application whose servers are away, sends a request to it, and stops it. It returns what was logged since the
// server that refuses has done so.
func withoutAdmins(t *testing.T) string {
	t.Helper()
	hanging, err := net.Listen("tcp", "127.0.0.1:0") // accepts, and says nothing
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = hanging.Close() }()
	var log lockedBuffer
	env := []string{"MANAGEMENT_ADMIN_URL=http://127.0.0.1:1,http://" + hanging.Addr().String()}
	running, stop := listening(t, app.Options{Folder: queuesApp(t, adminApp), Env: env, Logger: app.LogTo(&log, false, false)})
	warnings := running.Serving().Warnings()
	if len(warnings) != 1 || !strings.Contains(warnings[0].Message, "the health endpoint is turned off") {
		t.Errorf("the warnings are %v", warnings)
	}
	for said := ""; !strings.Contains(said, "cannot register with Spring Boot Admin"); <-time.After(5 * time.Millisecond) {
		said += log.take()
	}
	registering, url := accepted(t, hanging)
	defer func() { _ = registering.Close() }()
	answer, err := http.Get(url + "hello")
	if err != nil {
		t.Fatal(err)
	}
	if _ = answer.Body.Close(); answer.StatusCode != http.StatusOK {
		t.Errorf("a request is answered with %s", answer.Status)
	}
	stop()
	return log.take()
}

// accepted reads the registration that a server is sent, and returns its connection and the URL of the application.
func accepted(t *testing.T, server net.Listener) (connection net.Conn, url string) {
	t.Helper()
	connection, err := server.Accept()
	if err != nil {
		t.Fatal(err)
	}
	request, err := http.ReadRequest(bufio.NewReader(connection))
	if err != nil {
		t.Fatal(err)
	}
	var sent struct{ ServiceURL string }
	if err := json.NewDecoder(request.Body).Decode(&sent); err != nil {
		t.Fatal(err)
	}
	return connection, sent.ServiceURL
}
