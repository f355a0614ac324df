package main

// healthRules lists the rules of beans that the endpoints health and info call.
func healthRules() []rule {
	return []rule{
		{
			"health-group", "A health group contains a component that does not exist.",
			"Components have the names of the beans with @HealthInformer and of the built-in indicators.",
		},
		{
			"informer-class", "@HealthInformer or @InfoInformer is on a class of another kind.",
			"Extend HealthIndicator or InfoContributor, or implement it in TypeScript.",
		},
		{
			"informer-method", "A health indicator or info contributor has no method that can be called.",
			"Write health() { … }, without parameters, or contribute(info) { … }.",
		},
		{
			"informer-name", "Two health indicators have the same name.",
			"Give one of them another name: @HealthInformer(\"name\").",
		},
		{
			"informer-unregistered", "A health indicator or info contributor is never called.",
			"Write @HealthInformer or @InfoInformer above its class.",
		},
	}
}
