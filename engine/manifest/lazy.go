package manifest

// needed takes the laziness from the beans that are made at the start all the same: those of
// handlers, and whatever a bean that is made at the start asks for.
func (b *builder) needed() {
	var need func(bean *Bean)
	need = func(bean *Bean) {
		bean.Lazy = false
		for _, i := range bean.Asks() {
			if other := b.out.Beans[i]; other.Lazy {
				need(other)
			}
		}
	}
	for _, schedule := range b.out.Schedules {
		need(b.out.Beans[schedule.Bean])
	}
	for _, h := range b.out.Handlers {
		if h.Bean >= 0 {
			need(b.out.Beans[h.Bean])
		}
	}
	for _, bean := range b.out.Beans {
		if !bean.Lazy || bean.isEdge() {
			need(bean)
		}
	}
}

// isEdge tells a bean that is called from outside.
func (bean *Bean) isEdge() bool {
	return bean.Stereotype == RestController || bean.Stereotype == Intercepting || bean.Is(typeInterceptor) || bean.Is(typeToolInterceptor) ||
		bean.Is(typeConfigurer) || bean.Name == errorControllerName
}
