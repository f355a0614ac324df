package beans

import (
	"slices"

	"github.com/fwrun/fwrun/engine/manifest"
)

// Eager makes lazy beans eager if they are made at the start in any case: those of handlers, and the dependencies
// of beans that are made at the start.
func Eager(m *manifest.Manifest) {
	var need func(bean *manifest.Bean)
	need = func(bean *manifest.Bean) {
		bean.Lazy = false
		for _, i := range bean.Asks() {
			if other := m.Beans[i]; other.Lazy {
				need(other)
			}
		}
	}
	for _, schedule := range m.Schedules {
		need(m.Beans[schedule.Bean])
	}
	for _, informer := range slices.Concat(m.HealthIndicators, m.InfoContributors) {
		need(m.Beans[informer.Bean])
	}
	for _, finder := range m.Finders {
		need(m.Beans[finder.Bean])
	}
	for _, h := range m.Handlers {
		if h.Bean >= 0 {
			need(m.Beans[h.Bean])
		}
	}
	for _, bean := range m.Beans {
		if !bean.Lazy || isEdge(bean) {
			need(bean)
		}
	}
}

// isEdge reports whether a bean is called from outside.
func isEdge(bean *manifest.Bean) bool {
	return bean.Stereotype == manifest.RestController || bean.Stereotype == manifest.Intercepting || bean.Is(manifest.TypeInterceptor) ||
		bean.Is(manifest.TypeToolInterceptor) ||
		bean.Is(manifest.TypeConfigurer) || bean.Name == manifest.ErrorControllerName
}
