package release

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"

	"github.com/fwrun/fwrun/tests/harness"
	"github.com/fwrun/fwrun/tests/needs"
)

// actionStep is a step of action.yml.
type actionStep struct {
	Name, If, Shell, Run string
	Env                  map[string]string
}

// action is action.yml.
type action struct {
	Inputs map[string]struct{ Description, Default string }
	Runs   struct {
		Using string
		Steps []actionStep
	}
}

func readAction(t *testing.T) action {
	t.Helper()
	text, err := os.ReadFile("../../../action.yml")
	if err != nil {
		t.Fatal(err)
	}
	var a action
	if err := yaml.Unmarshal(text, &a); err != nil {
		t.Fatal(err)
	}
	if a.Runs.Using != "composite" || len(a.Runs.Steps) == 0 {
		t.Fatalf("action.yml has %+v", a)
	}
	return a
}

func actionSteps(t *testing.T) []actionStep {
	t.Helper()
	return readAction(t).Runs.Steps
}

var (
	expression = regexp.MustCompile(`\$\{\{ ([\w.]+) \}\}`)
	condition  = regexp.MustCompile(`^(?:inputs\.(\w+) (==|!=) '(\w*)'(?: && )?)+$`)
	comparison = regexp.MustCompile(`inputs\.(\w+) (==|!=) '(\w*)'`)
)

// runAction runs the steps as a runner does: each with its variables, until one fails. It returns what they printed, and the error.
func runAction(t *testing.T, folder, releases string, inputs map[string]string) (string, error) {
	t.Helper()
	a := readAction(t)
	known := map[string]string{"github.action_path": harness.Repository(t, "."), "runner.temp": t.TempDir()}
	for name, input := range a.Inputs {
		known["inputs."+name] = input.Default
	}
	for name, value := range inputs {
		if _, is := a.Inputs[name]; !is {
			t.Fatalf("the action has no input %s", name)
		}
		known["inputs."+name] = value
	}
	added, all := filepath.Join(t.TempDir(), "path"), ""
	for _, step := range a.Runs.Steps {
		if !holds(t, step.If, known) {
			continue
		}
		paths, _ := os.ReadFile(added) // does not exist before a step writes it
		env := append(os.Environ(),
			"GITHUB_PATH="+added, "FWRUN_RELEASES="+releases, "PATH="+strings.ReplaceAll(string(paths), "\n", ":")+"/usr/local/bin:/usr/bin:/bin")
		for name, value := range step.Env {
			env = append(env, name+"="+expression.ReplaceAllStringFunc(value, func(text string) string {
				value, is := known[expression.FindStringSubmatch(text)[1]]
				if !is {
					t.Fatalf("the step %s uses %s", step.Name, text)
				}
				return value
			}))
		}
		if strings.Contains(step.Run, "${{") {
			t.Errorf("the step %q puts an expression into its script: hand it in as a variable", step.Name)
		}
		said, err := inSh(t, folder, env, step.Shell, "-e", "-c", step.Run)
		all += said
		if err != nil {
			return all, err
		}
	}
	return all, nil
}

// holds evaluates the condition of a step.
func holds(t *testing.T, text string, known map[string]string) bool {
	t.Helper()
	if text == "" {
		return true
	}
	if !condition.MatchString(text) {
		t.Fatalf("the condition %q is not understood", text)
	}
	for _, m := range comparison.FindAllStringSubmatch(text, -1) {
		if (known["inputs."+m[1]] == m[3]) != (m[2] == "==") {
			return false
		}
	}
	return true
}

// TestAction: the steps of the action install fwrun, check, test and plan, and fail when they should.
func TestAction(t *testing.T) {
	t.Parallel()
	needs.Program(t, "curl")
	releases := serveReleases(t, nil)
	folder := t.TempDir()
	harness.Run(t, folder, "new", "my shop")

	said, err := runAction(t, folder, releases, map[string]string{"folder": "my shop", "sarif": "fwrun.sarif", "migrations": "plan"})
	if err != nil || !strings.Contains(said, "installed fwrun ") || !strings.Contains(said, "passed") {
		t.Fatalf("the action ended with %v and said:\n%s", err, said)
	}
	if results := sarifResults(t, filepath.Join(folder, "fwrun.sarif")); results != 0 {
		t.Errorf("there are %d results", results)
	}
	if said, err := runAction(t, folder, releases,
		map[string]string{"folder": "my shop", "test": "false", "migrations": "applied"}); exitCode(err) != 3 {
		t.Errorf("with a migration that is due it ended with %v and said:\n%s", err, said)
	}
	if said, err := runAction(t, folder, releases, map[string]string{"folder": "my shop", "test": "false", "migrations": "true"}); exitCode(err) != 2 {
		t.Errorf("with a wrong input it ended with %v and said:\n%s", err, said)
	}

	harness.WriteFile(t, filepath.Join(folder, "my shop", "broken.js"), "import { GetMapping } from \"fwrun\";\n"+
		"export const a = GetMapping(\"/a/{\")(() => 1);\n")
	said, err = runAction(t, folder, releases, map[string]string{"folder": "my shop", "sarif": "fwrun.sarif"})
	if exitCode(err) != 1 || !strings.Contains(said, ",file=my shop/broken.js,line=2,") {
		t.Errorf("with a mistake it ended with %v and said:\n%s", err, said)
	}
	if results := sarifResults(t, filepath.Join(folder, "fwrun.sarif")); results != 1 {
		t.Errorf("there are %d results", results)
	}
	if said, err := runAction(t, folder, releases, map[string]string{"folder": "nowhere", "sarif": "fwrun.sarif"}); exitCode(err) == 0 {
		t.Errorf("without an application it said:\n%s", said)
	}
}

func exitCode(err error) int {
	if failed, is := err.(*exec.ExitError); is { //nolint:errorlint // it comes from exec as it is
		return failed.ExitCode()
	}
	if err != nil {
		return -1
	}
	return 0
}

// sarifResults returns the number of results in a file.
func sarifResults(t *testing.T, file string) int {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var report struct{ Runs []struct{ Results []any } }
	if err := json.Unmarshal(text, &report); err != nil || len(report.Runs) != 1 {
		t.Fatalf("SARIF is %v\n%s", err, text)
	}
	return len(report.Runs[0].Results)
}

// TestWorkflows: the workflows are YAML, and actionlint finds nothing wrong with them where it is installed.
func TestWorkflows(t *testing.T) {
	files, err := filepath.Glob("../../../.github/workflows/*.yml")
	if err != nil || len(files) == 0 {
		t.Fatal("there is no workflow", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var workflow struct {
			Permissions map[string]string
			Jobs        map[string]struct{ Steps []map[string]any }
		}
		if err := yaml.Unmarshal(text, &workflow); err != nil || len(workflow.Jobs) == 0 || workflow.Permissions == nil {
			t.Errorf("%s: %v, %+v", file, err, workflow)
		}
	}
	linter, err := exec.LookPath("actionlint")
	if err != nil {
		t.Log("actionlint is not installed: the workflows were only parsed")
		return
	}
	if said, err := exec.Command(linter, files...).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, said)
	}
}

// TestGitLab: the lines for GitLab in the guide do what the action does.
func TestGitLab(t *testing.T) {
	needs.Program(t, "curl") // without it, the job would install it
	page, err := os.ReadFile("../../../docs/guide/installation.md")
	if err != nil {
		t.Fatal(err)
	}
	shown := regexp.MustCompile("(?ms)^```yml\n(# \\.gitlab-ci\\.yml\n.*?)^```$").FindSubmatch(page)
	if shown == nil {
		t.Fatal("the guide shows no .gitlab-ci.yml")
	}
	var jobs map[string]struct {
		Variables map[string]string
		Before    []string `yaml:"before_script"`
		Script    []string
	}
	if err := yaml.Unmarshal(shown[1], &jobs); err != nil || len(jobs) != 1 {
		t.Fatalf("%v, %+v", err, jobs)
	}
	releases := serveReleases(t, nil)
	folder := t.TempDir()
	harness.Run(t, folder, "new", "shop")
	for name, job := range jobs {
		env := append(os.Environ(), "FWRUN_RELEASES="+releases, "CI_PROJECT_DIR="+folder)
		for key, value := range job.Variables {
			env = append(env, key+"="+os.Expand(value, func(string) string { return folder }))
		}
		lines := strings.ReplaceAll(strings.Join(append(job.Before, job.Script...), "\n"), "https://github.com/fwrun/fwrun/releases", releases)
		if said, err := inSh(t, folder, env, "sh", "-e", "-c", lines); err != nil || !strings.Contains(said, "passed") {
			t.Errorf("%s ended with %v and said:\n%s", name, err, said)
		}
	}
}
