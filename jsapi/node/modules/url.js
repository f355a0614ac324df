// node:url: the classes of the web, the legacy functions of the package, and paths of files.
(function (host, web) {
	'use strict';
	web.use('url');
	const {error} = web;
	const {URL, URLSearchParams} = web.globals;
	const legacy = host.loadURL(name => name === 'qs' ? web.node.require('querystring') : web.node.require('punycode'));
	const fail = (code, message) => { throw Object.assign(error(TypeError, message), {code}); };

	function fileURLToPath(url) {
		if (typeof url === 'string') url = new URL(url);
		if (!(url instanceof URL)) fail('ERR_INVALID_ARG_TYPE', 'The "path" argument must be of type string or an instance of URL');
		if (url.protocol !== 'file:') fail('ERR_INVALID_URL_SCHEME', 'The URL must be of scheme file');
		if (url.hostname !== '') fail('ERR_INVALID_FILE_URL_HOST', 'File URL host must be "localhost" or empty on linux');
		if (/%2f/i.test(url.pathname)) fail('ERR_INVALID_FILE_URL_PATH', 'File URL path must not include encoded / characters');
		return decodeURIComponent(url.pathname);
	}
	function pathToFileURL(path) {
		const {resolve} = web.node.require('path');
		const full = resolve(path) + (/[^/]\/$/.test(path) ? '/' : '');
		return new URL('file://' + full.replace(/[%\\\n\r\t?#]/g, c => encodeURIComponent(c)));
	}
	function urlToHttpOptions(url) {
		const options = {
			protocol: url.protocol, hostname: url.hostname.replace(/^\[(.*)\]$/, '$1'), hash: url.hash, search: url.search,
			pathname: url.pathname, path: url.pathname + url.search, href: url.href,
		};
		if (url.port !== '') options.port = Number(url.port);
		if (url.username || url.password) options.auth = decodeURIComponent(url.username) + ':' + decodeURIComponent(url.password);
		return options;
	}
	function format(url, options) {
		if (!(url instanceof URL)) return legacy.format(url);
		const {auth = true, fragment = true, search = true, unicode = false} = options ?? {};
		const copy = new URL(url);
		if (!auth) copy.username = copy.password = '';
		if (!fragment) copy.hash = '';
		if (!search) copy.search = '';
		return unicode && copy.hostname ? copy.href.replace(copy.hostname, domainToUnicode(copy.hostname)) : copy.href;
	}
	const domainToASCII = domain => URL.canParse('ws://' + domain) ? new URL('ws://' + domain).hostname : '';
	const domainToUnicode = domain => web.node.require('punycode').toUnicode(domainToASCII(domain));

	web.node.url = {...legacy, URL, URLSearchParams, format, fileURLToPath, pathToFileURL, urlToHttpOptions, domainToASCII, domainToUnicode, get URLPattern() { return globalThis.URLPattern; }};
})
