package searchtest

import (
	"embed"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/fwrun/fwrun/tests/jars"
)

// version is that of the server and of its modules.
const version = "2.19.4"

//go:embed pom.xml Node.java log4j2.properties
var files embed.FS

// module is a part of the server in a folder of its own, with what the name of its descriptor needs.
type module struct {
	name, jar, class, extends string
	further                   []string // patterns of other jars that belong to it
}

// modules lists what a usual installation has and what tests use.
func modules() []module {
	return []module{
		{name: "transport-netty4", jar: "transport-netty4-client", class: "transport.Netty4Plugin", further: []string{"netty-*.jar"}},
		{name: "analysis-common", jar: "analysis-common", class: "analysis.common.CommonAnalysisPlugin"},
		{name: "mapper-extras", jar: "mapper-extras-client", class: "index.mapper.MapperExtrasPlugin"},
		{
			name: "reindex", jar: "reindex-client", class: "index.reindex.ReindexPlugin",
			further: []string{"opensearch-rest-client-*.jar", "opensearch-ssl-config-*.jar", "http*.jar", "commons-*.jar"},
		},
		{
			name: "lang-painless", jar: "lang-painless", class: "painless.PainlessPlugin",
			further: []string{"opensearch-scripting-painless-spi-*.jar", "asm*.jar", "antlr4*.jar"},
		},
		{name: "ingest-common", jar: "ingest-common", class: "ingest.common.IngestCommonPlugin", extends: "lang-painless"},
		{
			name: "search-pipeline-common", jar: "search-pipeline-common",
			class: "search.pipeline.common.SearchPipelineCommonModulePlugin",
		},
	}
}

// download returns a folder with all jars and the security plugin's zip.
func download() (string, error) {
	return jars.Folder("opensearch-"+version, func(folder string) error {
		pom, err := files.ReadFile("pom.xml")
		if err != nil {
			return err
		}
		if err := jars.Copy(folder, pom, "dependency:copy-dependencies", "-DincludeScope=runtime"); err != nil {
			return err
		}
		return jars.Copy(folder, pom, "dependency:copy", "-Dartifact=org.opensearch.plugin:opensearch-security:"+version+".0:zip")
	})
}

func writeFile(name, path string) error {
	text, err := files.ReadFile(name)
	if err != nil {
		return err
	}
	return os.WriteFile(path, text, 0o600)
}

// layOut makes the home folder of a node: jars in core, modules with their descriptors.
func layOut(home, jars string) error {
	core := filepath.Join(home, "core")
	for _, folder := range []string{core, filepath.Join(home, "config"), filepath.Join(home, "plugins")} {
		if err := os.MkdirAll(folder, 0o700); err != nil {
			return err
		}
	}
	for name, path := range map[string]string{
		"Node.java": filepath.Join(home, "Node.java"), "log4j2.properties": filepath.Join(home, "log4j2.properties"),
	} {
		if err := writeFile(name, path); err != nil {
			return err
		}
	}
	if err := link(jars, "*.jar", core); err != nil {
		return err
	}
	for _, m := range modules() {
		if err := m.layOut(home); err != nil {
			return fmt.Errorf("module %s: %w", m.name, err)
		}
	}
	return nil
}

// layOut moves the module's jars out of core and writes its descriptor.
func (m module) layOut(home string) error {
	folder := filepath.Join(home, "modules", m.name)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	core := filepath.Join(home, "core")
	for _, pattern := range append([]string{m.jar + "-" + version + ".jar"}, m.further...) {
		if err := link(core, pattern, folder); err != nil {
			return err
		}
		moved, _ := filepath.Glob(filepath.Join(core, pattern))
		for _, jar := range moved {
			if err := os.Remove(jar); err != nil {
				return err
			}
		}
	}
	descriptor := []string{
		"description=" + m.name, "version=" + version, "name=" + m.name, "classname=org.opensearch." + m.class,
		"java.version=11", "opensearch.version=" + version, "extended.plugins=" + m.extends, "",
	}
	return os.WriteFile(filepath.Join(folder, "plugin-descriptor.properties"), []byte(strings.Join(descriptor, "\n")), 0o600)
}

// link makes symbolic links to the files of a folder that match a pattern.
func link(from, pattern, to string) error {
	found, err := filepath.Glob(filepath.Join(from, pattern))
	if err != nil {
		return err
	}
	if len(found) == 0 {
		return fmt.Errorf("no file %s in %s", pattern, from)
	}
	for _, file := range found {
		real, err := filepath.EvalSymlinks(file)
		if err != nil {
			return err
		}
		if err := os.Symlink(real, filepath.Join(to, filepath.Base(file))); err != nil {
			return err
		}
	}
	return nil
}
