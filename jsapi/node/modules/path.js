// node:path, for both kinds of paths.
(function (host, web) {
	'use strict';
	const check = (value, name) => {
		if (typeof value !== 'string') {
			throw Object.assign(web.error(TypeError, `The "${name}" argument must be of type string. Received ${host.inspect(value, 0, 80)}`), {code: 'ERR_INVALID_ARG_TYPE'});
		}
	};

	// settle resolves . and .. of the parts of a path.
	function settle(parts, absolute) {
		const out = [];
		for (const part of parts) {
			if (part === '' || part === '.') continue;
			if (part !== '..') out.push(part);
			else if (out.length && out.at(-1) !== '..') out.pop();
			else if (!absolute) out.push('..');
		}
		return out;
	}

	// kind makes the functions of one kind of paths. split takes a path apart into its root (a drive or a share, "" if there is none),
	// whether it is absolute, and the rest.
	function kind({sep, delimiter, separators, split, cwd}) {
		const isSep = c => c === '/' || (separators === 2 && c === '\\');
		const parts = rest => separators === 2 ? rest.split(/[\\/]/) : rest.split('/');

		function normalize(path) {
			check(path, 'path');
			if (path === '') return '.';
			const {root, absolute, rest} = split(path);
			let tail = settle(parts(rest), absolute).join(sep);
			if (tail === '' && !absolute) tail = '.';
			if (tail !== '' && tail !== '.' && isSep(path.at(-1))) tail += sep;
			else if (tail === '.' && isSep(path.at(-1)) && rest !== '') tail += sep;
			return root + (absolute ? sep : '') + tail;
		}
		function join(...paths) {
			for (const path of paths) check(path, 'path');
			const joined = paths.filter(path => path !== '').join(sep);
			return joined === '' ? '.' : normalize(joined);
		}
		function resolve(...paths) {
			let root = '', absolute = false, rest = '';
			for (const path of [cwd(), ...paths].reverse()) {
				check(path, 'path');
				if (path === '') continue;
				const found = split(path);
				if (found.root !== '' && root !== '' && found.root.toLowerCase() !== root.toLowerCase()) continue;
				if (root === '') root = found.root;
				if (!absolute) {
					rest = found.rest + (rest === '' ? '' : sep + rest);
					absolute = found.absolute;
				}
				if (absolute && (separators === 1 || root !== '')) break;
			}
			return root + (absolute ? sep : '') + settle(parts(rest), absolute).join(sep) || '.';
		}
		function isAbsolute(path) {
			check(path, 'path');
			return split(path).absolute;
		}
		// trimmed returns the length of a path without the separators at its end.
		function trimmed(path, from) {
			let end = path.length;
			while (end > from && isSep(path[end - 1])) end--;
			return end;
		}
		function dirname(path) {
			check(path, 'path');
			if (path === '') return '.';
			const {root, absolute, rest} = split(path);
			const start = path.length - rest.length;
			let end = trimmed(path, start);
			while (end > start && !isSep(path[end - 1])) end--;
			end = Math.max(start, end - 1);
			if (end > start) return path.slice(0, end);
			if (absolute || root !== '') return path.slice(0, start);
			return '.';
		}
		function basename(path, suffix) {
			check(path, 'path');
			if (suffix !== undefined) check(suffix, 'suffix');
			const start = separators === 2 ? split(path).root.length : 0;
			const end = trimmed(path, start);
			let from = end;
			while (from > start && !isSep(path[from - 1])) from--;
			const base = path.slice(from, end);
			return suffix && base !== suffix && base.endsWith(suffix) ? base.slice(0, -suffix.length) : base;
		}
		function extname(path) {
			const base = basename(path);
			const at = base.lastIndexOf('.');
			return at <= 0 || base === '..' ? '' : base.slice(at);
		}
		function relative(from, to) {
			check(from, 'from');
			check(to, 'to');
			const fold = text => separators === 2 ? text.toLowerCase() : text;
			from = resolve(from);
			to = resolve(to);
			if (fold(from) === fold(to)) return '';
			const a = split(from), b = split(to);
			if (fold(a.root) !== fold(b.root)) return to;
			const here = parts(a.rest).filter(Boolean), there = parts(b.rest).filter(Boolean);
			let same = 0;
			while (same < here.length && same < there.length && fold(here[same]) === fold(there[same])) same++;
			return [...here.slice(same).map(() => '..'), ...there.slice(same)].join(sep);
		}
		function parse(path) {
			check(path, 'path');
			const {root, absolute} = split(path);
			const whole = root + (absolute ? path[root.length] : '');
			const base = basename(path), ext = extname(path);
			let dir = path === '' ? '' : dirname(path);
			if (dir === '.' && !/^\.[\\/]/.test(path)) dir = '';
			return {root: whole, dir, base: path === whole ? '' : base, ext, name: ext ? base.slice(0, -ext.length) : path === whole ? '' : base};
		}
		function format(parsed) {
			if (parsed === null || typeof parsed !== 'object') {
				throw Object.assign(web.error(TypeError, 'The "pathObject" argument must be of type object'), {code: 'ERR_INVALID_ARG_TYPE'});
			}
			const dir = parsed.dir || parsed.root;
			const ext = parsed.ext ? (parsed.ext[0] === '.' ? '' : '.') + parsed.ext : '';
			const base = parsed.base || `${parsed.name || ''}${ext}`;
			return !dir ? base : dir === parsed.root ? dir + base : dir + sep + base;
		}
		function matchesGlob(path, pattern) {
			const source = pattern.replace(/[.+^${}()|[\]\\]/g, '\\$&').replace(/\*\*\/|\*\*|\*|\?/g, found => ({'**/': '(?:.*/)?', '**': '.*', '*': '[^/]*', '?': '[^/]'})[found]);
			return new RegExp(`^${source}$`).test(path);
		}
		const exports = {sep, delimiter, normalize, join, resolve, isAbsolute, dirname, basename, extname, relative, parse, format, matchesGlob, toNamespacedPath: path => path};
		return exports;
	}

	const posix = kind({
		sep: '/', delimiter: ':', separators: 1, cwd: () => web.node.require('process').cwd(),
		split(path) {
			const absolute = path[0] === '/';
			return {root: '', absolute, rest: path.replace(/^\/+/, '')};
		},
	});
	const win32 = kind({
		sep: '\\', delimiter: ';', separators: 2, cwd: () => 'C:\\',
		split(path) {
			const share = /^[\\/]{2}([^\\/]+)[\\/]+([^\\/]+)/.exec(path);
			const root = share ? `\\\\${share[1]}\\${share[2]}` : /^[A-Za-z]:/.exec(path)?.[0] ?? '';
			const after = path.slice(share ? share[0].length : root.length);
			return {root, absolute: Boolean(share) || /^[\\/]/.test(after), rest: after.replace(/^[\\/]+/, '')};
		},
	});
	web.node.path = Object.assign(posix, {posix, win32});
	win32.toNamespacedPath = path => {
		if (typeof path !== 'string' || path === '') return path;
		const full = win32.resolve(path);
		if (/^\\\\[^?.]/.test(full)) return `\\\\?\\UNC\\${full.slice(2)}`;
		return /^[A-Za-z]:\\/.test(full) ? `\\\\?\\${full}` : path;
	};
	win32.posix = posix;
	win32.win32 = win32;
})
