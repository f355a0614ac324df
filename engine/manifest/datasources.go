package manifest

import "strings"

// typeTemplate is the host's class that runs statements.
const typeTemplate = "SqlTemplate"

// datasources lists those that have a SqlTemplate, and the primary one among them; "" when there is none.
func (src *Source) datasources() (names []string, primary string) {
	for _, h := range src.HostBeans {
		if name, is := datasourceOf(h.Name); is && h.Type == typeTemplate {
			names = append(names, name)
			if h.Primary {
				primary = name
			}
		}
	}
	return names, primary
}

// datasourceOf is the datasource whose SqlTemplate is the bean of a name.
func datasourceOf(bean string) (name string, ok bool) { return strings.CutSuffix(bean, "-template") }
