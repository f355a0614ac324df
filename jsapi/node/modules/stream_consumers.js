// node:stream/consumers: a whole stream as one value.
(function (host, web) {
	'use strict';
	const {Buffer} = web.node.require('buffer');

	async function buffer(stream) {
		const chunks = [];
		const iterator = stream[Symbol.asyncIterator]?.() ?? stream[Symbol.iterator]();
		for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
			chunks.push(typeof next.value === 'string' ? Buffer.from(next.value) : next.value);
		}
		return Buffer.concat(chunks);
	}
	async function arrayBuffer(stream) {
		const whole = await buffer(stream);
		return whole.buffer.slice(whole.byteOffset, whole.byteOffset + whole.byteLength);
	}
	async function text(stream) { return (await buffer(stream)).toString(); }
	async function json(stream) { return JSON.parse(await text(stream)); }
	async function blob(stream) { return new globalThis.Blob([await buffer(stream)]); }

	web.node['stream/consumers'] = {buffer, arrayBuffer, text, json, blob};
})
