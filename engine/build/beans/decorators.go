package beans

import (
	"github.com/fwrun/fwrun/engine/declared"
)

// Decorators lists the decorators of the container.
func Decorators() []declared.Decorator {
	named := []declared.Option{
		{Name: "name", Kind: declared.Text},
	}
	return []declared.Decorator{
		{Name: "RestController", Topic: declared.Controllers, First: "name", Targets: declared.OnClass, Options: named},
		{Name: "Service", First: "name", Targets: declared.OnClass, Options: named},
		{Name: "Component", First: "name", Targets: declared.OnClass, Options: named},
		{Name: "Configuration", First: "name", Targets: declared.OnClass, Options: named},
		{Name: "Bean", First: "name", Targets: declared.OnMethod, Options: []declared.Option{
			{Name: "name", Kind: declared.Text},
			{Name: "type", Kind: declared.Type},
			{Name: "initMethod", Kind: declared.Text},
			{Name: "destroyMethod", Kind: declared.Text},
		}},
		{Name: "Autowired", First: "type", Targets: declared.OnField | declared.OnParam, Options: []declared.Option{
			{Name: "type", Kind: declared.Type},
			{Name: "required", Kind: declared.Flag},
		}},
		{Name: "Qualifier", First: "name", Targets: declared.OnField | declared.OnParam, Options: named},
		{Name: "Primary", Targets: declared.OnClass | declared.OnMethod},
		{Name: "Profile", First: "profiles", Rest: true, Needs: true, Targets: declared.OnClass | declared.OnMethod, Options: []declared.Option{
			{Name: "profiles", Kind: declared.Texts},
		}},
		{
			Name: "ConditionalOnProperty", First: "key", More: []string{"havingValue"}, Needs: true, Targets: declared.OnClass | declared.OnMethod,
			Options: []declared.Option{
				{Name: "key", Kind: declared.Text},
				{Name: "havingValue", Kind: declared.Value},
				{Name: "matchIfMissing", Kind: declared.Flag},
			},
		},
		{Name: "Lazy", Targets: declared.OnClass | declared.OnMethod | declared.OnField},
		{Name: "PostConstruct", Targets: declared.OnMethod},
		{Name: "OnWorkerStart", Targets: declared.OnMethod},
		{Name: "OnApplicationReady", Targets: declared.OnMethod},
		{Name: "OnWorkerStop", Targets: declared.OnMethod},
		{Name: "PreDestroy", Targets: declared.OnMethod},
		{Name: "Value", Topic: declared.Configuration, First: "key", Targets: declared.OnField | declared.OnParam, Options: []declared.Option{
			{Name: "key", Kind: declared.Text},
			{Name: "type", Kind: declared.Type},
		}},
		{
			Name: "ConfigurationProperties", Topic: declared.Configuration, First: "prefix", Needs: true, Targets: declared.OnClass | declared.OnMethod,
			Options: []declared.Option{
				{Name: "prefix", Kind: declared.Text},
				{Name: "schema", Kind: declared.StandardSchema},
				{Name: "name", Kind: declared.Text},
			},
		},
	}
}
