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
	// view says what console.log shows of the objects of a class: what a function returns for one of them. Their own fields whose
	// names begin with _ are not shown.
	web.view = function (Class, members) { host.view(Class.prototype, members); };
	// pairIterator returns the function that makes the iterators of a class of pairs, as WebIDL has them: pairsOf returns the
	// pairs of an object at the moment. The class iterates over its entries.
	web.pairIterator = function (Class, pairsOf) {
		class PairIterator {
			#target; #kind;
			#at = 0;
			constructor(target, kind) {
				pairsOf(target); // throws if it is of another class
				this.#target = target;
				this.#kind = kind;
			}
			next() {
				const pair = pairsOf(this.#target)[this.#at];
				if (!pair) return {value: undefined, done: true};
				this.#at++;
				const value = this.#kind === 'entries' ? [pair[0], pair[1]] : pair[this.#kind === 'keys' ? 0 : 1];
				return {value, done: false};
			}
		}
		const {prototype} = PairIterator;
		delete prototype.constructor;
		Object.setPrototypeOf(prototype, Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]())));
		Object.defineProperty(prototype, 'next', {enumerable: true});
		host.describe(prototype, Class.name + ' Iterator', []);
		Object.defineProperty(Class.prototype, Symbol.iterator, {
			value: Class.prototype.entries, writable: true, configurable: true,
		});
		return (target, kind) => new PairIterator(target, kind);
	};
	web.globals = {};
})
