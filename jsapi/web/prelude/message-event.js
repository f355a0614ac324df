// MessageEvent.
(function (_, web) {
	'use strict';
	const {needArguments, describe} = web;
	const {Event} = web.globals;

	class MessageEvent extends Event {
		#data; #origin; #lastEventId; #source; #ports;
		constructor(type, init = {}) {
			needArguments(arguments, 1, 'MessageEvent constructor');
			super(type, init);
			this.#data = init?.data === undefined ? null : init.data;
			this.#origin = String(init?.origin ?? '');
			this.#lastEventId = String(init?.lastEventId ?? '');
			this.#source = init?.source ?? null;
			this.#ports = Object.freeze([...init?.ports ?? []]);
		}
		get data() { return this.#data; }
		get origin() { return this.#origin; }
		get lastEventId() { return this.#lastEventId; }
		get source() { return this.#source; }
		get ports() { return this.#ports; }
	}
	describe(MessageEvent, 'data', 'origin', 'lastEventId', 'source', 'ports');

	Object.assign(web.globals, {MessageEvent});
})
