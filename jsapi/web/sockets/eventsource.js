// EventSource. The stream is read in Go.
(function (_, web) {
	'use strict';
	const {needArguments, describe} = web;
	const {Event, EventTarget, MessageEvent} = web.globals;
	const {fire, handlerAttribute} = web;
	const {host, constants, failed} = web.sockets;

	const CONNECTING = 0, OPEN = 1, CLOSED = 2;

	class EventSource extends EventTarget {
		#url; #withCredentials; #connection;
		#state = CONNECTING;

		constructor(url, init = {}) {
			needArguments(arguments, 1, 'EventSource constructor');
			super();
			this.#url = host.streamAddress(`${url}`);
			this.#withCredentials = Boolean(init?.withCredentials);
			this.#connection = host.openStream(this.#url, (what, ...details) => {
				if (this.#state !== CLOSED) this.#on[what](...details);
			});
		}

		get url() { return this.#url; }
		get withCredentials() { return this.#withCredentials; }
		get readyState() { return this.#connection.gone() ? CLOSED : this.#state; }
		close() {
			this.#state = CLOSED;
			this.#connection.close();
		}

		// What Go tells, each as a task of its own.
		#on = {
			open: () => {
				this.#state = OPEN;
				fire(this, new Event('open'));
			},
			event: (type, data, lastEventId, origin) => {
				fire(this, new MessageEvent(type || 'message', {data, lastEventId, origin}));
			},
			lost: why => {
				this.#state = CONNECTING;
				failed(this, why);
			},
			failed: why => {
				this.#state = CLOSED;
				failed(this, why);
			},
		};
	}
	constants(EventSource, 'CONNECTING', 'OPEN', 'CLOSED');
	describe(EventSource, 'url', 'withCredentials', 'readyState');
	for (const type of ['open', 'message', 'error']) handlerAttribute(EventSource, type);

	Object.assign(web.globals, {EventSource});
})
