package manifest

// beanDecorators lists those of the container.
func beanDecorators() []Decorator {
	named := []Option{{"name", Text}}
	return []Decorator{
		{Name: "RestController", First: "name", Targets: OnClass, Options: named},
		{Name: "Service", First: "name", Targets: OnClass, Options: named},
		{Name: "Component", First: "name", Targets: OnClass, Options: named},
		{Name: "Configuration", First: "name", Targets: OnClass, Options: named},
		{Name: "Bean", First: "name", Targets: OnMethod, Options: []Option{
			{"name", Text}, {"type", Type}, {"initMethod", Text}, {"destroyMethod", Text},
		}},
		{Name: "ConfigurationProperties", First: "prefix", Needs: true, Targets: OnClass | OnMethod, Options: []Option{
			{"prefix", Text}, {"name", Text},
		}},
		{Name: "Primary", Targets: OnClass | OnMethod},
		{Name: "Profile", First: "profiles", Rest: true, Needs: true, Targets: OnClass | OnMethod, Options: []Option{{"profiles", Texts}}},
		{Name: "ConditionalOnProperty", First: "key", More: []string{"havingValue"}, Needs: true, Targets: OnClass | OnMethod, Options: []Option{
			{"key", Text}, {"havingValue", Value}, {"matchIfMissing", Flag},
		}},
		{Name: "Autowired", First: "type", Targets: OnField | OnParam, Options: []Option{{"type", Type}, {"required", Flag}}},
		{Name: "Qualifier", First: "name", Targets: OnField | OnParam, Options: named},
		{Name: "Value", First: "key", Targets: OnField | OnParam, Options: []Option{{"key", Text}, {"type", Type}}},
		{Name: "Lazy", Targets: OnClass | OnMethod | OnField},
		{Name: "PostConstruct", Targets: OnMethod},
		{Name: "OnWorkerStart", Targets: OnMethod},
		{Name: "OnApplicationReady", Targets: OnMethod},
		{Name: "OnWorkerStop", Targets: OnMethod},
		{Name: "PreDestroy", Targets: OnMethod},
	}
}
