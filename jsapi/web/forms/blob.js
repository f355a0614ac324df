// Blob, File. The bytes are in Go; scripts have a handle of them.
(function (host, web) {
	'use strict';
	const {error, needArguments, describe} = web;
	const {DOMException} = web.globals;

	const piece = 65536; // bytes that a stream takes at a time

	let ready = null; // the handle of the next Blob that is made, if its bytes are there

	class Blob {
		#data;
		#type;

		constructor(parts = [], options = {}) {
			if (ready) {
				this.#data = ready;
				this.#type = parts;
				ready = null;
				return;
			}
			const list = elements(parts, 'Blob');
			const {endings, type} = propertiesOf(options, 'Blob');
			this.#data = bytesOf(list, endings);
			this.#type = typeOf(type);
		}
		get size() { return host.blobSize(this.#data); }
		get type() { return this.#type; }
		slice(start, end, contentType) {
			const size = host.blobSize(this.#data);
			const from = start === undefined ? 0 : offset(start, size);
			const to = end === undefined ? size : offset(end, size);
			const type = contentType === undefined ? '' : typeOf(String(contentType));
			return blobWith(host.sliceBlob(this.#data, from, Math.max(from, to)), type);
		}
		async arrayBuffer() { return host.blobBuffer(this.#data); }
		async bytes() { return new Uint8Array(host.blobBuffer(this.#data)); }
		async text() { return host.blobText(this.#data); }
		stream() { return stream(this); }

		static data(value) { return typeof value === 'object' && value !== null && #data in value ? value.#data : null; }
		static typed(blob) { return blob.#type; }
	}
	const {data, typed} = Blob;
	delete Blob.data;
	delete Blob.typed;
	describe(Blob, 'size', 'type');

	class File extends Blob {
		#name;
		#lastModified;

		constructor(parts, name, options = {}) {
			if (ready) {
				super(parts);
				[this.#name, this.#lastModified] = [name, options];
				return;
			}
			needArguments(arguments, 2, 'File constructor');
			const list = elements(parts, 'File');
			name = host.wellFormed(String(name));
			const {endings, type, lastModified} = propertiesOf(options, 'File', true);
			ready = bytesOf(list, endings);
			super(typeOf(type));
			this.#name = name;
			this.#lastModified = lastModified;
		}
		get name() { return this.#name; }
		get lastModified() { return this.#lastModified; }

		static isFile(value) { return data(value) !== null && #name in value; }
	}
	const {isFile} = File;
	delete File.isFile;
	describe(File, 'name', 'lastModified');

	// elements converts the parts of a blob, in their order.
	function elements(parts, what) {
		const iterate = typeof parts === 'object' || typeof parts === 'function' ? parts?.[Symbol.iterator] : null;
		if (typeof iterate !== 'function') throw error(TypeError, `${what} constructor: the parts are not a sequence`);
		const list = [];
		for (const part of {[Symbol.iterator]: () => iterate.call(parts)}) {
			const blob = data(part);
			list[list.length] = blob !== null ? blob : host.isBytes(part) ? part : String(part);
		}
		return list;
	}

	// propertiesOf reads the options in the order that WebIDL has: that of the names.
	function propertiesOf(options, what, ofFile) {
		if (options !== undefined && options !== null && typeof options !== 'object' && typeof options !== 'function') {
			throw error(TypeError, `${what} constructor: the options are not an object`);
		}
		const endings = options?.endings;
		const properties = {endings: endings === undefined ? 'transparent' : String(endings)};
		if (properties.endings !== 'transparent' && properties.endings !== 'native') {
			throw error(TypeError, `${what} constructor: endings is neither "transparent" nor "native"`);
		}
		const type = options?.type;
		properties.type = type === undefined ? '' : String(type);
		if (ofFile) {
			const modified = options?.lastModified;
			properties.lastModified = modified === undefined ? Date.now() : integer(modified);
		}
		return properties;
	}

	function bytesOf(list, endings) { return host.newBlob(endings === 'native' ? list.map(native) : list); }
	function native(part) { return typeof part === 'string' ? host.nativeNewline(part) : part; }

	// typeOf returns a type in lower case, or nothing if it has characters that no type has.
	function typeOf(text) { return /[^\x20-\x7e]/.test(text) ? '' : text.toLowerCase(); }

	// integer converts as WebIDL does for long long.
	function integer(value) {
		const number = Math.trunc(Number(value));
		return Number.isFinite(number) ? number + 0 : 0;
	}

	// offset converts as WebIDL does with [Clamp], and counts from the end what is negative.
	function offset(value, size) {
		const number = Number(value);
		const whole = number !== number ? 0 : Math.trunc(number);
		return whole < 0 ? Math.max(size + whole, 0) : Math.min(whole, size);
	}

	function blobWith(handle, type) {
		ready = handle;
		return new Blob(type);
	}

	function fileWith(handle, type, name, lastModified) {
		ready = handle;
		return new File(type, name, lastModified);
	}

	function stream(blob) {
		const handle = data(blob);
		if (handle === null) throw error(TypeError, 'stream: this is not a Blob');
		if (!web.use('streams')) {
			throw error(DOMException, 'Blob.stream: streams are not available; use bytes()', 'NotSupportedError');
		}
		const {ReadableStream} = web.globals;
		let at = 0;
		return new ReadableStream({
			type: 'bytes',
			pull(controller) {
				const bytes = host.blobPiece(handle, at, piece);
				at += bytes.length;
				if (bytes.length > 0) controller.enqueue(bytes);
				if (at >= host.blobSize(handle)) {
					controller.close();
					controller.byobRequest?.respond(0);
				}
			},
		}, {highWaterMark: 0});
	}

	function copy(value) {
		if (data(value) === null) return undefined;
		return build(...partsOf(value));
	}
	function partsOf(value) {
		if (data(value) === null) return undefined;
		const [name, modified] = isFile(value) ? [value.name, value.lastModified] : [];
		return [data(value), typed(value), name, modified];
	}
	function build(handle, type, name, modified) {
		return name === undefined ? blobWith(handle, type) : fileWith(handle, type, name, modified);
	}
	host.cloneBlobs(copy, partsOf, build);

	web.blobs = {data, typed, isFile, blobWith, fileWith, stream};
	Object.assign(web.globals, {Blob, File});
})
