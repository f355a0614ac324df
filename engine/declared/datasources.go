package declared

import (
	"slices"
	"strings"

	"github.com/fwrun/fwrun/engine/manifest"
)

// TypeTemplate is the class of the host that runs statements, TypeSearchClient the one that finds documents.
const (
	TypeTemplate     = "SqlTemplate"
	TypeSearchClient = "SearchClient"
)

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

// Searches reports whether there is a SearchClient.
func (src *Source) Searches() bool {
	return slices.ContainsFunc(src.HostBeans, func(h manifest.HostBean) bool { return h.Type == TypeSearchClient })
}
