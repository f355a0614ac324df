package declared

import (
	"strings"
)

// TypeTemplate is the class of the host that runs statements.
const TypeTemplate = "SqlTemplate"

// Datasources lists the datasources that have a SqlTemplate, and the primary one among them, or "".
func (src *Source) Datasources() (names []string, primary string) {
	for _, h := range src.HostBeans {
		if name, is := DatasourceOf(h.Name); is && h.Type == TypeTemplate {
			names = append(names, name)
			if h.Primary {
				primary = name
			}
		}
	}
	return names, primary
}

// DatasourceOf returns the datasource whose SqlTemplate is the bean with that name.
func DatasourceOf(bean string) (name string, ok bool) { return strings.CutSuffix(bean, "-template") }
