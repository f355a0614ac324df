// AbortController, AbortSignal.
(function (host, web) {
	'use strict';
	const {error, needArguments, describe, fire, handlerAttribute} = web;
	const {DOMException, Event, EventTarget} = web.globals;

	let mayConstruct = false;

	class AbortSignal extends EventTarget {
		#reason = undefined;
		#aborted = false;
		#sources = null; // the signals that it follows, if it does; none of them follows another one
		#dependents = new Set(); // functions that return signals that follow it, as long as they live
		#heard = new Set(); // those of them that have listeners, so that they live as long as it does

		constructor() {
			if (!mayConstruct) throw error(TypeError, 'Illegal constructor');
			super();
		}
		get aborted() { return this.#aborted; }
		get reason() { return this.#reason; }
		throwIfAborted() { if (this.#aborted) throw this.#reason; }

		static abort(reason) {
			const signal = create();
			signal.#abort(reason);
			return signal;
		}
		static timeout(milliseconds) {
			needArguments(arguments, 1, 'AbortSignal.timeout');
			const delay = Number(milliseconds);
			if (!(delay >= 0 && delay <= Number.MAX_SAFE_INTEGER)) {
				throw error(TypeError, 'AbortSignal.timeout: the value is out of range');
			}
			const signal = create();
			host.setTimeout(() => signal.#abort(new DOMException('The operation timed out', 'TimeoutError')), delay);
			return signal;
		}
		static any(signals) {
			needArguments(arguments, 1, 'AbortSignal.any');
			const all = [...signals];
			if (!all.every(isSignal)) throw error(TypeError, 'AbortSignal.any: not an AbortSignal');
			const signal = create();
			const aborted = all.find(s => s.#aborted);
			if (aborted) signal.#abort(aborted.#reason);
			else for (const source of all) signal.#follow(source);
			return signal;
		}
		#follow(source) {
			const sources = this.#sources ??= new Set();
			for (const origin of source.#sources ?? [source]) {
				if (sources.has(origin)) continue;
				sources.add(origin);
				const dependent = host.weakly(this);
				origin.#dependents.add(dependent);
				host.onCollected(this, () => origin.#dependents.delete(dependent));
			}
		}
		static follow(signal, source) {
			if (source.#aborted) signal.#abort(source.#reason);
			else signal.#follow(source);
		}
		// listened is called with the number of listeners when it changes.
		static listened(signal, count) {
			for (const source of signal.#sources ?? []) {
				if (count > 0) source.#heard.add(signal);
				else source.#heard.delete(signal);
			}
		}
		#abort(reason) {
			if (this.#aborted) return;
			if (reason === undefined) reason = error(DOMException, 'This operation was aborted', 'AbortError');
			const affected = this.#mark(reason);
			for (const signal of affected) fire(signal, new Event('abort'));
		}
		// mark sets the reason of all dependent signals before the first listener runs.
		#mark(reason) {
			if (this.#aborted) return [];
			this.#aborted = true;
			this.#reason = reason;
			const affected = [this];
			for (const dependent of this.#dependents) {
				const signal = dependent();
				if (signal) affected.push(...signal.#mark(reason));
			}
			this.#dependents.clear();
			this.#heard.clear();
			return affected;
		}
		static trigger(signal, reason) { signal.#abort(reason); }
		static isSignal(value) { return typeof value === 'object' && value !== null && #aborted in value; }
	}
	const {trigger, isSignal, follow, listened} = AbortSignal;
	for (const name of ['trigger', 'isSignal', 'follow', 'listened']) delete AbortSignal[name];
	describe(AbortSignal, 'aborted', 'reason');
	web.view(AbortSignal, ({aborted, reason}) => aborted ? {aborted, reason} : {aborted});
	handlerAttribute(AbortSignal, 'abort');

	function create() {
		mayConstruct = true;
		try {
			return new AbortSignal();
		} finally {
			mayConstruct = false;
		}
	}

	class AbortController {
		#signal = create();
		get signal() { return this.#signal; }
		abort(reason) { trigger(this.#signal, reason); }
	}
	describe(AbortController, 'signal');

	web.isSignal = isSignal;
	web.newSignal = create;
	web.follow = follow;
	web.watch = (target, type) => type === 'abort' && isSignal(target) ? count => listened(target, count) : null;
	Object.assign(web.globals, {AbortSignal, AbortController});
})
