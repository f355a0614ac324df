// MessageEvent, MessagePort, MessageChannel.
(function (host, web) {
	'use strict';
	const {error, needArguments, describe, fire, handlerAttribute} = web;
	const {DOMException, Event, EventTarget} = web.globals;

	const most = 10_000; // messages that wait at one port

	class MessageEvent extends Event {
		#data; #origin; #lastEventId; #source; #ports;
		constructor(type, init = {}) {
			super(...arguments);
			const {data = null, lastEventId = '', origin = '', ports = [], source = null} = init ?? {};
			this.#fill(data, origin, lastEventId, source, ports);
		}
		#fill(data, origin, lastEventId, source, ports) {
			if (source !== null && !isPort(source)) throw error(TypeError, 'MessageEvent: the source is not a MessagePort');
			ports = Array.from(ports);
			if (!ports.every(isPort)) throw error(TypeError, 'MessageEvent: ports has an element that is not a MessagePort');
			this.#data = data;
			this.#origin = host.wellFormed(`${origin}`);
			this.#lastEventId = `${lastEventId}`;
			this.#source = source;
			this.#ports = Object.freeze(ports);
		}
		get data() { return this.#data; }
		get origin() { return this.#origin; }
		get lastEventId() { return this.#lastEventId; }
		get source() { return this.#source; }
		get ports() { return this.#ports; }
		initMessageEvent(type, bubbles, cancelable, data = null, origin = '', lastEventId = '', source = null, ports = []) {
			needArguments(arguments, 1, 'initMessageEvent');
			this.initEvent(type, bubbles, cancelable);
			this.#fill(data, origin, lastEventId, source, ports);
		}
	}
	describe(MessageEvent, 'data', 'origin', 'lastEventId', 'source', 'ports');

	let mayConstruct = false;

	class MessagePort extends EventTarget {
		#other = null; // the port at which messages arrive; null if there is none
		#queue = []; // of messages and other things to do
		#started = false;
		#waiting = false; // a look at the queue is scheduled
		#detached = false;

		constructor() {
			if (!mayConstruct) throw error(TypeError, 'Illegal constructor');
			super();
		}
		postMessage(message, options) {
			needArguments(arguments, 1, 'postMessage');
			const transfer = transferOf(options);
			if (transfer.includes(this)) {
				throw error(DOMException, 'A port cannot be sent through itself.', 'DataCloneError');
			}
			const other = this.#other;
			const full = other && other.#queue.length >= most;
			if (full) throw error(DOMException, `The port has ${most} messages that were not received yet`, 'QuotaExceededError');
			const lost = !other || transfer.includes(other); // then nobody is left who could receive it
			const [data, moved] = host.cloneMessage(message, transfer);
			if (!lost) other.#push({data, ports: moved.filter(isPort)});
		}
		start() {
			this.#started = true;
			this.#look();
		}
		close() {
			const other = this.#other;
			this.#detached = true;
			this.#queue = [];
			if (!other) return;
			this.#other = other.#other = null;
			other.#push({closed: true});
		}
		#push(item) {
			this.#queue.push(item);
			this.#look();
		}
		// look sees to it that the next of the queue has a task of its own.
		#look() {
			if (this.#waiting || !this.#queue.length || !this.#started && !this.#queue[0].closed) return;
			this.#waiting = true;
			host.setTimeout(() => this.#take(), 0);
		}
		#take() {
			this.#waiting = false;
			if (this.#detached || !this.#queue.length) return;
			const {closed, data, ports} = this.#queue.shift();
			this.#look();
			fire(this, closed ? new Event('close') : new MessageEvent('message', {data, ports}));
		}

		static pair() {
			mayConstruct = true;
			const ports = [new MessagePort(), new MessagePort()];
			mayConstruct = false;
			[ports[0].#other, ports[1].#other] = [ports[1], ports[0]];
			return ports;
		}
		static isPort(value) { return typeof value === 'object' && value !== null && #queue in value; }
		static usable(port) { return !port.#detached; }
		// successor returns a port that takes the place of another one as soon as move is called with both.
		static successor() {
			mayConstruct = true;
			const port = new MessagePort();
			mayConstruct = false;
			return port;
		}
		static move(from, to) {
			to.#other = from.#other;
			to.#queue = from.#queue;
			if (to.#other) to.#other.#other = to;
			from.#other = null;
			from.#queue = [];
			from.#detached = true;
			to.#look();
		}
	}
	const {pair, isPort, usable, successor, move} = MessagePort;
	for (const name of ['pair', 'isPort', 'usable', 'successor', 'move']) delete MessagePort[name];
	describe(MessagePort);
	handlerAttribute(MessagePort, 'message', port => port.start());
	handlerAttribute(MessagePort, 'messageerror');
	handlerAttribute(MessagePort, 'close');

	class MessageChannel {
		#ports = pair();
		get port1() { return this.#ports[0]; }
		get port2() { return this.#ports[1]; }
	}
	describe(MessageChannel, 'port1', 'port2');

	// transferOf reads the second argument of postMessage: a list, or options with one.
	function transferOf(options) {
		if (options === undefined || options === null) return [];
		if (typeof options !== 'object' && typeof options !== 'function') {
			throw error(TypeError, 'postMessage: the options are not an object');
		}
		const list = options[Symbol.iterator] != null ? options : options.transfer ?? [];
		if (typeof list !== 'object' || list[Symbol.iterator] == null) {
			throw error(TypeError, 'postMessage: transfer is not iterable');
		}
		const all = [...list];
		if (!all.every(item => typeof item === 'object' && item !== null)) {
			throw error(TypeError, 'postMessage: transfer has something that is not an object');
		}
		return all;
	}

	host.transferPorts(port => {
		if (!isPort(port)) return undefined;
		if (!usable(port)) throw error(DOMException, 'A closed MessagePort could not be cloned.', 'DataCloneError');
		return successor();
	}, move);

	Object.assign(web.globals, {MessageEvent, MessagePort, MessageChannel});
})
