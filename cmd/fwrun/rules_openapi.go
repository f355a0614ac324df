package main

func openAPIRules() []rule {
	return []rule{
		{
			"operation-id", "The id of an operation is not a name, or two operations have the same.",
			"Use letters, digits and _, begin with a letter, and give each handler an id of its own.",
		},
		{
			"operation-unmapped", "A decorator for the OpenAPI document is on a method that no route leads to.",
			"Write a mapping, such as @GetMapping(\"/path\"), or remove the decorator.",
		},
		{
			"response-headers", "A header of an @ApiResponse is described by something that is neither a text nor an object.",
			"Write a description, or an object with a type and a description.",
		},
		{
			"response-status", "The status of an @ApiResponse is invalid, or is described twice.",
			"Write a number, a range such as \"4XX\", or \"default\", once for each handler.",
		},
		{
			"response-type", "The type of an @ApiResponse is not a type.",
			"Write a type as in a comment, such as \"list<User>\", or the class itself.",
		},
	}
}
