package servertest

import (
	"embed"
	"os"

	"github.com/fwrun/fwrun/tests/jars"
)

// kafkaVersion is that of kafka-pom.xml.
const kafkaVersion = "4.1.0"

//go:embed kafka-pom.xml KafkaNode.java
var files embed.FS

// downloadKafka returns a folder with the jars of a Kafka server.
func downloadKafka() (string, error) {
	return jars.Folder("kafka-"+kafkaVersion, func(folder string) error {
		pom, err := files.ReadFile("kafka-pom.xml")
		if err != nil {
			return err
		}
		return jars.Copy(folder, pom, "dependency:copy-dependencies", "-DincludeScope=runtime")
	})
}

func writeFile(name, path string) error {
	text, err := files.ReadFile(name)
	if err != nil {
		return err
	}
	return os.WriteFile(path, text, 0o600)
}
