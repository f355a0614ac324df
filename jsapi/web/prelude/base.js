// Functions that all parts of the prelude use: for errors, and for the definition of classes.
(function (host, web) {
	'use strict';

	// error makes an Error whose stack begins where the user's code called in.
	web.error = function (Class, ...args) {
		return host.trimStack(new Class(...args));
	};
	// needArguments throws as WebIDL does when arguments are missing.
	web.needArguments = function (args, count, where) {
		if (args.length < count) {
			const needed = count > 1 ? `${count} arguments` : '1 argument';
			throw web.error(TypeError, `${where}: ${needed} required, but only ${args.length} present`);
		}
	};
	// describe sets the toStringTag of a class and makes its accessors enumerable, as
	// WebIDL has them.
	web.describe = function (Class, ...enumerable) {
		host.describe(Class.prototype, Class.name, enumerable);
		return Class;
	};
	web.globals = {};
})
