package kafka_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/queue/broker"
	"github.com/fwrun/fwrun/queue/kafka"
	"github.com/fwrun/fwrun/tests/harness"
)

// childURL is the variable that makes a process of the tests one that receives until it is killed.
const childURL = "FWRUN_KAFKA_CHILD"

func TestMain(m *testing.M) {
	if url := os.Getenv(childURL); url != "" {
		if err := child(url, os.Args[1]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	harness.Main(m)
}

// child prints what it receives from a topic, and acknowledges all that does not begin with "hold".
func child(url, topic string) error {
	b, err := kafka.Connect(context.Background(), url, kafka.Options{SessionTimeout: session})
	if err != nil {
		return err
	}
	messages, err := b.Subscriber(broker.Subscription{Workers: 4}).Subscribe(context.Background(), topic)
	if err != nil {
		return err
	}
	for m := range messages {
		if !strings.HasPrefix(string(m.Payload), "hold") {
			m.Ack()
		}
		_, _ = fmt.Fprintln(os.Stdout, string(m.Payload))
	}
	return nil
}

// process is a child.
type process struct {
	t     *testing.T
	cmd   *exec.Cmd
	lines *bufio.Scanner
}

func begin(t *testing.T, url, topic string) *process {
	t.Helper()
	p := &process{t: t, cmd: exec.Command(os.Args[0], topic)}
	p.cmd.Env = append(os.Environ(), childURL+"="+url)
	p.cmd.Stderr = os.Stderr
	out, err := p.cmd.StdoutPipe()
	must(t, err)
	p.lines = bufio.NewScanner(out)
	must(t, p.cmd.Start())
	t.Cleanup(p.kill)
	return p
}

func (p *process) line() string {
	p.t.Helper()
	if !p.lines.Scan() {
		p.t.Fatal("the process has ended")
	}
	return p.lines.Text()
}

func (p *process) kill() {
	_ = p.cmd.Process.Kill()
	_ = p.cmd.Wait() // reports that it was killed
}
