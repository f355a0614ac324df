// node:console: the global console, and a class that writes to streams.
(function (host, web) {
	'use strict';
	class Console {
		constructor(stdout, stderr = stdout) {
			if (stdout && typeof stdout.write !== 'function' && stdout.stdout) {
				stderr = stdout.stderr ?? stdout.stdout;
				stdout = stdout.stdout;
			}
			if (typeof stdout?.write !== 'function') throw Object.assign(web.error(TypeError, 'Console expects a writable stream instance for stdout'), {code: 'ERR_CONSOLE_WRITABLE_STREAM'});
			let indent = '';
			const to = stream => (...args) => { stream.write(indent + host.format(...args).replaceAll('\n', '\n' + indent) + '\n'); };
			const out = to(stdout), err = to(stderr);
			Object.assign(this, {
				log: out, info: out, debug: out, warn: err, error: err, dir: value => out(host.inspect(value, 2, 80)),
				trace: (...args) => err(new Error(host.format(...args)).stack),
				assert(ok, ...args) { if (!ok) err('Assertion failed' + (args.length ? ': ' + host.format(...args) : '')); },
				group(...args) {
					if (args.length) out(...args);
					indent += '  ';
				},
				groupEnd() { indent = indent.slice(2); },
			});
		}
	}
	web.node.console = Object.assign(Object.create(console), {Console});
	for (const name of Object.keys(console)) web.node.console[name] = console[name];
})
