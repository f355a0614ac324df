// AbortController, AbortSignal.
(function (host, web) {
	'use strict';
	const {error, needArguments, describe, fire, handlerAttribute} = web;
	const {DOMException, Event, EventTarget} = web.globals;

	let mayConstruct = false;

	class AbortSignal extends EventTarget {
		#reason = undefined;
		#aborted = false;
		#dependents = new Set();

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
			else for (const source of all) source.#dependents.add(signal);
			return signal;
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
			for (const dependent of this.#dependents) affected.push(...dependent.#mark(reason));
			this.#dependents.clear();
			return affected;
		}
		static trigger(signal, reason) { signal.#abort(reason); }
		static isSignal(value) { return typeof value === 'object' && value !== null && #aborted in value; }
	}
	const {trigger, isSignal} = AbortSignal;
	delete AbortSignal.trigger;
	delete AbortSignal.isSignal;
	describe(AbortSignal, 'aborted', 'reason');
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
	web.follow = function (signal, source) {
		if (source.aborted) trigger(signal, source.reason);
		else source.addEventListener('abort', () => trigger(signal, source.reason), {once: true});
	};
	Object.assign(web.globals, {AbortSignal, AbortController});
})
