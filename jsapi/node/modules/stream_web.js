// node:stream/web: the globals of the web platform.
(function (host, web) {
	'use strict';
	const exports = web.node['stream/web'] = {};
	for (const name of [
		'ReadableStream', 'ReadableStreamDefaultReader', 'ReadableStreamBYOBReader', 'ReadableStreamBYOBRequest', 'ReadableByteStreamController',
		'ReadableStreamDefaultController', 'TransformStream', 'TransformStreamDefaultController', 'WritableStream', 'WritableStreamDefaultWriter',
		'WritableStreamDefaultController', 'ByteLengthQueuingStrategy', 'CountQueuingStrategy', 'TextEncoderStream', 'TextDecoderStream',
		'CompressionStream', 'DecompressionStream',
	]) Object.defineProperty(exports, name, {enumerable: true, get: () => globalThis[name]});
})
