package operations

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/goccy/go-yaml"

	"github.com/fwrun/fwrun/platform/config"
	"github.com/fwrun/fwrun/platform/supervise"
	"github.com/fwrun/fwrun/tests/harness"
	"github.com/fwrun/fwrun/tests/harness/guide"
	"github.com/fwrun/fwrun/tests/jars"
	"github.com/fwrun/fwrun/tests/needs"
)

// operationsFile is a block of docs/guide/operations.md for another program, whose first line names the file.
var operationsFile = regexp.MustCompile("(?ms)^```(?:yml|ini|dockerfile)\n(# ([\\w.-]+)\n.*?)^```$")

// operationsFiles writes the files of docs/guide/operations.md into a new folder.
func operationsFiles(t *testing.T) (folder string, texts map[string]string) {
	t.Helper()
	page, err := os.ReadFile("../../docs/guide/operations.md")
	if err != nil {
		t.Fatal(err)
	}
	folder, texts = t.TempDir(), map[string]string{}
	for _, m := range operationsFile.FindAllStringSubmatch(string(page), -1) {
		texts[m[2]] = m[1]
		harness.WriteFile(t, filepath.Join(folder, m[2]), m[1])
	}
	for _, name := range []string{
		"shop.service", "shop.socket", "Containerfile", "kubernetes.yaml", "kubernetes-volume.yaml", "prometheus.yml", "alerts.yml", "otel-collector.yaml",
	} {
		if texts[name] == "" {
			t.Fatalf("the page does not have the file %s", name)
		}
	}
	return folder, texts
}

// TestOperationsPrometheus: promtool accepts the configuration and the rules, and the alerts fire when they should.
func TestOperationsPrometheus(t *testing.T) {
	folder, _ := operationsFiles(t)
	harness.WriteFile(t, filepath.Join(folder, "shop.token"), "token-1")
	harness.Checker(t, folder, "promtool", "check", "config", "--lint-fatal", "prometheus.yml")
	harness.Checker(t, folder, "promtool", "check", "rules", "--lint-fatal", "alerts.yml")
	cases, err := os.ReadFile("testdata/operations-alerts.test.yml")
	if err != nil {
		t.Fatal(err)
	}
	harness.WriteFile(t, filepath.Join(folder, "alerts.test.yml"), string(cases))
	harness.Checker(t, folder, "promtool", "test", "rules", "alerts.test.yml")
}

// TestOperationsKubernetes: kubernetes-validate finds nothing wrong with the manifests, and it finds a misspelt key.
func TestOperationsKubernetes(t *testing.T) {
	_, texts := operationsFiles(t)
	validateManifests(t, texts["kubernetes.yaml"], texts["kubernetes-volume.yaml"])
}

// validateManifests holds manifests against the schemas of Kubernetes; the first of them has a probe over HTTP.
func validateManifests(t *testing.T, manifests ...string) {
	t.Helper()
	needs.Program(t, "python3")
	packages, err := jars.Folder("kubernetes-validate-1.37.0", func(into string) error {
		said, err := exec.Command("python3", "-m", "pip", "install", "-q", "--target", into, "kubernetes-validate==1.37.0").CombinedOutput()
		if err != nil {
			return errors.Join(err, errors.New(string(said)))
		}
		return nil
	})
	if err != nil {
		needs.Missing(t, "pip", "cannot install: "+err.Error())
	}
	folder := t.TempDir()
	validate := func(name, text string) (string, error) {
		harness.WriteFile(t, filepath.Join(folder, name), text)
		command := exec.Command("python3", "-m", "kubernetes_validate", "--strict", name)
		command.Dir, command.Env = folder, append(os.Environ(), "PYTHONPATH="+packages)
		said, err := command.CombinedOutput()
		return string(said), err
	}
	for i, text := range manifests {
		name, _, _ := strings.Cut(strings.TrimPrefix(text, "# "), "\n")
		if said, err := validate(strconv.Itoa(i)+name, text); err != nil {
			t.Errorf("%s: %v\n%s", name, err, said)
		}
	}
	if said, err := validate("misspelt.yaml", strings.Replace(manifests[0], "httpGet:", "httpGett:", 1)); err == nil ||
		!strings.Contains(said, "httpGett") {
		t.Errorf("a misspelt key was not found: %s", said)
	}
}

// TestOperationsSystemd: systemd finds nothing wrong with the unit, and calls it well protected.
func TestOperationsSystemd(t *testing.T) {
	folder, texts := operationsFiles(t)
	bin := harness.Binary(t)
	for _, line := range []string{"Type=notify", "WatchdogSec=30s"} {
		if !strings.Contains(texts["shop.service"], "\n"+line+"\n") {
			t.Errorf("the unit does not have %s", line)
		}
	}
	unit := strings.ReplaceAll(texts["shop.service"], "/usr/local/bin/fwrun", bin)
	harness.WriteFile(t, filepath.Join(folder, "shop.service"), unit)
	harness.Checker(t, folder, "systemd-analyze", "verify", "--man=no", "--recursive-errors=no", filepath.Join(folder, "shop.service"))
	harness.Checker(t, folder, "systemd-analyze", "verify", "--man=no", "--recursive-errors=no", filepath.Join(folder, "shop.socket"))
	harness.Checker(t, folder, "systemd-analyze", "security", "--offline=yes", "--threshold=25", filepath.Join(folder, "shop.service"))
}

// TestOperationsStop: what starts the application gives it more time to stop than its settings say.
func TestOperationsStop(t *testing.T) {
	_, texts := operationsFiles(t)
	delay, timeout := stopSettings(t)
	var pod struct {
		Spec struct {
			Template struct {
				Spec struct {
					Grace      int `yaml:"terminationGracePeriodSeconds"`
					Containers []struct {
						Readiness struct {
							Period   int `yaml:"periodSeconds"`
							Failures int `yaml:"failureThreshold"`
						} `yaml:"readinessProbe"`
					}
				}
			}
		}
	}
	first, _, _ := strings.Cut(texts["kubernetes.yaml"], "\n---\n")
	if err := yaml.Unmarshal([]byte(first), &pod); err != nil {
		t.Fatal(err)
	}
	spec := pod.Spec.Template.Spec
	if grace := time.Duration(spec.Grace) * time.Second; grace <= delay+timeout {
		t.Errorf("Kubernetes waits %v for %v and %v", grace, delay, timeout)
	}
	probe := spec.Containers[0].Readiness
	if noticed := time.Duration(probe.Period*probe.Failures) * time.Second; noticed == 0 || noticed >= delay {
		t.Errorf("Kubernetes takes %v to notice, and the delay is %v", noticed, delay)
	}
	stop := regexp.MustCompile(`(?m)^TimeoutStopSec=(\d+)s$`).FindStringSubmatch(texts["shop.service"])
	if stop == nil {
		t.Fatal("the unit has no TimeoutStopSec")
	}
	if seconds, _ := strconv.Atoi(stop[1]); time.Duration(seconds)*time.Second <= delay+timeout {
		t.Errorf("systemd waits %d s for %v and %v", seconds, delay, timeout)
	}
}

// stopSettings returns server.shutdown-delay and server.shutdown-timeout of the page.
func stopSettings(t *testing.T) (delay, timeout time.Duration) {
	t.Helper()
	for _, page := range guide.Pages(t) {
		for _, block := range page.Blocks {
			if page.Name != "operations" || block.File != "config/application-production.yml" {
				continue
			}
			props, problems := config.Load(fstest.MapFS{"config/application.yml": {Data: []byte(block.Text)}}, config.Options{})
			if len(problems) > 0 {
				t.Fatal(problems)
			}
			r := props.Reader().Under("server")
			return r.Duration("shutdown-delay"), r.Duration("shutdown-timeout")
		}
	}
	t.Fatal("the page does not have the settings")
	return 0, 0
}

// TestOperationsContainer: the Containerfile has instructions that exist, runs as a user without privileges, and starts fwrun with
// words that it understands.
func TestOperationsContainer(t *testing.T) {
	_, texts := operationsFiles(t)
	bin := harness.Binary(t)
	known := regexp.MustCompile(`^(FROM|WORKDIR|COPY|RUN|ENV|USER|VOLUME|EXPOSE|STOPSIGNAL|HEALTHCHECK|ENTRYPOINT) \S`)
	commands := regexp.MustCompile(`(?m)(?:ENTRYPOINT|CMD) (\[.*\])$`)
	for _, line := range strings.Split(strings.TrimSpace(texts["Containerfile"]), "\n")[1:] {
		if line != "" && !known.MatchString(line) {
			t.Errorf("not an instruction: %s", line)
		}
	}
	if !strings.Contains(texts["Containerfile"], "\nUSER 65532:65532\n") {
		t.Error("it runs as root")
	}
	if !strings.Contains(texts["Containerfile"], " "+supervise.Variable+"=true ") {
		t.Error("it has no supervisor")
	}
	found := commands.FindAllStringSubmatch(texts["Containerfile"], -1)
	if len(found) != 2 {
		t.Fatalf("%d commands", len(found))
	}
	for _, m := range found {
		var words []string
		if err := yaml.Unmarshal([]byte(m[1]), &words); err != nil || words[0] != "/usr/local/bin/fwrun" {
			t.Errorf("%s: %v", m[1], err)
			continue
		}
		help, err := exec.Command(bin, words[1], "--help").CombinedOutput()
		if err != nil || !strings.Contains(string(help), "fwrun "+words[1]+" ") {
			t.Errorf("fwrun does not know %s: %v\n%s", words[1], err, help)
		}
	}
}

// TestOperationsCollector: each pipeline of the collector has parts that are configured.
func TestOperationsCollector(t *testing.T) {
	_, texts := operationsFiles(t)
	var collector struct {
		Receivers, Processors, Exporters, Extensions map[string]any
		Service                                      struct {
			Extensions []string
			Pipelines  map[string]struct{ Receivers, Processors, Exporters []string }
		}
	}
	if err := yaml.UnmarshalWithOptions([]byte(texts["otel-collector.yaml"]), &collector, yaml.Strict()); err != nil {
		t.Fatal(err)
	}
	check := func(names []string, parts map[string]any) {
		for _, name := range names {
			if _, ok := parts[name]; !ok {
				t.Errorf("%s is used and not configured", name)
			}
		}
	}
	check(collector.Service.Extensions, collector.Extensions)
	for _, signal := range []string{"traces", "metrics", "logs"} {
		p, ok := collector.Service.Pipelines[signal]
		if !ok || len(p.Receivers) == 0 || len(p.Exporters) == 0 {
			t.Errorf("%s go nowhere", signal)
		}
		check(p.Receivers, collector.Receivers)
		check(p.Processors, collector.Processors)
		check(p.Exporters, collector.Exporters)
	}
}

// alarming has everything that the alerts of the page are about, and all of it goes wrong.
const alarming = `
import { Autowired, GetMapping, PathVariable, QueueListener, QueueTemplate, RestController, Scheduled } from "fwrun";

@RestController
export class Api {
  /** @type {QueueTemplate} */ @Autowired queues;
  @GetMapping("/users/{id}") user(@PathVariable id) { throw new Error("no"); }
  @GetMapping("/loop") loop() { for (;;); }
  @GetMapping("/send") async send() { await this.queues.send("mails", { to: "a" }); return "sent"; }
  @QueueListener("mails", { maxAttempts: 1 }) mail(payload) { throw new Error("no"); }
  @Scheduled({ fixedDelay: "100ms" }) clean() { throw new Error("no"); }
}
`

// TestOperationsMetrics: each metric of the alerts, with its labels, is in a scrape of an application that has something to be alarmed
// about.
func TestOperationsMetrics(t *testing.T) {
	_, texts := operationsFiles(t)
	folder := t.TempDir()
	harness.WriteFile(t, filepath.Join(folder, "app.js"), alarming)
	harness.WriteFile(t, filepath.Join(folder, "config/application.yml"), "datasource: { name: main, url: \"sqlite:main.db\" }\nserver.cpu-timeout: "+
		"100ms\n")
	_, server := harness.Serve(t, folder, everythingOn()...)
	for _, path := range []string{"/users/1", "/loop", "/send"} {
		harness.Ask(t, harness.Client, "GET", server+path, nil, "")
	}
	var missing []string
	for end := time.Now().Add(harness.Patience); time.Now().Before(end); <-time.After(50 * time.Millisecond) {
		text, _ := harness.Ask(t, harness.Client, "GET", server+"/actuator/prometheus", nil, "")
		if missing = notScraped(texts["alerts.yml"], text); len(missing) == 0 {
			return
		}
	}
	t.Errorf("the alerts are about metrics that nobody has: %q", missing)
}

var (
	alarmed = regexp.MustCompile(`([a-z_]+)\{(job="shop"[^}]*)\}`)
	matched = regexp.MustCompile(`(\w+)="([^"]*)"`)
)

// notScraped returns the selectors of rules for which a scrape has no line with the same labels. Labels that are compared with a
// regular expression count by their names.
func notScraped(rules, scrape string) (missing []string) {
	for _, m := range alarmed.FindAllStringSubmatch(rules, -1) {
		found := m[1] == "up"
		for line := range strings.Lines(scrape) {
			rest, ok := strings.CutPrefix(line, m[1])
			if !ok || rest[0] != '{' && rest[0] != ' ' {
				continue
			}
			all := true
			for _, label := range matched.FindAllStringSubmatch(m[2], -1) {
				all = all && (label[1] == "job" || strings.Contains(rest, label[0]))
			}
			found = found || all
		}
		if !found {
			missing = append(missing, m[0])
		}
	}
	return missing
}
