package main

import (
	"slices"
	"strings"
)

// rule explains a code of the diagnostics for users of tools that show it: what it means, and what to do
// about it in general. Each finding has a hint of its own, too.
type rule struct{ code, what, help string }

// ruleOf returns the rule of a code.
func ruleOf(code string) rule {
	list := rules()
	if i := slices.IndexFunc(list, func(r rule) bool { return r.code == code }); i >= 0 {
		return list[i]
	}
	if number, is := strings.CutPrefix(code, "ts"); is && strings.Trim(number, "0123456789") == "" {
		return rule{code, "TypeScript reports TS" + number + ".", "The message says what is wrong; it is that of tsc."}
	}
	return rule{code, "A mistake in the application.", "The message says what is wrong, and how to fix it."}
}

// rules lists the rules of all codes.
func rules() []rule {
	return slices.Concat(configurationRules(), fileRules(), migrationRules(), migrateRules(), beanRules(), scheduleRules(),
		healthRules(), listenerRules(),
		routeRules(), openAPIRules(), securityRules(), parameterRules(), rowRules(), agentRules(), constraintRules(), typeRules(), bodyRules())
}

func configurationRules() []rule {
	return []rule{
		{
			"config-alias", "A YAML alias or tag cannot be resolved.",
			"Define the anchor before the alias; put values that begin with * or ! in quotes.",
		},
		{"config-cycle", "Placeholders of settings form a cycle.", "Give one of them a value of its own."},
		{
			"config-duplicate", "A key is set twice in one file.",
			"Remove one of the two; different spellings of a key are the same key.",
		},
		{
			"config-environment", "A standard variable of OpenTelemetry has an invalid value.",
			"Correct the OTEL_ variable that the message names, or remove it.",
		},
		{
			"config-file", "A configuration file cannot be used.",
			"Check its name and its permissions, and that only one of .yml and .yaml exists.",
		},
		{
			"config-flag", "A flag of the command line is invalid.",
			"fwrun <command> --help lists the flags and their values.",
		},
		{
			"config-limit", "A configuration file is too large or nested too deeply.",
			"Split it, or use fewer aliases.",
		},
		{"config-placeholder", "A placeholder is not valid.", "Write ${key}, ${key:default} or $env.NAME."},
		{
			"config-profile", "A profile cannot be used.",
			"A profile is a name of letters, digits and dashes; its file is config/application-<profile>.yml.",
		},
		{
			"config-secret", "A secret is written in a configuration file that would be shipped.",
			"Write a placeholder such as ${DB_PASSWORD}, and set the variable where the application runs.",
		},
		{
			"config-reference", "A placeholder refers to a key or variable that is not set.",
			"Set it, or give it a default: ${key:default}.",
		},
		{
			"config-source", "A property source was not read, because --offline runs no commands or scripts.",
			"Check without --offline to include its settings.",
		},
		{
			"config-syntax", "A configuration file is not valid YAML, or not a map of keys and values.",
			"Check the indentation and the quotes of the line.",
		},
		{
			"config-unknown-key", "There is no such setting.",
			"Spell the key as documented; put settings of your own into a section of your own.",
		},
		{
			"config-value", "A setting has an invalid value.",
			"The message names the expected type; write durations as 30s and sizes as 10MiB.",
		},
		{
			"settings-class", "A class of settings cannot be bound to the configuration.",
			"@ConfigurationProperties must name a prefix; each field must be data, or be injected.",
		},
		{"restart-needed", "A setting was changed that takes effect only at the next start.", "Stop fwrun and start it again."},
		{
			"start-failed", "The application cannot start, for a reason that is not in its files.",
			"The message names the reason, such as a database that cannot be reached.",
		},
	}
}

func fileRules() []rule {
	return []rule{
		{
			"compile-failed", "The script engine cannot compile the application.",
			"This is a defect of fwrun; please report it. Until it is fixed, rewriting an unusual literal may help.",
		},
		{
			"import-kind", "A file of a kind that cannot be imported is imported.",
			"These can be imported: .js, .mjs, .ts, .mts, .json, .wasm, and, as texts, .txt, .sql and .html.",
		},
		{
			"import-missing", "There is no file, package or module of that name.",
			"Begin relative imports with ./; install packages into node_modules; import what fwrun exports from \"fwrun\".",
		},
		{"import-name", "The imported file does not export this name.", "Check the spelling, or export it there."},
		{
			"incomplete", "The input ends too early.",
			"Close the open bracket, quote or comment.",
		},
		{
			"module-failed", "Top-level code of a file failed while the application was loading.",
			"This code runs once in every worker; move code that can fail into a @PostConstruct method or a handler.",
		},
		{
			"scan", "The folder has no scripts, or a file has an ending that is not one of a script.",
			"Scripts end in .js, .mjs, .ts or .mts; framework.scan lists the folders that are searched.",
		},
		{
			"script-unsupported", "The script engine does not support this feature.",
			"docs/guide/engine.md lists what is missing and what to write instead.",
		},
		{
			"source-misread", "A handler differs from its declaration when the application runs.",
			"Declare it in the usual way, and do not let other code replace it.",
		},
		{
			"source-unread", "A decorator was applied to a class or function whose declaration was not found.",
			"Declare the class or function in a file, and export it.",
		},
		{
			"syntax", "A file is not valid JavaScript or TypeScript.",
			"Decorators are always TypeScript's experimental ones, whatever tsconfig.json says.",
		},
		{
			"tsconfig", "The application's tsconfig.json or jsconfig.json cannot be read.",
			"Fix it: `tsc -p .` reports the mistake. Until then its paths and baseUrl are ignored.",
		},
		{
			"typescript-failed", "`fwrun check --types` has asked TypeScript, and got no answers.",
			"The message names the compiler, and the reason. Run it by hand, install it again, or set check.typescript to another one.",
		},
	}
}

func beanRules() []rule {
	return []rule{
		{
			"aspect-bean", "The class that @Around names is not an aspect.",
			"Write a class that extends Aspect, with @Component above it, and export it.",
		},
		{
			"aspect-option", "An option of an aspect's decorator is invalid.",
			"The message names the option; write durations as \"5s\", and arguments in keys as #{name}.",
		},
		{
			"aspect-target", "An aspect is on a method that it cannot wrap.",
			"Aspects work on public methods of beans; @Async only on methods without a result, and not in controllers.",
		},
		{
			"bean-ambiguous", "Several beans match an injection.",
			"Choose one with @Qualifier or @Primary, or write a narrower type.",
		},
		{
			"bean-cycle", "Beans depend on each other in a cycle, so that none can be created first.",
			"Move what two of them share into a third, or look one up later with @Lazy on the field.",
		},
		{
			"bean-modifier", "@Primary, @Profile or @ConditionalOnProperty is on a method that does not create a bean.",
			"Add @Bean to the method, or remove the decorator.",
		},
		{"bean-duplicate", "Two beans have the same name.", "Give one of them another name: @Service(\"name\")."},
		{
			"bean-failed", "A bean could not be created.",
			"Its constructor, its @Bean method or a @PostConstruct method threw an error; the place is where it was thrown.",
		},
		{
			"bean-hook", "A lifecycle method cannot be called.",
			"Methods with @PostConstruct or @PreDestroy must not have parameters; initMethod and destroyMethod must name existing methods.",
		},
		{
			"bean-missing", "No bean matches an injection.",
			"A class is a bean when it has a stereotype such as @Service and its file is scanned.",
		},
		{"bean-name", "The name of a bean is invalid.", "A name is a text that is not empty."},
		{
			"bean-no-stereotype", "A decorator for beans is used in a class that is not a bean.",
			"Write a stereotype such as @Service above the class.",
		},
		{
			"bean-stereotype", "A stereotype does not match the contents of its class.",
			"@Bean methods belong in a @Configuration, mappings in a @RestController.",
		},
		{"bean-stereotypes", "A class has several stereotypes.", "Keep one of them."},
		{
			"bean-untyped", "It is not known which bean to inject.",
			"Write the type, in TypeScript or in a JSDoc comment, or use @Autowired({ type: … }).",
		},
		{"class-abstract", "An abstract class cannot be instantiated.", "Name a class that extends it."},
		{
			"class-arguments", "The constructor of a class for data has required parameters.",
			"Give the parameters defaults, or use fields.",
		},
		{"decorator-computed", "A decorator is on a member with a computed name.", "Write the name without brackets."},
		{"decorator-option", "The arguments of a decorator are invalid.", "The typings describe its options: fwrun types."},
		{"decorator-static", "A decorator is on a static member.", "Remove static: beans have no static members."},
		{"decorator-target", "A decorator is in a place where it has no meaning.", "The message names where it belongs."},
		{
			"not-exported", "A decorated class or function is not exported.",
			"Write export before it: only exported declarations are found.",
		},
		{"value-key", "@Value does not name a key.", "Write @Value(\"${key}\")."},
		{"value-type", "A configured value does not match the type of the field or parameter.", "Change one of the two."},
	}
}

func routeRules() []rule {
	return []rule{
		{
			"error-controller", "The bean errorController cannot handle errors.",
			"It needs a method handleError(request, response, status, error).",
		},
		{
			"hook-misspelt", "The name of a method is almost that of a method that fwrun calls.",
			"Spell it as in the base class, or give a method of your own another name.",
		},
		{
			"interceptor-empty", "An interceptor has none of the methods that fwrun calls.",
			"The methods are preHandle, postHandle and afterCompletion.",
		},
		{
			"interceptor-gap", "An interceptor is called for paths below a path, but not for the path itself.",
			"End the pattern at a whole segment: ^/admin(/|$) matches /admin, too.",
		},
		{
			"interceptor-pattern", "The pattern of an interceptor's paths is invalid.",
			"Patterns are RE2 expressions, such as ^/admin(/|$); RE2 does not support lookahead, lookbehind or backreferences.",
		},
		{
			"interceptor-unregistered", "An interceptor is not registered for any path.",
			"Write @Interceptor(\"^/admin(/|$)\") above it, or add it in a WebMvcConfigurer's addInterceptors.",
		},
		{"route-duplicate", "Two handlers are mapped to the same requests.", "Change the path or the method of one of them."},
		{"route-media-type", "A media type is invalid.", "Write it like application/json."},
		{"route-method", "There is no such HTTP method.", "RequestMethod lists the methods."},
		{
			"route-path", "The path of a mapping is invalid.",
			"A path begins with a slash; a path variable is {name}, or {name:*} at the end for the rest of the path.",
		},
		{
			"route-target", "A mapping is on a member that cannot be a handler.",
			"Handlers are methods and functions, including async functions and generators, but not accessors.",
		},
	}
}

func parameterRules() []rule {
	return []rule{
		{"param-abstract", "A request body cannot be bound to an abstract class.", "Name a class that extends it."},
		{"param-body", "A handler has two parameters for the request body.", "Keep one @RequestBody."},
		{
			"param-decorator", "A decorator has no meaning on a parameter of a handler.",
			"Use @PathVariable, @RequestParam or @RequestBody.",
		},
		{"param-default", "A default value does not match the type of its parameter.", "Change one of the two."},
		{
			"param-name", "A destructured parameter has no name, so it cannot be bound.",
			"Give the parameter a name, and destructure it in the body.",
		},
		{"param-path", "A path variable does not occur in the path.", "Write {name} into every path of the mapping."},
		{"param-rest", "A rest parameter cannot be bound.", "Use a list: @RequestParam names: list<string>."},
		{
			"param-source", "The source of a parameter is invalid.",
			"The sources are request, get, post, cookie and header.",
		},
		{
			"param-type", "A value of the request cannot be converted to the type of its parameter.",
			"Texts are converted to strings, numbers, booleans, dates and enums; use the request body for other types.",
		},
		{
			"param-undecorated", "It is not known where the value of a parameter comes from.",
			"Write @PathVariable, @RequestParam or @RequestBody before it.",
		},
		{"param-unknown", "params names a parameter that the function does not have.", "Write the name as the function does."},
	}
}

func constraintRules() []rule {
	return []rule{
		{
			"constraint-broken", "A setting or a default value violates a constraint.",
			"Change the value or the constraint.",
		},
		{
			"constraint-check", "@Validate is on a method that cannot validate an object.",
			"Use it on a method of a class for bodies that has no parameters and is not async.",
		},
		{
			"constraint-type", "A constraint does not apply to values of this type.",
			"@Min is for numbers, @Length for texts, @Size for lists, @Past for dates; @Each constrains items.",
		},
		{
			"constraint-unchecked", "A constraint is in a place where no value is bound.",
			"Constraints work on parameters of handlers, fields of request bodies and @Value fields.",
		},
		{
			"constraint-unknown", "A list of constraints names one that does not exist.",
			"docs/guide/validation.md lists all constraints.",
		},
		{
			"schema-undescribed", "Documents cannot describe a schema of zod, valibot, arktype or another library; values are checked all the same.",
			"With valibot, wrap it in toStandardJsonSchema of @valibot/to-json-schema; write z.iso.datetime() where a date is expected, and z.pipe " +
				"behind a transform.",
		},
		{
			"schema-use", "A schema of a library is where it cannot take the whole value, or beside something else that says what the value is.",
			"Write one schema for the whole value, and no type, validate, each or constraint beside it.",
		},
		{
			"constraint-value", "The arguments of a constraint are invalid.",
			"Patterns are RE2 expressions, without lookahead and backreferences; min must not be greater than max.",
		},
	}
}

func typeRules() []rule {
	return []rule{
		{"json-ignored", "A field with @JsonIgnore has further decorators for JSON, which have no effect.", "Remove them, or @JsonIgnore."},
		{
			"json-parameter", "A decorator for JSON is on a constructor parameter that does not declare a field.",
			"Move the decorator to a field, or write public before the parameter.",
		},
		{"type-base", "The fields of a base class are not known.", "Extend a class of the application."},
		{"type-cycle", "A type is defined only by itself.", "Break the cycle with a class or an interface."},
		{"type-field", "A member cannot be a field of an object that is bound or written.", "Give it a type that can be data, or make it private."},
		{"type-generic", "A type parameter cannot be bound.", "Write a concrete type instead."},
		{
			"type-package", "A type comes from a package, and the types of packages are not read.",
			"Declare it in the application, or use any.",
		},
		{"type-unexported", "A class must be exported so that fwrun can create its instances.", "Write export before it."},
		{
			"type-unknown", "A type is neither declared nor imported in the file.",
			"Import it, or check the spelling.",
		},
		{
			"type-unsupported", "A type cannot be checked at run time.",
			"The message names a type that can; any accepts every value.",
		},
	}
}
