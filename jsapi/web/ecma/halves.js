// Float16Array.
(function (host, web) {
	'use strict';
	const TypedArray = Object.getPrototypeOf(Uint16Array);
	const Float16Array = host.halfArray();
	Object.setPrototypeOf(Float16Array, TypedArray);
	const prototype = Object.create(TypedArray.prototype);
	for (const [object, name, value, writable] of [
		[Float16Array, 'name', 'Float16Array', false], [Float16Array, 'length', 3, false], [prototype, 'constructor', Float16Array, true],
	]) Object.defineProperty(object, name, {value, writable, enumerable: false, configurable: true});
	for (const [object, name, value] of [[Float16Array, 'prototype', prototype], [Float16Array, 'BYTES_PER_ELEMENT', 2], [prototype, 'BYTES_PER_ELEMENT', 2]]) {
		Object.defineProperty(object, name, {value, writable: false, enumerable: false, configurable: false});
	}
	web.globals.Float16Array = Float16Array;
})
