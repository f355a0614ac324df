package declared

import (
	"strings"
)

// TypeTemplate is the host's class that runs statements.
const TypeTemplate = "SqlTemplate"

// Datasources lists those that have a SqlTemplate, and the primary one among them; "" when there is none.
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

// DatasourceOf is the datasource whose SqlTemplate is the bean of a name.
func DatasourceOf(bean string) (name string, ok bool) { return strings.CutSuffix(bean, "-template") }
