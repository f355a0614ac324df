// How the classes of WebAssembly read their arguments.
(function (_, web) {
	'use strict';
	const {error} = web;
	const {host} = web.wasm;

	function isObject(value) {
		return typeof value === 'object' && value !== null || typeof value === 'function';
	}

	function needBytes(source, where) {
		if (!host.isBufferOrView(source)) throw error(TypeError, `${where}: Argument 0 must be a buffer source`);
	}

	// number converts to an unsigned long that is not out of range.
	function number(value, where, what, most = 0xFFFFFFFF) {
		const n = Number(value);
		if (!Number.isFinite(n)) throw error(TypeError, `${where}: ${what} must be convertible to a valid number`);
		const whole = Math.trunc(n);
		if (whole < 0) throw error(TypeError, `${where}: ${what} must be non-negative`);
		if (whole > most) throw error(TypeError, `${where}: ${what} must be in the unsigned long range`);
		return whole;
	}

	// sizes reads initial and maximum of a descriptor.
	function sizes(descriptor, where, most) {
		if (descriptor.initial === undefined) throw error(TypeError, `${where}: Property 'initial' is required`);
		const initial = number(descriptor.initial, where, "Property 'initial'", most);
		if (descriptor.maximum === undefined) return [initial, undefined];
		const maximum = number(descriptor.maximum, where, "Property 'maximum'", most);
		if (maximum < initial) {
			throw error(RangeError, `${where}: Property 'maximum': value ${maximum} is below the lower bound ${initial}`);
		}
		return [initial, maximum];
	}

	function needDescriptor(descriptor, where) {
		if (!isObject(descriptor)) throw error(TypeError, `${where}: Argument 0 must be a descriptor`);
	}

	// made throws unless a value is of a class, as methods do that are called on something else.
	function made(behind, where, name) {
		if (behind === undefined) throw error(TypeError, `${where}: Receiver is not a ${name}`);
		return behind;
	}

	const types = ['i32', 'i64', 'f32', 'f64', 'v128', 'externref', 'funcref'];

	// typeOf returns the name that the host has for a type.
	function typeOf(name) {
		name = `${name}`;
		return name === 'anyfunc' ? 'funcref' : name;
	}

	Object.assign(web.wasm, {isObject, made, needBytes, needDescriptor, number, sizes, typeOf, types});
})
