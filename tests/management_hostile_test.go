package tests

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/fwrun/fwrun/config"
)

// managed is an application with something to tell at each endpoint.
const managed = `
import { Autowired, Cacheable, ConfigurationProperties, GetMapping, Health, HealthIndicator, HealthInformer, Logger, PathVariable, PostMapping, QueueListener, RequestParam, RestController, Scheduled, Service, Value } from "fwrun";

@ConfigurationProperties("mail")
export class Mail { host = ""; password = ""; url = ""; /** @type {Record<string, string>} */ more = {}; }

@Service
export class Users {
  /** @type {Logger} */ @Autowired logger;
  /** @type {Mail} */ @Autowired mail;
  @Value("${shop.api-key}") apiKey = "";
  @Cacheable("users") find(id) { return { id }; }
  @Scheduled({ cron: "0 0 3 * * *" }) clean() {}
  @QueueListener("mails") send(payload) {}
}

@HealthInformer
export class Desk extends HealthIndicator {
  async health() { await new Promise((done) => setTimeout(done, 20)); return Health.up().withDetail("desk", "open"); }
}

@RestController
export class Api {
  /** @type {Users} */ @Autowired users;
  @GetMapping("/users/{id}") user(@PathVariable id) { return this.users.find(id); }
  @GetMapping("/hello") hello() { return "hello"; }
  @PostMapping("/login") login(@RequestParam({ required: false }) token) { this.users.logger.info("login", { password: token }); return "ok"; }
}
`

// startManaged serves the application with all endpoints on, as openly as the settings allow.
func startManaged(t *testing.T, settings string, env ...string) (app *application, folder, server string) {
	t.Helper()
	folder, err := os.MkdirTemp("", "mgd") // short, for the admin socket
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	write(t, folder, "app.js", managed)
	if settings == "" {
		settings = "mail: { host: mail.example.com, password: p, url: \"smtp://mail.example.com\" }\nshop: { api-key: k }\n"
	}
	writeFile(t, filepath.Join(folder, "config/application.yml"), settings)
	app, server = startForTest(t, folder, append(everythingOn(), env...)...)
	return app, folder, server
}

func everythingOn() []string {
	env := []string{
		"MANAGEMENT_ENDPOINTS_ENABLED=true", "MANAGEMENT_ENDPOINT_HEALTH_SHOW_DETAILS=always", "MANAGEMENT_ENDPOINT_ENV_SHOW_VALUES=always",
		"MANAGEMENT_ENDPOINT_CONFIGPROPS_SHOW_VALUES=always",
	}
	for _, id := range config.Endpoints() {
		env = append(env, "MANAGEMENT_ENDPOINT_"+strings.ToUpper(id)+"_ENABLED=true")
	}
	return env
}

// linksOf returns the URLs of the discovery page by name.
func linksOf(t *testing.T, client *http.Client, server string) map[string]string {
	t.Helper()
	text, response := askManaged(t, client, http.MethodGet, server+"/actuator", nil, "")
	var page struct {
		Links map[string]struct{ Href string } `json:"_links"`
	}
	if err := json.Unmarshal([]byte(text), &page); err != nil || response.StatusCode != http.StatusOK {
		t.Fatalf("%d %s: %v", response.StatusCode, text, err)
	}
	links := map[string]string{}
	for name, link := range page.Links {
		links[name] = link.Href
	}
	return links
}

// managedClient follows no redirections, and waits for nothing long.
var managedClient = &http.Client{
	Timeout: patience, Transport: &http.Transport{MaxIdleConnsPerHost: 256},
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}

func askManaged(t *testing.T, client *http.Client, method, target string, header http.Header, body string) (string, *http.Response) {
	t.Helper()
	request, err := http.NewRequest(method, target, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for name, values := range header {
		request.Header[name] = values
	}
	if host := header.Get("Host"); host != "" {
		request.Host = host
	}
	if body != "" && header.Get("Content-Type") == "" {
		request.Header.Set("Content-Type", "application/json")
	}
	response, err := client.Do(request)
	if err != nil {
		t.Fatalf("%s %.200s: %v", method, target, err)
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatalf("%s %.200s: %v", method, target, err)
	}
	return string(text), response
}

// unharmed reports what the log says of a failure of fwrun itself.
func unharmed(t *testing.T, app *application) {
	t.Helper()
	for line := range bytes.Lines(app.log.Bytes()) {
		if bytes.Contains(line, []byte("panic")) || bytes.Contains(line, []byte("goroutine ")) {
			t.Errorf("the log says: %s", line)
		}
	}
}

var hostileSelectors = []string{
	"..", "../..", "%2e%2e%2f%2e%2e%2fetc%2fpasswd", "..%5c..%5cetc", "%00", "a%00b", "%ff%fe", "%25", "%2525", "%0d%0aX-Injected:%20yes", "%20", "+", "~", ";", "a;b=c",
	"[", "[a", "(", "(a+)+$", "%7B*path%7D", "%7BtoMatch%7D", "*", "**", "a/b/c/d/e/f", "a%2Fb", "//", "'%20or%201=1--", "%3Cscript%3E", "$%7Bjndi:ldap://x%7D",
	"$%7Bshop.api-key%7D", "__proto__", "constructor", "toString", "ROOT", "null", "undefined", "-1", "99999999999999999999", "%F0%9F%8F%83", "%E2%80%AE",
	strings.Repeat("a", 4000), strings.Repeat("a/", 1500), strings.Repeat("%28a%7C", 600),
}

var hostileQueries = []string{
	"pattern=[", "pattern=(a%2B)%2B$", "pattern=" + strings.Repeat("(a|", 900), "pattern=" + strings.Repeat("a", 6000), "pattern=a{1000}{1000}", "pattern=%ff", "pattern=\\p{Foo}", "pattern=",
	"pattern=.*&pattern=[", "tag=x", "tag=:", "tag=a:b" + strings.Repeat("&tag=a:b", 600), "tag=" + strings.Repeat("a", 5000) + ":b", "includedNames=%00", "includedNames=" + strings.Repeat("a,", 2000),
	"seconds=-1", "seconds=1e9", "seconds=NaN", "seconds=", "seconds=0", "seconds=99999999999999999999", "limit=-1", "limit=99999999999999999999", "limit=x", "size=-1", "n=x", "debug=2", "type=..%2f..", "format=%00",
	"a=%zz", "&&&==&", ";", "%", strings.Repeat("a=b&", 1500),
}

var hostileBodies = []string{
	"", "{", "[]", "null", "7", `"DEBUG"`, `{"configuredLevel":"NOPE"}`, `{"configuredLevel":7}`, `{"configuredLevel":{}}`, `{"configuredLevel":"DEBUG","configuredLevel":"\ud800"}`,
	`{"__proto__":{"a":1}}`, "\x00\xff", strings.Repeat("[", 100_000), `{"ids":"` + strings.Repeat("a", 2<<20) + `"}`,
}

// TestHostileManagement: what no client would send is refused with a status of the client's mistakes, at each endpoint, and costs
// little.
func TestHostileManagement(t *testing.T) {
	app, folder, server := startManaged(t, "")
	links := linksOf(t, managedClient, server)
	if len(links) < 2 {
		t.Fatalf("the links are %v", links)
	}
	before := 0
	socket := socketClient(folder)
	for name, href := range links {
		u, err := url.Parse(href)
		if err != nil {
			t.Fatal(err)
		}
		base, _, templated := strings.Cut(u.Path, "/{")
		if name == "self" || strings.Contains(strings.TrimPrefix(base, "/actuator/"), "/") {
			continue
		}
		if before == 0 {
			before = residentSize(t, app.cmd.Process.Pid)
		}
		for _, selector := range hostileSelectors {
			judgeHostile(t, managedClient, http.MethodGet, server+base+"/"+selector, "")
			if name != "profile" { // the socket sends clients from /profile// to /profile, which takes its time
				judgeHostile(t, socket, http.MethodGet, "http://fwrun"+base+"/"+selector, "")
			}
		}
		for _, query := range hostileQueries {
			if name == "profile" && (query == "seconds=" || !strings.HasPrefix(query, "seconds=")) {
				continue // it would take its time, as it should
			}
			judgeHostile(t, managedClient, http.MethodGet, server+base+"?"+query, "")
			if templated {
				judgeHostile(t, managedClient, http.MethodGet, server+base+"/a?"+query, "")
			}
		}
		hostileBodiesTo(t, server+base)
	}
	unharmed(t, app)
	if text, _ := askManaged(t, managedClient, http.MethodGet, server+"/hello", nil, ""); text != "hello" {
		t.Errorf("the application answers %q", text)
	}
	if grown := residentSize(t, app.cmd.Process.Pid) - before; grown > 150<<20 {
		t.Errorf("its memory has grown by %d MB", grown>>20)
	}
}

// hostileBodiesTo sends bodies to an endpoint, all of them with methods that it has.
func hostileBodiesTo(t *testing.T, target string) {
	t.Helper()
	_, response := askManaged(t, managedClient, http.MethodOptions, target+"/hostile", nil, "")
	for _, method := range []string{http.MethodPost, http.MethodDelete, http.MethodPut, http.MethodPatch, "TRACE"} {
		bodies := hostileBodies
		if !strings.Contains(response.Header.Get("Allow"), method) {
			bodies = hostileBodies[:2]
		}
		for _, body := range bodies {
			judgeHostile(t, managedClient, method, target+"/hostile", body)
			judgeHostile(t, managedClient, method, target, body)
		}
	}
}

// judgeHostile sends a request, which must be answered soon and without an error of the server's.
func judgeHostile(t *testing.T, client *http.Client, method, target, body string) {
	t.Helper()
	request, err := http.NewRequest(method, target, strings.NewReader(body))
	if err != nil {
		return // such a target is not sent by net/http
	}
	if body != "" {
		request.Header.Set("Content-Type", "application/json")
	}
	ctx, cancel := context.WithTimeout(t.Context(), 8*time.Second)
	defer cancel()
	began := time.Now()
	response, err := client.Do(request.WithContext(ctx))
	if err != nil {
		t.Errorf("%s %.150s (%.40q): after %v: %v", method, target, body, time.Since(began), err)
		return
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(io.LimitReader(response.Body, 8<<20))
	switch {
	case err != nil:
		t.Errorf("%s %.150s (%.40q): %v", method, target, body, err)
	case response.StatusCode >= 500:
		t.Errorf("%s %.150s (%.40q): %d %.300s", method, target, body, response.StatusCode, text)
	case response.Header.Get("X-Injected") != "":
		t.Errorf("%s %.150s: a header was injected", method, target)
	case response.StatusCode >= 400 && bytes.Contains(text, []byte("/usr/")), bytes.Contains(text, []byte("root:x:0")):
		t.Errorf("%s %.150s: %.300s", method, target, text)
	}
}

// TestManagementNegotiates: no header of a client makes an error of the server's, and none of them chooses the links.
func TestManagementNegotiates(t *testing.T) {
	app, _, server := startManaged(t, "")
	links := linksOf(t, managedClient, server)
	for _, accept := range []string{
		"", "*", "*/*;q=0", "application/json;q=2", "application/json;q=NaN", "application/json;q=-1", ";;;,,,", "a", "/", "a/b/c", "text/plain;q=0.1, */*;q=0.0001",
		strings.Repeat("a/b,", 1000), "application/vnd.spring-boot.actuator.v3+json;charset=\"", "application/openmetrics-text;version=9", "text/html",
	} {
		for name, href := range links {
			if strings.Contains(href, "{") || name == "profile" {
				continue
			}
			text, response := askManaged(t, managedClient, http.MethodGet, href, http.Header{"Accept": {accept}}, "")
			if s := response.StatusCode; s != http.StatusOK && s != http.StatusNotAcceptable && s != http.StatusServiceUnavailable {
				t.Errorf("%s, accept %.40q: %d %.200s", href, accept, s, text)
			}
		}
	}
	host := strings.TrimPrefix(server, "http://")
	for name, header := range map[string]http.Header{
		"X-Forwarded": {"X-Forwarded-For": {"10.0.0.1"}, "X-Forwarded-Host": {"evil.example.com"}, "X-Forwarded-Proto": {"https"}, "X-Forwarded-Port": {"1"}, "X-Forwarded-Prefix": {"/evil"}},
		"Forwarded":   {"Forwarded": {"for=10.0.0.1;host=evil.example.com;proto=https"}},
		"Original":    {"X-Original-Url": {"/evil"}, "X-Rewrite-Url": {"/evil"}, "X-Http-Method-Override": {"DELETE"}, "X-Forwarded-Server": {"evil.example.com"}},
	} {
		text, response := askManaged(t, managedClient, http.MethodGet, server+"/actuator", header, "")
		if response.StatusCode != http.StatusOK || strings.Contains(text, "evil") || !strings.Contains(text, "http://"+host+"/actuator/") {
			t.Errorf("%s: %d %s", name, response.StatusCode, text)
		}
	}
	for _, name := range []string{`a"b`, "<script>", "a b", "a,b", "a/b", "a@b", `a\b`, "a:b:c", "[::1", "%00", "a\tb", strings.Repeat("a", 3000)} {
		text := rawRequest(t, host, "GET /actuator HTTP/1.1\r\nHost: "+name+"\r\nConnection: close\r\n\r\n")
		head, body, _ := strings.Cut(text, "\r\n\r\n")
		if strings.HasPrefix(head, "HTTP/1.1 5") || strings.HasPrefix(head, "HTTP/1.1 200") && !json.Valid([]byte(body)) {
			t.Errorf("Host %.40q: %.300s", name, text)
		}
	}
	unharmed(t, app)
}

// rawRequest sends bytes and returns the response, which ends with the connection.
func rawRequest(t *testing.T, host, text string) string {
	t.Helper()
	c, err := net.Dial("tcp", host)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Close() }()
	_ = c.SetDeadline(time.Now().Add(patience))
	_, _ = io.WriteString(c, text)
	response, err := io.ReadAll(c)
	if err != nil {
		t.Error(err)
	}
	return string(response)
}

// socketClient asks over the admin socket of an application.
func socketClient(folder string) *http.Client {
	return &http.Client{Timeout: patience, Transport: &http.Transport{
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, "unix", filepath.Join(folder, "data", "fwrun.sock"))
		},
	}}
}

// planted are settings and variables with secrets, each of them a number of planted-NN.
const plantedSettings = `
shop: { api-key: planted-01 }
mail:
  host: mail.example.com
  password: planted-02
  url: "smtp://mailer:planted-03@mail.example.com:587"
  more: { client-secret: planted-04, endpoint: "https://u:planted-05@example.com/x" }
payments: [{ token: planted-06 }, { credentials: planted-07 }, { nested: { privateKey: planted-08 } }]
session-secret: planted-09
jwt: { signing: planted-10 }
http:
  clients:
    billing: { base-url: "https://billing.example.com", auth: { bearer: planted-11 } }
    stock: { base-url: "https://stock.example.com", auth: { basic: { username: u, password: planted-12 } } }
    maps: { base-url: "https://maps.example.com", headers: { X-Api-Key: planted-13 } }
management:
  auth: { username: ops, password: planted-14, token: planted-15 }
  admin: { url: "http://127.0.0.1:1", username: u, password: planted-16, metadata: { user: { name: u, password: planted-17 } } }
`

const plantedCount = 24

func plantedEnvironment() []string {
	return []string{
		"DB_PASSWORD=planted-18", "AWS_SECRET_ACCESS_KEY=planted-19", "UPSTREAM=https://user:planted-20@upstream.example.com/", "GITHUB_TOKEN=planted-21",
		"HTTP_CLIENT_NO_PROXY=proxy.example.com", "HTTP_CLIENT_PROXY=http://user:planted-22@proxy.example.com:3128",
	}
}

// TestPlantedSecrets: secrets of settings, of the environment and of requests are in no answer of any endpoint, nor in the log.
func TestPlantedSecrets(t *testing.T) {
	app, folder, server := startManaged(t, plantedSettings, plantedEnvironment()...)
	authorized := http.Header{"Authorization": {"Bearer planted-15"}, "Cookie": {"session=planted-23"}}
	askManaged(t, managedClient, http.MethodPost, server+"/login?token=planted-24", authorized, "")
	askManaged(t, managedClient, http.MethodGet, server+"/users/1?password=planted-24", authorized, "")
	_, refused := askManaged(t, managedClient, http.MethodGet, server+"/actuator/beans", http.Header{"Authorization": {"Bearer planted-xx"}}, "")
	if refused.StatusCode != http.StatusUnauthorized {
		t.Errorf("a wrong token is answered with %d", refused.StatusCode)
	}
	answers := map[string]string{}
	for _, where := range []struct {
		client *http.Client
		server string
	}{{managedClient, server}, {socketClient(folder), "http://fwrun"}} {
		page, response := askManaged(t, where.client, http.MethodGet, where.server+"/actuator", authorized, "")
		var found struct {
			Links map[string]struct{ Href string } `json:"_links"`
		}
		if err := json.Unmarshal([]byte(page), &found); err != nil || len(found.Links) < 2 {
			t.Fatalf("%d %s: %v", response.StatusCode, page, err)
		}
		answers[where.server+"/actuator"] = page
		for _, link := range found.Links {
			for _, target := range plantedTargets(link.Href) {
				text, _ := askManaged(t, where.client, http.MethodGet, target, authorized, "")
				answers[target] = decompressed(text)
			}
		}
	}
	shown := false // what is not secret: otherwise nothing would be tested
	for _, text := range answers {
		shown = shown || strings.Contains(text, "stock.example.com")
	}
	if !shown {
		t.Error("no endpoint shows the values of settings")
	}
	answers["the log"] = string(app.log.Bytes())
	seen := 0
	for target, text := range answers {
		for i := 1; i <= plantedCount; i++ {
			if secret := fmt.Sprintf("planted-%02d", i); strings.Contains(text, secret) {
				at := strings.Index(text, secret)
				t.Errorf("%s shows %s: …%s…", target, secret, text[max(0, at-200):min(len(text), at+40)])
			}
		}
		seen += len(text)
	}
	t.Logf("%d answers with %d bytes", len(answers), seen)
	unharmed(t, app)
}

// plantedTargets returns what is asked of a link: for a template, names that exist.
func plantedTargets(href string) (targets []string) {
	base, template, templated := strings.Cut(href, "/{")
	switch {
	case strings.HasSuffix(href, "/profile"):
		return []string{href + "?seconds=1"}
	case !templated:
		return []string{href}
	}
	var names []string
	switch template {
	case "toMatch}", "prefix}":
		names = []string{
			"shop.api-key", "mail", "mail.url", "mail.password", "mail.more.endpoint", "DB_PASSWORD", "UPSTREAM", "AWS_SECRET_ACCESS_KEY", "http.client.proxy", "HTTP_CLIENT_PROXY",
			"payments[0].token", "payments", "jwt.signing", "management.auth.token", "management.admin.password", "management.admin.metadata.user.password",
			"http.clients.maps.headers.X-Api-Key", "http.clients.billing.auth.bearer",
		}
	case "name}", "cache}", "requiredMetricName}", "id}":
		names = []string{"ROOT", "users", "application", "http.server.requests", "process.uptime"}
	default:
		names = []string{"mails", "main", "ping", "0"}
	}
	for _, name := range names {
		targets = append(targets, base+"/"+url.PathEscape(name))
	}
	return targets
}

// decompressed takes the compression of a profile off.
func decompressed(text string) string {
	r, err := gzip.NewReader(strings.NewReader(text))
	if err != nil {
		return text
	}
	whole, _ := io.ReadAll(r)
	return string(whole)
}

// TestProbes: ten thousand probes of many clients at once are all answered, within bounds, while an indicator takes its time.
func TestProbes(t *testing.T) {
	app, _, server := startManaged(t, "", "MANAGEMENT_ENDPOINT_HEALTH_PROBES_ENABLED=true", "MANAGEMENT_ENDPOINT_HEALTH_PROBES_ADD_ADDITIONAL_PATHS=true")
	askManaged(t, managedClient, http.MethodGet, server+"/actuator/health", nil, "")
	before := residentSize(t, app.cmd.Process.Pid)
	var clients sync.WaitGroup
	var mu sync.Mutex
	statuses := map[int]int{}
	const count, each = 200, 50
	began := time.Now()
	for i := range count {
		path := []string{"/actuator/health", "/livez", "/readyz", "/actuator/info"}[i%4]
		clients.Go(func() {
			for range each {
				response, err := managedClient.Get(server + path)
				if err != nil {
					t.Errorf("%s: %v", path, err)
					return
				}
				_, _ = io.Copy(io.Discard, response.Body)
				_ = response.Body.Close()
				mu.Lock()
				statuses[response.StatusCode]++
				mu.Unlock()
			}
		})
	}
	clients.Wait()
	if statuses[http.StatusOK] != count*each {
		t.Errorf("the answers are %v", statuses)
	}
	grown := (residentSize(t, app.cmd.Process.Pid) - before) >> 20
	t.Logf("%d probes in %v, %d MB more", count*each, time.Since(began).Round(time.Millisecond), grown)
	if grown > 100 {
		t.Errorf("its memory has grown by %d MB", grown)
	}
	unharmed(t, app)
}

// TestScraperThatNeverReads: scrapers that do not read what they have asked for cost a bounded part of the memory, and delay nobody, at
// the application's listener and at one of the endpoints' own.
func TestScraperThatNeverReads(t *testing.T) {
	port := freePort(t)
	managing := "127.0.0.1:" + port
	for name, env := range map[string][]string{"the application's": nil, "its own": {"MANAGEMENT_SERVER_PORT=" + port}} {
		t.Run(name, func(t *testing.T) {
			app, _, server := startManaged(t, "", env...)
			asked := server
			if env != nil {
				asked = "http://" + managing
			}
			for i := range 200 {
				askManaged(t, managedClient, http.MethodGet, fmt.Sprintf("%s/users/%d", server, i), nil, "")
			}
			before := residentSize(t, app.cmd.Process.Pid)
			for range 200 {
				neverRead(t, strings.TrimPrefix(asked, "http://"))
			}
			for range 50 {
				for target, want := range map[string]string{server + "/hello": "hello", asked + "/actuator/health/ping": `{"status":"UP"}`} {
					began := time.Now()
					if text, _ := askManaged(t, managedClient, http.MethodGet, target, nil, ""); text != want || time.Since(began) > 5*time.Second {
						t.Errorf("%s: %q after %v", target, text, time.Since(began))
					}
				}
			}
			grown := (residentSize(t, app.cmd.Process.Pid) - before) >> 20
			t.Logf("%d MB more", grown)
			if grown > 300 {
				t.Errorf("its memory has grown by %d MB", grown)
			}
			unharmed(t, app)
			if env == nil {
				return
			}
			began := time.Now()
			_ = app.cmd.Process.Signal(syscall.SIGTERM)
			if <-app.exited; app.err != nil || time.Since(began) > 10*time.Second {
				t.Errorf("it stopped after %v: %v", time.Since(began), app.err)
			}
		})
	}
}

// neverRead sends requests on one connection, and reads nothing.
func neverRead(t *testing.T, host string) {
	t.Helper()
	c, err := net.Dial("tcp", host)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	_ = c.(*net.TCPConn).SetReadBuffer(1)
	for range 20 { // pipelined
		fmt.Fprint(c, "GET /actuator/prometheus HTTP/1.1\r\nHost: h\r\n\r\n")
	}
}

// TestSocketOfAKilledProcess: an application that is started after it was killed replaces the admin socket.
func TestSocketOfAKilledProcess(t *testing.T) {
	app, folder, _ := startManaged(t, "")
	path := filepath.Join(folder, "data", "fwrun.sock")
	for range 3 {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
			t.Fatalf("the socket: %v, %v", info, err)
		}
		if text, response := askManaged(t, socketClient(folder), http.MethodGet, "http://fwrun/actuator", nil, ""); response.StatusCode != http.StatusOK {
			t.Fatalf("%d %s", response.StatusCode, text)
		}
		_ = app.cmd.Process.Signal(syscall.SIGKILL)
		<-app.exited
		if _, err := os.Stat(path); err != nil {
			t.Fatalf("nothing is left of it: %v", err)
		}
		app, _ = startForTest(t, folder, everythingOn()...)
	}
	unharmed(t, app)
}

// TestFolderCannotBeWritten: an application whose folder data is a file serves without an admin socket, with all of its endpoints.
func TestFolderCannotBeWritten(t *testing.T) {
	folder := t.TempDir()
	write(t, folder, "app.js", `import { GetMapping, RestController } from "fwrun"; @RestController export class Api { @GetMapping("/hello") hello() { return "hello"; } }`)
	write(t, folder, "data", "a file")
	if err := os.Chmod(folder, 0o555); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Chmod(folder, 0o755) })
	app, server := startForTest(t, folder, everythingOn()...)
	for name, href := range linksOf(t, managedClient, server) {
		if strings.Contains(href, "{") || name == "profile" {
			continue
		}
		if text, response := askManaged(t, managedClient, http.MethodGet, href, nil, ""); response.StatusCode >= 500 {
			t.Errorf("%s: %d %.300s", href, response.StatusCode, text)
		}
	}
	unharmed(t, app)
}

// TestHostilePaths: a path of an endpoint that cannot be one is a mistake in the settings, or it serves; it never takes a route's
// place.
func TestHostilePaths(t *testing.T) {
	bin, err := build()
	if err != nil {
		t.Fatal(err)
	}
	for path, wanted := range map[string]string{
		"/hello": "is mapped to /hello, where", "hello": "", "/users": "is mapped to /users/{id}, where", "/": "must not be /, below", "": "", "/..": "is not a valid path", "../hello": "is not a valid path",
		"/a/../hello": "is not a valid path", "//hello": "", "/hello/": "is mapped to /hello, where", "/%68ello": "", "/{id}": "is not a valid path", "/*": "is not a valid path", "/a?b": "is not a valid path",
		"/a#b": "is not a valid path", "/a b": "", "/a\\b": "", "/ü": "", strings.Repeat("/a", 3000): "",
	} {
		folder := t.TempDir()
		write(t, folder, "app.js", managed)
		command := exec.CommandContext(t.Context(), filepath.Join(bin, "fwrun"), "check", folder)
		command.Env = append(os.Environ(), "MANAGEMENT_ENDPOINTS_ENABLED=true", "MANAGEMENT_ENDPOINT_BEANS_ENABLED=true", "MANAGEMENT_ENDPOINT_BEANS_PATH="+path)
		out, err := command.CombinedOutput()
		t.Logf("%.40q: %v\n%.300s", path, err, out)
		if wanted != "" && (err == nil || !strings.Contains(string(out), wanted)) || bytes.Contains(out, []byte("panic")) {
			t.Errorf("%.40q: %v\n%s", path, err, out)
		}
	}
}
