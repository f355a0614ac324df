package operations

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/fwrun/fwrun/host/certs/certstest"
	"github.com/fwrun/fwrun/tests/harness"
	"github.com/fwrun/fwrun/tests/needs"
)

// behind is an application behind a proxy. All of its VMs know the same gate, since there is one.
const behind = `
import { GetMapping, PostMapping, RequestBody, RestController } from "fwrun";

let open: () => void, seen: () => void;
const gate = new Promise<void>((done) => { open = done; });
const began = new Promise<void>((done) => { seen = done; });

@RestController
export class BehindController {
  @GetMapping("/who")
  who(request: HttpRequest) {
    return [request.getRemoteAddr(), request.getScheme(), request.getHost(), request.getUrl()].join(" ");
  }

  @GetMapping({ path: "/events", produces: "text/event-stream" })
  async *events() {
    yield "first";
    await gate;
    yield "second";
  }

  @PostMapping("/open")
  open() { open(); }

  @PostMapping("/upload")
  async upload(@RequestBody body: ReadableStream<Uint8Array>) {
    let length = 0;
    for await (const piece of body) {
      length += piece.length;
      seen();
    }
    return length;
  }

  @GetMapping("/began")
  async began() {
    await began;
    return "yes";
  }

  @GetMapping("/large")
  large() { return "0123456789abcdef".repeat(1 << 20); }
}
`

// deploymentFile returns a block of docs/guide/deployment.md for another program, whose first line names the file.
func deploymentFile(t *testing.T, name string) string {
	t.Helper()
	page, err := os.ReadFile("../../docs/guide/deployment.md")
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile("(?ms)^```(?:yml|yaml|nginx|caddyfile)\n(" + regexp.QuoteMeta(name) + "\n.*?)^```$").FindSubmatch(page)
	if m == nil {
		t.Fatalf("the page does not have the file %s", name)
	}
	return string(m[1])
}

// changed returns a text with others in place of some parts, all of which it has.
func changed(t *testing.T, text string, pairs ...string) string {
	t.Helper()
	for i := 0; i < len(pairs); i += 2 {
		if !strings.Contains(text, pairs[i]) {
			t.Fatalf("the text does not have %q:\n%s", pairs[i], text)
		}
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

// proxied is an application, a proxy in front of it, and a client of the proxy.
type proxied struct {
	application *harness.App
	client      *http.Client
	host        string // of the proxy, with its port
}

// put starts the application, and the proxy: the command of start, which serves shop.example.com at an address, with a
// certificate that is in the folder as shop.pem and shop.key.
func put(t *testing.T, start func(folder, application string, port int) *exec.Cmd) proxied {
	t.Helper()
	bin := harness.Binary(t)
	shop, folder := t.TempDir(), t.TempDir()
	harness.WriteFile(t, filepath.Join(shop, "behind.ts"), behind)
	harness.WriteFile(t, filepath.Join(shop, "config", "application.yml"), deploymentFile(t, "server:"))
	serve := exec.Command(bin, "serve", shop, "--supervise", "--port", "0", "--log-format", "json")
	serve.Env = append(os.Environ(), "FWRUN_CACHE="+filepath.Join(folder, "cache"), "SERVER_MAX_BODY_BYTES=16MiB", "SERVER_WORKERS_MIN=1",
		"SERVER_WORKERS_MAX=1")
	p := proxied{application: harness.Begin(t, serve)}
	url := harness.UntilListens(t, p.application)

	signer, err := harness.Authority()
	if err != nil {
		t.Fatal(err)
	}
	made, err := signer.Issue(certstest.Options{Name: "shop.example.com"})
	if err != nil {
		t.Fatal(err)
	}
	harness.WriteFile(t, filepath.Join(folder, "shop.pem"), string(made.Certificate))
	harness.WriteFile(t, filepath.Join(folder, "shop.key"), string(made.Key))
	address := harness.FreeAddress(t)
	command := start(folder, strings.TrimPrefix(url, "http://"), address.Port)
	p.client, p.host = clientOf(signer.PEM, address), fmt.Sprintf("shop.example.com:%d", address.Port)
	runProxy(t, command, address)
	return p
}

// clientOf returns a client that reaches all hosts at one address, from 127.0.0.2: so it differs from the proxy.
func clientOf(authorities []byte, address net.Addr) *http.Client {
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(authorities)
	dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, 2)}}
	return &http.Client{Timeout: harness.Patience, Transport: &http.Transport{
		TLSClientConfig: &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12},
		DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
			return dialer.DialContext(ctx, network, address.String())
		},
	}}
}

// runProxy starts a proxy, waits until it listens, and ends it after the test.
func runProxy(t *testing.T, command *exec.Cmd, address net.Addr) {
	t.Helper()
	var said bytes.Buffer
	command.Stdout, command.Stderr = &said, &said
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		_ = command.Wait()
		close(ended)
	}()
	t.Cleanup(func() {
		_ = syscall.Kill(-command.Process.Pid, syscall.SIGKILL)
		<-ended
		if t.Failed() {
			t.Logf("%s said:\n%s", command, said.String())
		}
	})
	harness.Eventually(t, "the proxy listens", func() bool {
		select {
		case <-ended:
			t.Fatalf("%s ended", command)
		default:
		}
		conn, err := net.Dial("tcp", address.String())
		if err == nil {
			_ = conn.Close()
		}
		return err == nil
	})
}

// TestBehindNginx: what docs/guide/deployment.md shows for nginx does what the page says.
func TestBehindNginx(t *testing.T) {
	nginx := needs.Program(t, "nginx")
	p := put(t, func(folder, application string, port int) *exec.Cmd {
		harness.WriteFile(t, filepath.Join(folder, "shop.conf"), changed(t, deploymentFile(t, "# shop.conf"),
			"server 127.0.0.1:8080;", "server "+application+";", "listen 443 ssl;", "listen 127.0.0.1:"+strconv.Itoa(port)+" ssl;",
			"/etc/ssl/", folder+"/"))
		user := ""
		if os.Geteuid() == 0 { // the folders of the test are root's
			user = "user root;"
		}
		temporary := ""
		for _, kind := range []string{"client_body", "proxy", "fastcgi", "uwsgi", "scgi"} {
			temporary += fmt.Sprintf("%s_temp_path %s/%s;\n", kind, folder, kind)
		}
		harness.WriteFile(t, filepath.Join(folder, "nginx.conf"), fmt.Sprintf(
			"%s\ndaemon off;\nworker_processes 1;\npid %s/pid;\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n%sinclude %[2]s/shop.conf;\n}\n", user,
			folder, temporary))
		return exec.Command(nginx, "-e", "stderr", "-p", folder, "-c", filepath.Join(folder, "nginx.conf"))
	})
	p.hold(t)
}

// TestBehindCaddy: the same for Caddy.
func TestBehindCaddy(t *testing.T) {
	caddy := needs.Program(t, "caddy")
	p := put(t, func(folder, application string, port int) *exec.Cmd {
		// The name has no address, and nobody signs a certificate for it.
		site := fmt.Sprintf("https://shop.example.com:%d {\n\tbind 127.0.0.1\n\ttls %[2]s/shop.pem %[2]s/shop.key\n", port, folder)
		harness.WriteFile(t, filepath.Join(folder, "Caddyfile"), "{\n\tadmin off\n\tauto_https disable_redirects\n}\n"+
			changed(t, deploymentFile(t, "# Caddyfile"), "shop.example.com {\n", site, "127.0.0.1:8080", application))
		command := exec.Command(caddy, "run", "--config", filepath.Join(folder, "Caddyfile"), "--adapter", "caddyfile")
		command.Env = append(os.Environ(), "HOME="+folder, "XDG_DATA_HOME="+folder, "XDG_CONFIG_HOME="+folder)
		return command
	})
	p.hold(t)
}

// hold holds a proxy against what the page says.
func (p proxied) hold(t *testing.T) {
	t.Helper()
	harness.Eventually(t, "the proxy reaches the application", func() bool { _, err := p.ask(t, "GET", "/who", nil); return err == nil })
	p.whoIsAsking(t)
	p.events(t)
	p.upload(t)
	if said, err := p.ask(t, "GET", "/large", nil); err != nil || said != strings.Repeat("0123456789abcdef", 1<<20) {
		t.Errorf("a large answer has %d bytes, %v", len(said), err)
	}
	p.deploy(t)
}

// ask returns the answer to a request; an error unless it is 200.
func (p proxied) ask(t *testing.T, method, path string, header map[string]string) (string, error) {
	t.Helper()
	response, err := p.send(t, method, path, http.NoBody, header)
	if err != nil {
		return "", err
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	if response.StatusCode != http.StatusOK {
		err = errors.Join(err, fmt.Errorf("%s %s: %s", method, path, response.Status))
	}
	return string(text), err
}

func (p proxied) send(t *testing.T, method, path string, body io.Reader, header map[string]string) (*http.Response, error) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, "https://"+p.host+path, body)
	if err != nil {
		return nil, err
	}
	for name, value := range header {
		request.Header.Set(name, value)
	}
	return p.client.Do(request)
}

// whoIsAsking: the application knows the client, whatever that has invented.
func (p proxied) whoIsAsking(t *testing.T) {
	t.Helper()
	want := fmt.Sprintf("127.0.0.2 https %s https://%[1]s/who", p.host)
	for _, header := range []map[string]string{nil, {
		"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "gopher", "X-Forwarded-Host": "evil.example.com", "X-Forwarded-Port": "99",
		"X-Forwarded-Prefix": "/evil", "Forwarded": "for=203.0.113.9;host=evil.example.com", "X-Real-IP": "203.0.113.9",
	}} {
		said, err := p.ask(t, "GET", "/who", header)
		if err != nil || said != want {
			t.Errorf("with %v it is %q, %v; want %q", header, said, err, want)
		}
	}
}

// events: an event is there before the next one is sent.
func (p proxied) events(t *testing.T) {
	t.Helper()
	response, err := p.send(t, "GET", "/events", http.NoBody, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	first := make([]byte, len("data: first\n\n"))
	if _, err := io.ReadFull(response.Body, first); err != nil || string(first) != "data: first\n\n" {
		t.Fatalf("the first event is %q, %v", first, err)
	}
	if _, err := p.ask(t, "POST", "/open", nil); err != nil && !strings.Contains(err.Error(), "204") {
		t.Error(err)
	}
	if rest, err := io.ReadAll(response.Body); err != nil || !strings.Contains(string(rest), "data: second\n\n") {
		t.Errorf("the rest is %q, %v", rest, err)
	}
}

// upload: the application reads the first of a body before the last of it is sent, and gets all of it.
func (p proxied) upload(t *testing.T) {
	t.Helper()
	const piece, pieces = 1 << 20, 12
	body, sender := io.Pipe()
	go func() {
		_, err := sender.Write(make([]byte, piece))
		if err == nil {
			_, err = p.ask(t, "GET", "/began", nil)
		}
		for range pieces - 1 {
			if err == nil {
				_, err = sender.Write(make([]byte, piece))
			}
		}
		_ = sender.CloseWithError(err)
	}()
	response, err := p.send(t, "POST", "/upload", body, map[string]string{"Content-Type": "application/octet-stream"})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	if said, err := io.ReadAll(response.Body); err != nil || string(said) != strconv.Itoa(piece*pieces) {
		t.Errorf("the application got %s %q, %v", response.Status, said, err)
	}
}

// deploy: while another process takes over, no client gets anything but its answer.
func (p proxied) deploy(t *testing.T) {
	t.Helper()
	const clients = 2
	var group sync.WaitGroup
	var answered atomic.Int64
	deployed := make(chan struct{})
	for range clients {
		group.Go(func() {
			for more := 20; more > 0; {
				if _, err := p.ask(t, "GET", "/who", nil); err != nil {
					t.Errorf("after %d answers: %v", answered.Load(), err)
					return
				}
				answered.Add(1)
				select {
				case <-deployed:
					more--
				default:
				}
			}
		})
	}
	if err := p.application.Cmd.Process.Signal(syscall.SIGUSR2); err != nil {
		t.Error(err)
	}
	harness.Eventually(t, "the end of the old server", func() bool {
		return strings.Contains(string(p.application.Log.Bytes()), "another process has taken over") &&
			len(harness.ServersOf(p.application.Cmd.Process.Pid)) == 1
	})
	close(deployed)
	group.Wait()
	t.Logf("%d answers", answered.Load())
}
