package servertest

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/fwrun/fwrun/tests/needs"
	"github.com/fwrun/fwrun/tests/ports"
)

// RabbitMQ is a RabbitMQ server of one node, which listens on loopback only.
type RabbitMQ struct {
	// URL is that of the user guest, whose password is guest, such as amqp://guest:guest@127.0.0.1:41234/.
	URL string
	// MQTT is where it speaks MQTT, with the same user.
	MQTT string

	dir    string
	script string
	port   int // that of clients; those of Erlang follow
	epmd   *exec.Cmd
	node   *exec.Cmd
}

// rabbitPatience limits the wait for a server. One takes 5 seconds on an idle machine, and many times that on a busy one.
const rabbitPatience = 3 * time.Minute

// NewRabbitMQ starts a RabbitMQ server that runs until the test ends. It skips the test if the server is not installed.
func NewRabbitMQ(t testing.TB) *RabbitMQ {
	t.Helper()
	r := &RabbitMQ{script: needs.Program(t, "rabbitmq-server"), dir: t.TempDir()}
	epmd := needs.Program(t, "epmd")
	var err error
	if r.port, err = ports.Row(3); err != nil {
		t.Fatal(err)
	}
	r.URL = fmt.Sprintf("amqp://guest:guest@127.0.0.1:%d/", r.port)
	mqtt, err := ports.Free()
	if err != nil {
		t.Fatal(err)
	}
	r.MQTT = "mqtt://guest:guest@127.0.0.1:" + mqtt
	settings := fmt.Sprintf("listeners.tcp.1 = 127.0.0.1:%d\nmqtt.listeners.tcp.1 = 127.0.0.1:%s\nloopback_users = none\n", r.port, mqtt)
	for name, text := range map[string]string{"rabbit.conf": settings, "plugins": "[rabbitmq_mqtt]."} {
		if err := os.WriteFile(filepath.Join(r.dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	// The server would start it as a daemon that stays.
	r.epmd = exec.Command(epmd, "-address", "127.0.0.1", "-port", strconv.Itoa(r.port+2))
	if err := r.epmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		r.end()
		_ = r.epmd.Process.Kill()
		_ = r.epmd.Wait() // it was killed
	})
	r.start(t)
	return r
}

// Start starts the server, with what it had written, and returns when it can be used.
func (r *RabbitMQ) Start(t *testing.T) {
	t.Helper()
	r.start(t)
}

func (r *RabbitMQ) start(t testing.TB) {
	t.Helper()
	r.node = exec.Command(r.script)
	r.node.Dir = r.dir
	r.node.Env = append(r.node.Environ(), r.environment()...)
	ownGroup(r.node)
	log, err := r.node.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	r.node.Stderr = r.node.Stdout
	if err := r.node.Start(); err != nil {
		t.Fatal(err)
	}
	said := make(chan string, 1)
	go awaitRabbit(log, said)
	select {
	case text := <-said:
		if text != "" {
			t.Fatalf("the RabbitMQ server ended:\n%s", text)
		}
	case <-time.After(rabbitPatience):
		t.Fatalf("the RabbitMQ server is not ready after %v", rabbitPatience)
	}
}

// environment returns the variables for the server and its command.
func (r *RabbitMQ) environment() []string {
	return []string{
		"HOME=" + r.dir, "RABBITMQ_NODENAME=fwrun" + strconv.Itoa(r.port) + "@localhost", "RABBITMQ_CONFIG_FILE=" + filepath.Join(r.dir, "rabbit.conf"),
		"RABBITMQ_MNESIA_BASE=" + filepath.Join(r.dir, "mnesia"), "RABBITMQ_LOG_BASE=" + filepath.Join(r.dir, "log"), "RABBITMQ_LOGS=-",
		"RABBITMQ_ENABLED_PLUGINS_FILE=" + filepath.Join(r.dir, "plugins"), "RABBITMQ_DIST_PORT=" + strconv.Itoa(r.port+1),
		"ERL_EPMD_ADDRESS=127.0.0.1", "ERL_EPMD_PORT=" + strconv.Itoa(r.port+2),
		"RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS=-kernel inet_dist_use_interface {127,0,0,1}",
	}
}

// awaitRabbit reads until the server says that it is ready, or ends, and then reads on to keep the pipe empty.
func awaitRabbit(log io.Reader, said chan<- string) {
	var text strings.Builder
	lines := bufio.NewScanner(log)
	for lines.Scan() {
		if strings.Contains(lines.Text(), "startup complete") || strings.Contains(lines.Text(), "completed with") {
			said <- ""
			_, _ = io.Copy(io.Discard, log)
			return
		}
		text.WriteString(lines.Text() + "\n")
	}
	said <- text.String()
}

// Kill ends the server without a chance to write messages. The definitions of queues are written before: RabbitMQ confirms messages in
// a new queue a moment before it has written that there is such a queue, and loses both if it is killed in that moment.
func (r *RabbitMQ) Kill(t *testing.T) {
	t.Helper()
	ctl := exec.Command(filepath.Join(filepath.Dir(r.script), "rabbitmqctl"), "eval", "mnesia:sync_log().")
	ctl.Env = append(ctl.Environ(), r.environment()...)
	if said, err := ctl.CombinedOutput(); err != nil {
		t.Logf("the definitions of queues may not have been written: %v\n%s", err, said)
	}
	r.end()
}

func (r *RabbitMQ) end() {
	if r.node != nil {
		killGroup(r.node) // the script and the node
		_ = r.node.Wait() // it was killed
		r.node = nil
	}
}
