package main

import "slices"

// rule explains a code of the diagnostics for users of tools that show it: what it means, and what to do
// about it in general. Each finding has a hint of its own, too.
type rule struct{ code, what, help string }

// ruleOf returns the rule of a code.
func ruleOf(code string) rule {
	list := rules()
	if i := slices.IndexFunc(list, func(r rule) bool { return r.code == code }); i >= 0 {
		return list[i]
	}
	return rule{code, "A mistake in the application.", "The message says what is wrong, and how to mend it."}
}

// rules lists the rules of all codes.
func rules() []rule {
	return slices.Concat(configurationRules(), fileRules(), beanRules(), scheduleRules(), routeRules(), parameterRules(), rowRules(), agentRules(), constraintRules(), typeRules())
}

func configurationRules() []rule {
	return []rule{
		{
			"config-alias", "A YAML alias or tag means nothing here.",
			"Anchor a value before you refer to it; put values that begin with * or ! in quotes.",
		},
		{"config-cycle", "Settings refer to each other in a circle.", "Give one of them a value of its own."},
		{
			"config-duplicate", "A key is set twice in one file.",
			"Remove one of the two; two spellings of a key are the same key.",
		},
		{
			"config-file", "A configuration file cannot be used.",
			"Check its name, its rights, and that there is only one of .yml and .yaml.",
		},
		{
			"config-flag", "A flag of the command line makes no sense.",
			"fwrun <command> --help lists the flags and what they take.",
		},
		{
			"config-limit", "A configuration file is larger or deeper than anyone means it to be.",
			"Split it, or use fewer aliases.",
		},
		{"config-placeholder", "A placeholder is malformed.", "Write ${key}, ${key:default} or $env.NAME."},
		{
			"config-profile", "A profile cannot be used.",
			"A profile is a name of letters, digits and dashes; its file is config/application-<profile>.yml.",
		},
		{
			"config-reference", "A placeholder refers to what is not set.",
			"Set it, or give it a default: ${key:default}.",
		},
		{
			"config-source", "A property source was not read, because it runs something.",
			"Check without --offline to have its settings.",
		},
		{
			"config-syntax", "A configuration file is no YAML, or no map of keys and values.",
			"Look at the indentation and the quotes of the line.",
		},
		{
			"config-unknown-key", "There is no such setting.",
			"Keys of the framework are spelt as documented; your own belong into a section of your own.",
		},
		{
			"config-value", "A setting has a value it cannot have.",
			"The message names the type; durations are written 30s, sizes 10MiB.",
		},
		{
			"migration-changed", "A migration was changed after it ran.",
			"What ran is what counts: put the change into a new file.",
		},
		{"migration-failed", "A migration does not run.", "The place is that of the statement that failed."},
		{
			"migrations-missing", "A datasource that migrates at start has no folder of migrations.",
			"Make migrations/<datasource>/, or turn its migrations off.",
		},
		{
			"settings-class", "A class cannot be set from the configuration.",
			"@ConfigurationProperties names a prefix; the fields are data, or injected.",
		},
		{"restart-needed", "A setting was changed that is only read at start.", "Stop fwrun and start it again."},
		{
			"start-failed", "The application cannot start, over something that is no mistake in a file.",
			"The message names it, such as a database that is not there.",
		},
	}
}

func fileRules() []rule {
	return []rule{
		{
			"compile-failed", "The script engine cannot compile the application.",
			"This is a defect of fwrun worth reporting; another way of writing the same may help until then.",
		},
		{
			"import-kind", "A file is imported that is no script.",
			"Import .js, .mjs, .ts, .mts, .json, and .txt, .sql and .html as texts.",
		},
		{
			"import-missing", "There is no file, package or module of that name.",
			"Relative imports begin with ./; packages are installed into node_modules; everything of fwrun comes from \"fwrun\".",
		},
		{"import-name", "The other file exports no such name.", "Look for a spelling mistake, or export it there."},
		{
			"incomplete", "A script that was typed in ends too early.",
			"Close what is open: a bracket, a quote, a comment.",
		},
		{
			"module-failed", "Code at the top of a file failed while the application was loading.",
			"It runs once in every worker; what may fail belongs in a @PostConstruct method or a handler.",
		},
		{
			"scan", "There is nothing to run, or something that is not read.",
			"Scripts end in .js, .mjs, .ts or .mts; framework.scan narrows down where they are looked for.",
		},
		{
			"script-unsupported", "The script engine does not support this.",
			"docs/guide/engine.md lists what is missing and what to write instead.",
		},
		{
			"source-misread", "What a file says and what it does are not the same.",
			"Decorators and their classes must be written where they can be read, not made by code.",
		},
		{
			"source-unread", "A decorator was applied to something that no file declares.",
			"Write the class or function out, and export it.",
		},
		{
			"syntax", "A file is no JavaScript or TypeScript.",
			"Decorators are of the legacy kind, whatever tsconfig.json says.",
		},
		{
			"tsconfig", "The application's tsconfig.json or jsconfig.json cannot be read.",
			"Mend it: `tsc -p .` says what is wrong. Until then its paths and baseUrl lead no import anywhere.",
		},
	}
}

func beanRules() []rule {
	return []rule{
		{
			"aspect-bean", "What @Around names is no aspect.",
			"Write a class that extends Aspect, with @Component above it, and export it.",
		},
		{
			"aspect-option", "A decorator around a method says what cannot be.",
			"The message names the option; durations are written \"5s\", arguments in keys #{name}.",
		},
		{
			"aspect-target", "An aspect stands where it cannot work.",
			"Aspects stand on public methods of beans; @Async on methods without a result, and not on controllers.",
		},
		{
			"bean-ambiguous", "Several beans fit what is asked for.",
			"Say which with @Qualifier or @Primary, or ask for a narrower type.",
		},
		{
			"bean-cycle", "Beans need each other in a circle, so that none can be made first.",
			"Take what two of them share into a third, or hand one over later.",
		},
		{
			"bean-modifier", "@Primary, @Profile or @ConditionalOnProperty stands on a method that makes no bean.",
			"Write @Bean beside it, or remove it.",
		},
		{"bean-duplicate", "Two beans have the same name.", "Give one of them another: @Service(\"name\")."},
		{
			"bean-failed", "A bean could not be made.",
			"Its constructor, its @Bean method or a @PostConstruct method threw; the place is where.",
		},
		{
			"bean-hook", "A lifecycle method cannot be called.",
			"@PostConstruct and @PreDestroy methods take no parameters; initMethod and destroyMethod name methods that exist.",
		},
		{
			"bean-missing", "No bean is what is asked for.",
			"A class is a bean once a stereotype such as @Service stands above it, and its file is scanned.",
		},
		{"bean-name", "A bean cannot have that name.", "Names are texts that are not empty."},
		{
			"bean-no-stereotype", "A decorator for beans stands in a class that is none.",
			"Write a stereotype such as @Service above the class.",
		},
		{
			"bean-stereotype", "A stereotype does not fit the class.",
			"@Bean methods belong to a @Configuration, mappings to a @RestController.",
		},
		{"bean-stereotypes", "A class carries several stereotypes.", "Leave one."},
		{
			"bean-untyped", "Nothing says which bean is wanted.",
			"Write its type, in TypeScript or in a JSDoc comment, or @Autowired({ type: … }).",
		},
		{"class-abstract", "An abstract class would have to be made.", "Name a class that extends it."},
		{
			"class-arguments", "A class for data needs arguments to be made.",
			"Give its constructor's parameters defaults, or use fields.",
		},
		{"decorator-computed", "A decorator stands on a member whose name is computed.", "Write the name without brackets."},
		{"decorator-option", "A decorator was given what it does not take.", "The typings list its options: fwrun types."},
		{"decorator-static", "A decorator stands on a static member.", "Static members belong to no bean."},
		{"decorator-target", "A decorator stands where it means nothing.", "The message names where it belongs."},
		{
			"not-exported", "A decorated class or function is not exported.",
			"Write export before it: only what is exported can be found.",
		},
		{"value-key", "@Value names no key.", "Write @Value(\"${key}\")."},
		{"value-type", "A configured value does not fit the type of what it is for.", "Change one of the two."},
	}
}

func routeRules() []rule {
	return []rule{
		{
			"error-controller", "The bean errorController cannot answer errors.",
			"It needs a method handleError(request, response, status, error).",
		},
		{
			"hook-misspelt", "A method looks like one that the host calls, and is not.",
			"Write its name as the base class has it, or give a method of your own another name.",
		},
		{
			"interceptor-empty", "An interceptor has none of the methods that are called.",
			"They are preHandle, postHandle and afterCompletion.",
		},
		{
			"interceptor-gap", "An interceptor is called for what is below a path, and not for the path itself.",
			"Close the pattern at the end of a segment: ^/admin(/|$) is for /admin, too.",
		},
		{
			"interceptor-pattern", "A pattern over paths cannot be used.",
			"Patterns are RE2 expressions, such as ^/admin(/|$); RE2 has no lookahead, lookbehind or backreference.",
		},
		{
			"interceptor-unregistered", "An interceptor is called for no path.",
			"Write @Interceptor(\"^/admin(/|$)\") above it, or add it in a WebMvcConfigurer's addInterceptors.",
		},
		{"route-duplicate", "Two handlers answer the same requests.", "Change the path or the method of one of them."},
		{"route-media-type", "A media type is malformed.", "Write it like application/json."},
		{"route-method", "There is no such HTTP method.", "RequestMethod lists them."},
		{
			"route-path", "A path cannot be served.",
			"Paths begin with a slash; placeholders are {name}, and {name:*} at the end.",
		},
		{
			"route-target", "A mapping stands on what cannot answer.",
			"Handlers are methods and functions, async ones too, generators too, but no accessors.",
		},
	}
}

func parameterRules() []rule {
	return []rule{
		{"param-abstract", "A body would have to become an abstract class.", "Name a class that extends it."},
		{"param-body", "A handler takes the body twice.", "A request has one body; leave one @RequestBody."},
		{
			"param-decorator", "A decorator means nothing on a parameter of a handler.",
			"@PathVariable, @RequestParam and @RequestBody stand there.",
		},
		{"param-default", "A default does not fit the type of its parameter.", "Change one of the two."},
		{
			"param-name", "A destructured parameter has no name to be bound by.",
			"Name the parameter, and take it apart inside.",
		},
		{"param-path", "A path variable is not in the path.", "Write {name} into every path of the mapping."},
		{"param-rest", "A rest parameter cannot be bound.", "Take a list: @RequestParam names: list<string>."},
		{
			"param-source", "A parameter cannot come from there.",
			"The sources are request, get, post, cookie and header.",
		},
		{
			"param-type", "A value of a request cannot become that type.",
			"Texts become strings, numbers, booleans, dates and enums; everything else is for the body.",
		},
		{
			"param-undecorated", "Nothing says where a parameter comes from.",
			"Write @PathVariable, @RequestParam or @RequestBody before it.",
		},
		{"param-unknown", "params names a parameter that the function does not have.", "Name it as the function does."},
	}
}

func constraintRules() []rule {
	return []rule{
		{
			"constraint-broken", "A value of the application's own breaks a constraint.",
			"Settings and default values must fulfil what is asked of requests.",
		},
		{
			"constraint-check", "@Validate stands on what cannot look at an object once it is made.",
			"It is a method of a body's class without parameters, and not async.",
		},
		{
			"constraint-type", "A constraint is for values of another type.",
			"@Min is for numbers, @Length for texts, @Size for lists, @Past for dates; @Each constrains items.",
		},
		{
			"constraint-unchecked", "A constraint stands where nothing is bound.",
			"Parameters of handlers, fields of request bodies and @Value fields take constraints.",
		},
		{
			"constraint-unknown", "A list of constraints names one that does not exist.",
			"docs/guide/validation.md lists them all.",
		},
		{
			"constraint-value", "The arguments of a constraint make no sense.",
			"Patterns are RE2, without lookahead and backreferences; a min is not above its max.",
		},
	}
}

func typeRules() []rule {
	return []rule{
		{"json-ignored", "Something more is said of a field that is neither written nor read.", "Remove it, or @JsonIgnore."},
		{"json-parameter", "A parameter that makes no field is said to be written in some way.", "Move the decorator to a field, or write public before the parameter."},
		{"type-base", "A base class has fields that nobody can read.", "Extend a class of the application."},
		{"type-cycle", "A type is defined by nothing but itself.", "Break the circle with a class or an interface."},
		{"type-field", "A member cannot be a field of data.", "Fields hold data; give it a type, or make it private."},
		{"type-generic", "A type parameter cannot be bound.", "Write the class it stands for."},
		{
			"type-package", "The type comes from a package, whose types are not read.",
			"Declare it in the application, or take any.",
		},
		{"type-unexported", "A class must be exported to be made.", "Write export before it."},
		{
			"type-unknown", "Nothing of that name is declared or imported in the file.",
			"Import it, or look for a spelling mistake.",
		},
		{
			"type-unsupported", "A type cannot be checked at run time.",
			"The message names one that can; any takes whatever comes.",
		},
	}
}
