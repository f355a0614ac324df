// FormData, and the bodies that it is sent as.
(function (host, web) {
	'use strict';
	const {error, needArguments, describe} = web;
	const {data, typed, isFile, blobWith, fileWith, stream} = web.blobs;

	class FormData {
		#entries = []; // [name, a text or a File]

		constructor(form = undefined) { // its length is 0
			if (form !== undefined) throw error(TypeError, 'FormData constructor: a form element cannot be read, as there is no page; call append');
		}
		append(name, value, filename) {
			this.#entries.push(entry('append', arguments, name, value, filename));
		}
		delete(name) {
			needArguments(arguments, 1, 'delete');
			name = wellFormed(name);
			this.#entries = this.#entries.filter(pair => pair[0] !== name);
		}
		get(name) {
			needArguments(arguments, 1, 'get');
			name = wellFormed(name);
			return this.#entries.find(pair => pair[0] === name)?.[1] ?? null;
		}
		getAll(name) {
			needArguments(arguments, 1, 'getAll');
			name = wellFormed(name);
			return this.#entries.filter(pair => pair[0] === name).map(pair => pair[1]);
		}
		has(name) {
			needArguments(arguments, 1, 'has');
			name = wellFormed(name);
			return this.#entries.some(pair => pair[0] === name);
		}
		set(name, value, filename) {
			const pair = entry('set', arguments, name, value, filename);
			const at = this.#entries.findIndex(other => other[0] === pair[0]);
			if (at < 0) {
				this.#entries.push(pair);
				return;
			}
			this.#entries = this.#entries.filter((other, i) => i <= at || other[0] !== pair[0]);
			this.#entries[at] = pair;
		}
		forEach(callback, thisArg) {
			needArguments(arguments, 1, 'forEach');
			if (typeof callback !== 'function') throw error(TypeError, 'forEach: the argument is not a function');
			for (let i = 0; i < this.#entries.length; i++) {
				const [name, value] = this.#entries[i];
				callback.call(thisArg, value, name, this);
			}
		}
		entries() { return iterate(this, 'entries'); }
		keys() { return iterate(this, 'keys'); }
		values() { return iterate(this, 'values'); }

		static list(form) { return form.#entries; }
		static isForm(value) { return typeof value === 'object' && value !== null && #entries in value; }
	}
	const {list, isForm} = FormData;
	delete FormData.list;
	delete FormData.isForm;
	describe(FormData);
	const iterate = web.pairIterator(FormData, list);

	function wellFormed(text) { return host.wellFormed(String(text)); }

	// entry makes a pair of the arguments of append and set. A blob becomes a file.
	function entry(method, given, name, value, filename) {
		needArguments(given, 2, method);
		const handle = data(value);
		if (handle === null) {
			if (given.length > 2) throw error(TypeError, `${method}: the second argument is not a Blob`);
			if (Object.prototype.toString.call(value) === '[object HttpUploadedFile]') {
				throw error(TypeError, `${method}: an uploaded file is not a File; append await upload.toFile()`);
			}
			return [wellFormed(name), wellFormed(value)];
		}
		name = wellFormed(name);
		const named = given.length > 2 && filename !== undefined;
		if (isFile(value) && !named) return [name, value];
		const modified = isFile(value) ? value.lastModified : Date.now();
		return [name, fileWith(handle, typed(value), named ? wellFormed(filename) : 'blob', modified)];
	}

	// encode returns the body of a form as multipart/form-data.
	function encode(form) {
		return host.encodeForm(list(form).map(([name, value]) => {
			return typeof value === 'string' ? [name, value] : [name, data(value), value.name, typed(value)];
		}));
	}

	// parse reads a form from a body.
	function parse(bytes, contentType) {
		const form = new FormData();
		const found = host.readForm(bytes, String(contentType ?? ''));
		if (typeof found === 'string') {
			web.use('url');
			for (const pair of new web.globals.URLSearchParams(found)) list(form).push(pair);
			return form;
		}
		const now = Date.now();
		for (const [name, value, filename, type] of found) {
			list(form).push([name, typeof value === 'string' ? value : fileWith(value, type, filename, now)]);
		}
		return form;
	}

	web.forms = {
		isForm, encode, parse, stream,
		isBlob: value => data(value) !== null,
		blobBytes: blob => host.blobBuffer(data(blob)),
		blobType: typed,
		blob: (bytes, type) => blobWith(host.newBlob([bytes]), type),
	};
	Object.assign(web.globals, {FormData});
})
