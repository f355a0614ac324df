// Response.
(function (host, web) {
	'use strict';
	const {error, needArguments} = web;
	const {Headers} = web.globals;
	const {Body, bodyFrom, describeBody, fill, isEmpty, outgoing, share} = web.body;
	const {pairs, received} = web.headers;

	let blank = false; // the next Response is filled in by its creator

	const withoutBody = [101, 103, 204, 205, 304];

	class Response extends Body {
		#status = 200; #statusText = ''; #headers; #type = 'default'; #url = ''; #redirected = false;

		constructor(body = null, init = {}) {
			super();
			if (blank) {
				blank = false;
				return;
			}
			init = init ?? {};
			this.#init(init);
			this.#headers = new Headers(init.headers);
			if (body === null || body === undefined) return;
			if (withoutBody.includes(this.#status)) {
				throw error(TypeError, `Response constructor: status ${this.#status} cannot have a body`);
			}
			const {content, type} = bodyFrom(body);
			fill(this, content);
			if (type && !this.#headers.has('content-type')) this.#headers.append('content-type', type);
		}
		#init({status = 200, statusText = ''}) {
			this.#status = Math.trunc(Number(status));
			if (!(this.#status >= 200 && this.#status <= 599)) {
				throw error(RangeError, 'Response constructor: status is not between 200 and 599');
			}
			this.#statusText = String(statusText);
			if (/[^\t\x20-\x7e\x80-\xff]/.test(this.#statusText)) {
				throw error(TypeError, 'Response constructor: invalid statusText');
			}
		}
		static error() {
			const response = new Response();
			response.#status = 0;
			response.#type = 'error';
			response.#headers = received([]);
			return response;
		}
		static redirect(url, status = 302) {
			needArguments(arguments, 1, 'Response.redirect');
			const target = host.parseURL(String(url))?.[0];
			if (!target) throw error(TypeError, `Failed to parse URL from ${String(url)}`);
			if (![301, 302, 303, 307, 308].includes(Number(status))) throw error(RangeError, `Invalid status code ${status}`);
			const response = new Response(null, {status, headers: {location: target}});
			response.#headers = received([['location', target]]);
			return response;
		}
		static json(data, init = {}) {
			needArguments(arguments, 1, 'Response.json');
			const text = JSON.stringify(data);
			if (text === undefined) throw error(TypeError, 'Response.json: the value is not JSON serializable');
			const headers = new Headers(init?.headers);
			if (!headers.has('content-type')) headers.set('content-type', 'application/json');
			return new Response(text, {...init, headers});
		}
		get status() { return this.#status; }
		get ok() { return this.#status >= 200 && this.#status <= 299; }
		get statusText() { return this.#statusText; }
		get headers() {
			if (typeof this.#headers === 'function') this.#headers = received(this.#headers());
			return this.#headers;
		}
		get type() { return this.#type; }
		get url() { return this.#url; }
		get redirected() { return this.#redirected; }
		clone() {
			const copy = makeBlank();
			share(this, copy);
			copy.#assign(this.#status, this.#statusText, new Headers(this.headers), this.#type, this.#url, this.#redirected);
			return copy;
		}
		#assign(status, statusText, headers, type, url, redirected) {
			this.#status = status;
			this.#statusText = statusText;
			this.#headers = headers;
			this.#type = type;
			this.#url = url;
			this.#redirected = redirected;
		}
		static blank() {
			blank = true;
			return new Response();
		}
		// read returns status, headers and content of a response to send, or null for anything else.
		static read(value) {
			if (!(#status in value)) return null;
			if (value.#type === 'error') throw error(TypeError, 'Response.error() cannot be sent');
			return [value.#status, pairs(value.headers), isEmpty(value) ? undefined : outgoing(value)];
		}
		static arrived(answer, signal) {
			const response = makeBlank();
			response.#assign(answer.status, answer.statusText, answer.headers, 'basic', answer.url, answer.redirected);
			if (answer.body !== null) fill(response, answer.body, signal);
			return response;
		}
	}
	const {arrived, blank: makeBlank, read} = Response;
	delete Response.arrived;
	delete Response.read;
	delete Response.blank;
	describeBody(Response, 'status', 'ok', 'statusText', 'headers', 'type', 'url', 'redirected');

	web.response = {arrived, read};
	Object.assign(web.globals, {Response});
})
