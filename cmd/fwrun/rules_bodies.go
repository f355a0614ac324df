package main

// bodyRules are those of what the bodies of functions name, call and return.
func bodyRules() []rule {
	return []rule{
		{
			"arguments-missing", "A call has fewer arguments than the function requires.",
			"Give the others; a parameter that may be left out is written `name?`, with a default, or as @param [name].",
		},
		{
			"await-missing", "A promise is used as what it will become.",
			"Write await before what returns it, in a function that is async.",
		},
		{
			"compare-never", "An HttpStatus is compared with a number, which it never is.",
			"Compare it with a constant, such as HttpStatus.NOT_FOUND, or compare its getValue().",
		},
		{
			"member-unknown", "A class, an enum or a file does not have this member.",
			"Check the spelling, or declare the member there.",
		},
		{
			"name-unknown", "A name is declared, imported and known nowhere.",
			"Check the spelling, import it, or declare it.",
		},
		{
			"path-variable-unused", "Nothing takes a placeholder of a path.",
			"Give the handler a parameter of its name with @PathVariable, or remove it from the path.",
		},
		{
			"return-missing", "A function declares a result, and never returns one.",
			"Write return before the value, or declare void.",
		},
	}
}
