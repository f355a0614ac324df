package operations

import (
	"net/http"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/goccy/go-yaml"

	"github.com/fwrun/fwrun/ship/image"
	"github.com/fwrun/fwrun/tests/harness"
)

// shopManifest is one of the documents of shop.yaml, with what the tests look at.
type shopManifest struct {
	Kind       string
	Data       map[string]string // of a ConfigMap
	StringData map[string]string `yaml:"stringData"` // of a Secret
	Spec       struct {
		Template struct {
			Spec struct {
				Grace    int `yaml:"terminationGracePeriodSeconds"`
				Security struct {
					User int `yaml:"runAsUser"`
				} `yaml:"securityContext"`
				Containers []struct {
					Env       []struct{ Name, Value string }
					Startup   httpProbe `yaml:"startupProbe"`
					Liveness  httpProbe `yaml:"livenessProbe"`
					Readiness httpProbe `yaml:"readinessProbe"`
					Mounts    []struct {
						Path string `yaml:"mountPath"`
					} `yaml:"volumeMounts"`
				}
			}
		}
	}
}

type httpProbe struct {
	HTTP struct{ Path string } `yaml:"httpGet"`
}

// TestDeploymentKubernetes: the manifests of the page are valid, fit the image, and an application with their settings answers their probes.
func TestDeploymentKubernetes(t *testing.T) {
	text := deploymentFile(t, "# shop.yaml")
	validateManifests(t, text)
	home := t.TempDir()
	env := append(os.Environ(), "FWRUN_HOME="+home, "FWRUN_CACHE="+filepath.Join(home, "cache"), "SERVER_ADDRESS=127.0.0.1")
	var pod shopManifest
	for document := range strings.SplitSeq(text, "\n---\n") {
		var one shopManifest
		if err := yaml.Unmarshal([]byte(document), &one); err != nil {
			t.Fatal(err)
		}
		for name, content := range one.Data {
			harness.WriteFile(t, filepath.Join(home, "config", name), content)
		}
		for name, value := range one.StringData {
			env = append(env, name+"="+value)
		}
		if one.Kind == "Deployment" {
			pod = one
		}
	}
	spec := pod.Spec.Template.Spec
	if len(spec.Containers) != 1 || spec.Security.User != 65532 {
		t.Fatalf("the Deployment has %+v", spec)
	}
	container := spec.Containers[0]
	for i, folder := range []string{"config", "data"} {
		if container.Mounts[i].Path != path.Join(image.Home, folder) {
			t.Errorf("%s is mounted at %s; the image has it in %s", folder, container.Mounts[i].Path, image.Home)
		}
	}
	for _, variable := range container.Env {
		env = append(env, variable.Name+"="+variable.Value)
	}
	if delay, timeout := stopSettings(t); time.Duration(spec.Grace)*time.Second <= delay+timeout {
		t.Errorf("Kubernetes waits %d s for %v and %v", spec.Grace, delay, timeout)
	}

	folder := t.TempDir()
	harness.WriteFile(t, filepath.Join(folder, "hello.js"), "import { GetMapping } from \"fwrun\";\n"+
		"export const hello = GetMapping(\"/\")(() => \"hello\");\n")
	harness.Run(t, home, "build", folder, "-o", "shop")
	command := exec.Command(filepath.Join(home, "shop"), "--port", "0")
	command.Dir, command.Env = home, env
	app, err := harness.Launch(command, filepath.Join(home, "log"))
	if err != nil {
		t.Fatal(err)
	}
	defer app.Kill()
	url, client := harness.UntilListens(t, app), &http.Client{Timeout: harness.Patience}
	for _, probe := range []httpProbe{container.Startup, container.Liveness, container.Readiness} {
		if _, err := harness.Get(client, url+probe.HTTP.Path); err != nil || probe.HTTP.Path == "" {
			t.Errorf("the probe %q: %v", probe.HTTP.Path, err)
		}
	}
	if said := string(app.Log.Bytes()); !strings.Contains(said, `"msg":"listening"`) {
		t.Errorf("the log is not the one of the ConfigMap:\n%s", said)
	}
}
