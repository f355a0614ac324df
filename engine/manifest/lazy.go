package manifest

// eager takes the laziness from the beans that are made at the start all the same: those of
// handlers, and whatever a bean that is made at the start asks for.
func eager(m *Manifest) {
	var need func(bean *Bean)
	need = func(bean *Bean) {
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

// isEdge tells a bean that is called from outside.
func isEdge(bean *Bean) bool {
	return bean.Stereotype == RestController || bean.Stereotype == Intercepting || bean.Is(typeInterceptor) || bean.Is(typeToolInterceptor) ||
		bean.Is(typeConfigurer) || bean.Name == errorControllerName
}
