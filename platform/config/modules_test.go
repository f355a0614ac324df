package config

import (
	"strings"
	"testing"
)

func TestModuleFilesDeclareConnections(t *testing.T) {
	p := load(t, folder(
		"application.yml", "opensearch:\n  - {name: a, hosts: ['http://1']}\n  - {name: b, hosts: ['http://2']}\nserver: {port: 1}\n",
		"billing.yaml", "# its connection\nopensearch:\n  - {name: b, hosts: ['http://3']}\n  - {name: c, hosts: ['http://4'], password: "+
			"$env.PASSWORD || none}\nserver: {port: 2}\n",
		"catalogue.yml", "opensearch:\n  - {name: c, hosts: ['http://5']}\n",
		"other.yml", "this: [is not\n  valid YAML",
		"notes.txt", "opensearch:\n  - {name: d}\n",
		".hidden.yml", "opensearch:\n  - {name: e}\n",
		"application-other.yml", "opensearch:\n  - {name: f, hosts: ['http://6']}\n",
		"zoo.yml", "opensearch:\n  - {name: a, hosts: ['http://7']}\n",
	), Options{Env: []string{"OPENSEARCH_0_USERNAME=ada"}})
	names := ""
	list, _ := p.Lookup("opensearch")
	for _, item := range list.Items() {
		name, _ := p.Lookup(item.Key + ".name")
		host, _ := p.Lookup(item.Key + ".hosts[0]")
		names += name.Text() + " " + host.Text() + ", "
	}
	if names != "a http://7, b http://3, c http://5, " {
		t.Errorf("connections are %s", names)
	}
	want(t, p, "opensearch[1].name", "b", "config/billing.yaml:3:12")
	want(t, p, "opensearch[0].username", "ada", "environment OPENSEARCH_0_USERNAME")
	want(t, p, "server.port", int64(1), "")
}

func TestModuleFilesWithMistakes(t *testing.T) {
	_, problems := Load(folder("search.yml", "opensearch:\n  - {name: a, hosts: [\n"), Options{})
	if len(problems.Errors()) == 0 || problems.Errors()[0].Place.File != "config/search.yml" {
		t.Errorf("invalid YAML: %v", problems)
	}
	_, problems = Load(folder("search.yml", "opensearch:\n  - {name: a, hosts: ['http://1'], passwort: x}\n"), Options{})
	if len(problems) != 1 || !strings.Contains(problems[0].Error(), "config/search.yml:2:36: there is no setting opensearch[0].passwort") {
		t.Errorf("a misspelt key: %v", problems)
	}
}
