// node:readline over streams: their lines as events, answers to questions, or an async iterator.
(function (host, web) {
	'use strict';
	const EventEmitter = web.node.require('events');

	class Interface extends EventEmitter {
		#rest = '';
		#input; #output;
		#questions = [];
		#decoder = new (web.node.require('string_decoder').StringDecoder)('utf8');
		closed = false;
		line = '';
		terminal = false;
		#prompt;

		constructor(input, output) {
			super();
			const options = input?.input ? input : {input, output};
			if (!options.input) throw Object.assign(web.error(TypeError, 'createInterface needs the option input'), {code: 'ERR_INVALID_ARG_TYPE'});
			this.#input = options.input;
			this.#output = options.output;
			this.#prompt = options.prompt ?? '> ';
			this.#input.on('data', chunk => this.#take(typeof chunk === 'string' ? chunk : this.#decoder.write(chunk)));
			this.#input.on('end', () => {
				this.#rest += this.#decoder.end();
				if (this.#rest !== '') this.#emit(this.#rest);
				this.#rest = '';
				this.close();
			});
			options.signal?.addEventListener('abort', () => this.close(), {once: true});
		}
		#take(text) {
			if (this.closed) return;
			const lines = (this.#rest + text).split(/\r\n|\n|\r(?!$)/);
			this.#rest = lines.pop();
			for (const line of lines) this.#emit(line);
		}
		#emit(line) {
			if (this.#questions.length) this.#questions.shift()(line);
			else this.emit('line', line);
		}
		get input() { return this.#input; }
		get output() { return this.#output; }
		getPrompt() { return this.#prompt; }
		setPrompt(prompt) { this.#prompt = prompt; }
		prompt() { this.#output?.write(this.#prompt); }
		question(text, options, answer = options) {
			this.#output?.write(text);
			this.#questions.push(answer);
		}
		write(text) { this.#output?.write(text); }
		pause() {
			this.#input.pause();
			this.emit('pause');
			return this;
		}
		resume() {
			this.#input.resume();
			this.emit('resume');
			return this;
		}
		close() {
			if (this.closed) return;
			this.closed = true;
			this.#input.pause?.();
			this.emit('close');
		}
		[Symbol.asyncIterator]() {
			const lines = web.node.require('events').on(this, 'line', {close: ['close']});
			this.#input.on('error', thrown => lines.throw(thrown));
			return {
				next: async () => {
					const {value, done} = await lines.next();
					return {value: done ? undefined : value[0], done};
				},
				return: () => {
					this.close();
					return lines.return();
				},
				[Symbol.asyncIterator]() { return this; },
			};
		}
		[Symbol.dispose]() { this.close(); }
	}
	class Asking extends Interface {
		question(text, options) {
			return new Promise((resolve, reject) => {
				options?.signal?.addEventListener('abort', () => reject(options.signal.reason), {once: true});
				super.question(text, resolve);
			});
		}
	}
	const nothing = (...args) => {
		const callback = args.at(-1);
		if (typeof callback === 'function') web.globals.queueMicrotask(callback);
		return true;
	};
	web.use('platform');
	web.node.readline = {
		Interface, createInterface: (...args) => new Interface(...args), clearLine: nothing, clearScreenDown: nothing, cursorTo: nothing, moveCursor: nothing, emitKeypressEvents() {},
		promises: {Interface: Asking, createInterface: (...args) => new Asking(...args)},
	};
})
