// Package schema is the type model of the project: it describes the types of parameters, fields and results,
// reads them from the source, and coerces text and JSON to them.
//
// A [Resolver] turns written types (package source) into [Type] values and follows class names through
// imports; a type that it cannot resolve is a diagnostic with a place, never silently any. A [Type] then
// binds values: [Text] coerces path, query, header and cookie texts, [JSON] reads a document straight into
// the fields of a class, without a map in between, and [Form] and [XML] bind documents made of named texts.
// All of them make their values through a [Maker], so the package does not depend on an engine: HTTP binding
// makes script values, tests make Go values.
//
// Constraints belong to the type of a field: [Constrain] gives a type its own [Rules], which hold wherever a
// value of it is made, and [JSONSchema] documents the type with its constraints. Constraints that an
// application defines itself are checked by a Maker that is a [Judge]. Every refusal has a code; [Codes]
// lists them.
//
// At boot, once for each parameter:
//
//	r := schema.NewResolver(project, schema.Options{HostTypes: names})
//	t, bad := r.Resolve(file, param.Type)
//	faults := r.Complete(t) // the fields of its classes
//
// For each request:
//
//	if bad := schema.CheckJSON(body, schema.Limits{}); bad != nil { … } // 400 with line and column
//	v, mismatches, err := schema.JSON(maker, t, gjson.ParseBytes(body), schema.Limits{})
//
// Laws: a Type is frozen once its boot is over and is shared by all workers; binding text and JSON allocates
// nothing but the values it makes; a mismatch states path and expectation, and never repeats the value.
package schema
