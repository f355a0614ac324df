package main

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/tests/needs"
)

func TestReport(t *testing.T) {
	var events strings.Builder
	add := func(action, test, output string) {
		fmt.Fprintf(&events, "{\"Action\":%q,\"Package\":%q,\"Test\":%q,\"Output\":%q,\"Elapsed\":0.5}\n", action, module+"data", test, output)
	}
	add("output", "TestA", "=== RUN TestA\n")
	add("pass", "TestA", "")
	add("output", "TestB", "    b_test.go:1: got 1, want 2\n")
	add("fail", "TestB", "")
	add("output", "TestC", "    c_test.go:1: "+needs.Why("mariadbd", "is not installed")+"\n")
	add("skip", "TestC", "")
	add("output", "TestD", "    d_test.go:1: Linux only\n")
	add("skip", "TestD", "")
	add("output", "", "FAIL\n")
	add("fail", "", "")
	fmt.Fprintf(&events, "{\"Action\":\"output\",\"Package\":%q,\"Output\":\"ok  \\tsql\\t0.1s\\n\"}\n{\"Action\":\"pass\",\"Package\":%[1]q}\n",
		module+"sql")
	fmt.Fprintf(&events, "{\"Action\":\"output\",\"Package\":%q,\"Output\":\"panic: over\\n\"}\n{\"Action\":\"fail\",\"Package\":%[1]q}\n",
		module+"broken")
	fmt.Fprintf(&events, "{\"Action\":\"output\",\"Package\":%q,\"Test\":\"TestE\",\"Output\":\"panic: test timed out\\n\"}\n",
		module+"slow")
	fmt.Fprintf(&events, "{\"Action\":\"fail\",\"Package\":%q}\n", module+"slow")
	var out, copied bytes.Buffer
	r := newReport(&out)
	r.events = &copied
	if failed, err := r.read(strings.NewReader(events.String()), ""); err != nil || failed != r.failed {
		t.Fatal(err)
	}
	r.summary()
	for _, want := range []string{
		"data TestB\n    b_test.go:1: got 1, want 2\n", "ok  \tsql\t0.1s\n", "panic: over\n", "failed:\n  data TestB\n  broken\n  slow\n",
		"slow TestE has not ended\npanic: test timed out\n",
		"mariadbd             1\n", "apt-get install --no-install-recommends mariadb-server\n", "1 passed, 3 failed, 2 skipped\n",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("it does not say %q:\n%s", want, &out)
		}
	}
	if strings.Contains(out.String(), "Linux only") || strings.Contains(out.String(), "RUN TestA") {
		t.Errorf("it says what nobody asked for:\n%s", &out)
	}
	more := fmt.Sprintf(`{"Action":"fail","Package":%q,"Test":"TestB"}`, module+"data")
	if _, err := r.read(strings.NewReader(more), "A=1"); err != nil || r.broken[len(r.broken)-1] != "data A=1 TestB" {
		t.Errorf("of a step with a variable of its own: %v %q", err, r.broken)
	}
	if _, err := r.read(strings.NewReader("{\"Action\":"), ""); err == nil {
		t.Error("half an event is no error")
	}
}
