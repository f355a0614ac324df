// queueMicrotask, crypto, navigator.
(function (host, web) {
	'use strict';
	const {error, needArguments, describe} = web;
	const {DOMException} = web.globals;

	const settled = Promise.resolve();

	function queueMicrotask(callback) {
		if (typeof callback !== 'function') throw error(TypeError, 'queueMicrotask: the argument is not a function');
		settled.then(() => {
			try {
				callback();
			} catch (thrown) {
				host.uncaught(thrown);
			}
		});
	}

	let constructing = true;
	function illegal() {
		if (!constructing) throw error(TypeError, 'Illegal constructor');
	}

	class Crypto {
		#subtle;
		constructor() { illegal(); }
		get subtle() {
			if (!this.#subtle) {
				web.use('subtle');
				this.#subtle = web.newSubtle();
			}
			return this.#subtle;
		}
		randomUUID() { return host.randomUUID(); }
		getRandomValues(array) {
			needArguments(arguments, 1, 'getRandomValues');
			if (!ArrayBuffer.isView(array) || /Float|DataView/.test(Object.prototype.toString.call(array))) {
				throw error(DOMException, 'getRandomValues: the argument is not an integer typed array', 'TypeMismatchError');
			}
			if (array.byteLength > 65536) {
				throw error(DOMException, `getRandomValues: ${array.byteLength} bytes are more than 65536`, 'QuotaExceededError');
			}
			host.fillRandom(array);
			return array;
		}
	}
	describe(Crypto, 'subtle');

	class Navigator {
		constructor() { illegal(); }
		get userAgent() { return 'fwrun'; }
		get language() { return 'en-US'; }
		get languages() { return ['en-US']; }
		get hardwareConcurrency() { return host.processors; }
	}
	describe(Navigator, 'userAgent', 'language', 'languages', 'hardwareConcurrency');

	Object.assign(web.globals, {
		queueMicrotask,
		Crypto, crypto: new Crypto(),
		Navigator, navigator: new Navigator(),
	});
	constructing = false;
})
