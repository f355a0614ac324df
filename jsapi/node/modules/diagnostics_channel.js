// node:diagnostics_channel.
(function (host, web) {
	'use strict';
	const channels = new Map();

	class Channel {
		#subscribers = [];
		#stores = new Map();
		constructor(name) { this.name = name; }
		get hasSubscribers() { return this.#subscribers.length > 0 || this.#stores.size > 0; }
		subscribe(listener) {
			if (typeof listener !== 'function') throw Object.assign(web.error(TypeError, 'The "subscription" argument must be of type function'), {code: 'ERR_INVALID_ARG_TYPE'});
			this.#subscribers = [...this.#subscribers, listener];
		}
		unsubscribe(listener) {
			const at = this.#subscribers.indexOf(listener);
			if (at < 0) return false;
			this.#subscribers = this.#subscribers.toSpliced(at, 1);
			return true;
		}
		publish(message) {
			for (const listener of this.#subscribers) {
				try {
					listener(message, this.name);
				} catch (thrown) {
					host.uncaught(thrown);
				}
			}
		}
		bindStore(store, transform) { this.#stores.set(store, transform); }
		unbindStore(store) { return this.#stores.delete(store); }
		runStores(message, fn, thisArg, ...args) {
			let run = () => {
				this.publish(message);
				return fn.apply(thisArg, args);
			};
			for (const [store, transform] of this.#stores) {
				const inner = run;
				run = () => store.run(transform ? transform(message) : message, inner);
			}
			return run();
		}
	}

	function channel(name) {
		if (!channels.has(name)) channels.set(name, new Channel(name));
		return channels.get(name);
	}
	const phases = ['start', 'end', 'asyncStart', 'asyncEnd', 'error'];

	class TracingChannel {
		constructor(of) {
			for (const phase of phases) this[phase] = typeof of === 'string' ? channel(`tracing:${of}:${phase}`) : of[phase];
		}
		get hasSubscribers() { return phases.some(phase => this[phase]?.hasSubscribers); }
		subscribe(listeners) { for (const phase of phases) if (listeners[phase]) this[phase].subscribe(listeners[phase]); }
		unsubscribe(listeners) {
			return phases.reduce((all, phase) => (!listeners[phase] || this[phase].unsubscribe(listeners[phase])) && all, true);
		}
		traceSync(fn, context = {}, thisArg, ...args) {
			return this.start.runStores(context, () => {
				try {
					return context.result = fn.apply(thisArg, args);
				} catch (thrown) {
					context.error = thrown;
					this.error.publish(context);
					throw thrown;
				} finally {
					this.end.publish(context);
				}
			});
		}
		tracePromise(fn, context = {}, thisArg, ...args) {
			const settle = (key, value) => {
				context[key] = value;
				if (key === 'error') this.error.publish(context);
				this.asyncStart.publish(context);
				this.asyncEnd.publish(context);
			};
			return this.start.runStores(context, () => {
				try {
					return Promise.resolve(fn.apply(thisArg, args)).then(value => {
						settle('result', value);
						return value;
					}, thrown => {
						settle('error', thrown);
						throw thrown;
					});
				} catch (thrown) {
					context.error = thrown;
					this.error.publish(context);
					throw thrown;
				} finally {
					this.end.publish(context);
				}
			});
		}
		traceCallback(fn, position = -1, context = {}, thisArg, ...args) {
			const callback = args.at(position);
			args.splice(position, 1, (thrown, result) => {
				if (thrown) {
					context.error = thrown;
					this.error.publish(context);
				} else {
					context.result = result;
				}
				this.asyncStart.runStores(context, () => {
					try {
						callback(thrown, result);
					} finally {
						this.asyncEnd.publish(context);
					}
				});
			});
			return this.start.runStores(context, () => {
				try {
					return fn.apply(thisArg, args);
				} finally {
					this.end.publish(context);
				}
			});
		}
	}

	web.node.diagnostics_channel = {
		channel, Channel, tracingChannel: of => new TracingChannel(of),
		hasSubscribers: name => Boolean(channels.get(name)?.hasSubscribers),
		subscribe: (name, listener) => channel(name).subscribe(listener),
		unsubscribe: (name, listener) => channel(name).unsubscribe(listener),
	};
})
