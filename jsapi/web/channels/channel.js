// BroadcastChannel.
(function (host, web) {
	'use strict';
	const {error, needArguments, describe, fire, handlerAttribute} = web;
	const {DOMException, EventTarget, MessageEvent} = web.globals;

	class BroadcastChannel extends EventTarget {
		#name;
		#channel;
		#closed = false;

		constructor(name) {
			needArguments(arguments, 1, 'BroadcastChannel constructor');
			super();
			this.#name = `${name}`;
			this.#channel = host.openChannel(this.#name, data => {
				if (!this.#closed) fire(this, new MessageEvent('message', {data}));
			}, () => {
				if (!this.#closed) fire(this, new MessageEvent('messageerror'));
			});
		}
		get name() { return this.#name; }
		postMessage(message) {
			needArguments(arguments, 1, 'postMessage');
			if (this.#closed) throw error(DOMException, 'The BroadcastChannel is closed', 'InvalidStateError');
			this.#channel.post(host.cloneMessage(message, undefined)[0]);
		}
		close() {
			this.#closed = true;
			this.#channel.close();
		}
	}
	describe(BroadcastChannel, 'name');
	handlerAttribute(BroadcastChannel, 'message');
	handlerAttribute(BroadcastChannel, 'messageerror');

	Object.assign(web.globals, {BroadcastChannel});
})
