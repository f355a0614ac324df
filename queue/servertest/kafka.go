package servertest

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fwrun/fwrun/tests/needs"
	"github.com/fwrun/fwrun/tests/ports"
)

// Kafka is a Kafka server of one node, which listens on loopback only.
type Kafka struct {
	// URL is that of a listener without authentication, such as kafka://127.0.0.1:41234.
	URL string

	// SASLAddress is that of a listener for [KafkaUser], by PLAIN.
	SASLAddress string

	home    string
	jars    string
	process *exec.Cmd
	input   io.Closer // the server ends with it
	log     *bytes.Buffer
}

// The user that a Kafka server knows.
const (
	KafkaUser     = "worker"
	KafkaPassword = "pass word/1"
)

// kafkaPatience limits the wait for a server. One takes 5 seconds on an idle machine, and many times that on a busy one.
const kafkaPatience = 5 * time.Minute

// NewKafka starts a Kafka server that runs until the test ends. It skips the test if there is no Java or Maven.
func NewKafka(t testing.TB) *Kafka {
	t.Helper()
	jars := requireKafka(t)
	k := &Kafka{home: t.TempDir(), jars: jars}
	if err := k.layOut(); err != nil {
		t.Fatal(err)
	}
	k.Start(t)
	t.Cleanup(k.stop)
	return k
}

// requireKafka returns the folder of the jars. It skips the test if they cannot be had here.
func requireKafka(t testing.TB) string {
	t.Helper()
	for _, program := range []string{"java", "javac", "mvn"} {
		needs.Program(t, program)
	}
	kafkaJarsOnce.Do(func() { kafkaJars, errKafkaJars = downloadKafka() })
	if errKafkaJars != nil {
		needs.Missing(t, "Kafka", "cannot be had: "+errKafkaJars.Error())
	}
	return kafkaJars
}

var (
	kafkaJarsOnce sync.Once
	kafkaJars     string
	errKafkaJars  error
)

// layOut writes the settings of a server, and what formats its folder: the program for that takes as long as a start.
func (k *Kafka) layOut() error {
	port, err := ports.Row(3)
	if err != nil {
		return err
	}
	logs := filepath.Join(k.home, "logs")
	if err := os.Mkdir(logs, 0o700); err != nil {
		return err
	}
	loopback := func(port int) string { return net.JoinHostPort("127.0.0.1", strconv.Itoa(port)) }
	plain, sasl, controller := loopback(port), loopback(port+1), loopback(port+2)
	k.URL, k.SASLAddress = "kafka://"+plain, sasl
	listeners := "PLAINTEXT://" + plain + ",SASL_PLAINTEXT://" + sasl
	settings := []string{
		"process.roles=broker,controller", "node.id=1", "controller.quorum.voters=1@" + controller, "controller.listener.names=CONTROLLER",
		"listeners=" + listeners + ",CONTROLLER://" + controller, "advertised.listeners=" + listeners,
		"listener.security.protocol.map=PLAINTEXT:PLAINTEXT,SASL_PLAINTEXT:SASL_PLAINTEXT,CONTROLLER:PLAINTEXT",
		"sasl.enabled.mechanisms=PLAIN,SCRAM-SHA-256,SCRAM-SHA-512",
		"listener.name.sasl_plaintext.plain.sasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule required " +
			"user_" + KafkaUser + "=\"" + KafkaPassword + "\";",
		"listener.name.sasl_plaintext.scram-sha-256.sasl.jaas.config=org.apache.kafka.common.security.scram.ScramLoginModule required;",
		"listener.name.sasl_plaintext.scram-sha-512.sasl.jaas.config=org.apache.kafka.common.security.scram.ScramLoginModule required;",
		"log.dirs=" + logs, "auto.create.topics.enable=false", "offsets.topic.num.partitions=4", "offsets.topic.replication.factor=1",
		"transaction.state.log.replication.factor=1", "transaction.state.log.min.isr=1", "transaction.state.log.num.partitions=4",
		"default.replication.factor=1", "group.initial.rebalance.delay.ms=0", "group.min.session.timeout.ms=500",
		"log.initial.task.delay.ms=0", "broker.heartbeat.interval.ms=500", "broker.session.timeout.ms=3000",
	}
	meta := []string{"version=1", "cluster.id=dGVzdHNhcmVydW5oZXJlMQ", "node.id=1", "directory.id=dGVzdHNhcmVydW5oZXJlMg"}
	for path, lines := range map[string][]string{
		filepath.Join(k.home, "server.properties"): settings, filepath.Join(logs, "meta.properties"): meta,
	} {
		if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")+"\n"), 0o600); err != nil {
			return err
		}
	}
	if err := writeFile("KafkaNode.java", filepath.Join(k.home, "KafkaNode.java")); err != nil {
		return err
	}
	said, err := exec.Command("javac", "-cp", filepath.Join(k.jars, "*"), "-d", k.home, filepath.Join(k.home, "KafkaNode.java")).CombinedOutput()
	if err != nil {
		return fmt.Errorf("javac: %w\n%s", err, said)
	}
	return nil
}

// Start starts the server, with what it had written, and returns when it can be used.
func (k *Kafka) Start(t testing.TB) {
	t.Helper()
	if err := k.start(); err != nil {
		t.Fatal(err)
	}
}

func (k *Kafka) start() error {
	k.log = &bytes.Buffer{}
	k.process = exec.Command("java", "-Xmx320m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto",
		"-Dorg.slf4j.simpleLogger.defaultLogLevel=error", "-Dorg.slf4j.simpleLogger.log.kafka.server.KafkaRaftServer=info",
		"-cp", k.home+string(os.PathListSeparator)+filepath.Join(k.jars, "*"), "KafkaNode", filepath.Join(k.home, "server.properties"))
	k.process.Dir = k.home
	input, err := k.process.StdinPipe()
	if err != nil {
		return err
	}
	output, err := k.process.StderrPipe()
	if err != nil {
		return err
	}
	k.input = input
	if err := k.process.Start(); err != nil {
		return err
	}
	ready, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for lines := bufio.NewScanner(output); lines.Scan(); {
			_, _ = fmt.Fprintln(k.log, lines.Text())
			if strings.Contains(lines.Text(), "Kafka Server started") {
				close(ready)
				break
			}
		}
		_, _ = io.Copy(io.Discard, output)
	}()
	select {
	case <-ready:
		return nil
	case <-ended:
		return fmt.Errorf("the Kafka server ended: %w\n%s", k.process.Wait(), k.log)
	case <-time.After(kafkaPatience):
		k.stop()
		return fmt.Errorf("the Kafka server is not ready after %v", kafkaPatience)
	}
}

// Kill ends the server without a chance to write anything.
func (k *Kafka) Kill(testing.TB) { k.stop() }

func (k *Kafka) stop() {
	_ = k.process.Process.Kill()
	_ = k.process.Wait() // reports that it was killed
}
