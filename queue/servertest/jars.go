package servertest

import (
	"embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/rogpeppe/go-internal/lockedfile"
)

// kafkaVersion is that of kafka-pom.xml.
const kafkaVersion = "4.1.0"

//go:embed kafka-pom.xml KafkaNode.java
var files embed.FS

// downloadKafka returns a folder with the jars of a Kafka server. It downloads them at the first call on a machine.
func downloadKafka() (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	folder := filepath.Join(cache, "fwrun-tests", "kafka-"+kafkaVersion)
	if err := os.MkdirAll(filepath.Dir(folder), 0o755); err != nil {
		return "", err
	}
	// Other test processes wait, since Maven cannot share its own cache with another Maven.
	unlock, err := lockedfile.MutexAt(folder + ".lock").Lock()
	if err != nil {
		return "", err
	}
	defer unlock()
	if _, err := os.Stat(folder); err == nil {
		return folder, nil
	}
	// The folder appears when it is complete.
	fresh, err := os.MkdirTemp(filepath.Dir(folder), "download-")
	if err != nil {
		return "", err
	}
	defer func() { _ = os.RemoveAll(fresh) }() // does nothing after Rename
	pom := filepath.Join(fresh, "pom.xml")
	if err := writeFile("kafka-pom.xml", pom); err != nil {
		return "", err
	}
	said, err := exec.Command("mvn", "-q", "-B", "-f", pom, "dependency:copy-dependencies", "-DincludeScope=runtime", "-DoutputDirectory="+fresh).CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("mvn: %w\n%s", err, said)
	}
	return folder, os.Rename(fresh, folder)
}

func writeFile(name, path string) error {
	text, err := files.ReadFile(name)
	if err != nil {
		return err
	}
	return os.WriteFile(path, text, 0o600)
}
