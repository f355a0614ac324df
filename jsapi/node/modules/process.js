// node:process, and the global of that name.
(function (host, web) {
	'use strict';
	const EventEmitter = web.node.require('events');
	const os = web.node.require('os');
	web.use('platform');
	const {queueMicrotask} = web.globals;
	const refuse = (name, why) => Object.defineProperty(function () {
		throw Object.assign(web.error(Error, `process.${name} is not supported: ${why}`), {code: 'ERR_NOT_SUPPORTED'});
	}, 'name', {value: name});

	const process = Object.create(EventEmitter.prototype);
	EventEmitter.call(process);

	function hrtime(earlier) {
		const now = host.now();
		let seconds = Math.floor(now / 1000), nanos = Math.floor((now % 1000) * 1e6);
		if (earlier) {
			seconds -= earlier[0];
			nanos -= earlier[1];
			if (nanos < 0) {
				seconds--;
				nanos += 1e9;
			}
		}
		return [seconds, nanos];
	}
	hrtime.bigint = () => BigInt(Math.floor(host.now() * 1e6));

	// output is a stream whose lines become lines of the log.
	function output(name, write) {
		let stream;
		return () => {
			if (stream) return stream;
			const {Writable} = web.node.require('stream');
			stream = new Writable({
				decodeStrings: false,
				write(chunk, encoding, done) {
					write(String(chunk).replace(/\n$/, ''));
					done();
				},
			});
			return Object.assign(stream, {isTTY: false, fd: name === 'stdout' ? 1 : 2, columns: 80, getColorDepth: () => 1, hasColors: () => false});
		};
	}
	const stdout = output('stdout', text => console.log(text)), stderr = output('stderr', text => console.error(text));

	// env holds texts only, as Node's does. What a script sets is seen by that worker alone.
	const env = new Proxy({NODE_ENV: 'production', ...host.env()}, {
		set(target, name, value) { return Reflect.set(target, name, typeof name === 'symbol' ? value : String(value)); },
		defineProperty(target, name, descriptor) { return Reflect.defineProperty(target, name, 'value' in descriptor ? {...descriptor, value: String(descriptor.value)} : descriptor); },
	});
	Object.assign(process, {
		title: 'fwrun', pid: host.pid(), ppid: 0, execPath: 'fwrun', execArgv: [], argv: ['fwrun', 'app'], argv0: 'fwrun', exitCode: undefined,
		// The modules are those of this version of Node.
		version: 'v22.0.0', versions: {node: '22.0.0', fwrun: host.version()}, release: {name: 'fwrun'},
		platform: os.platform(), arch: os.arch(), env, config: {variables: {}, target_defaults: {}}, features: {},
		nextTick(fn, ...args) {
			if (typeof fn !== 'function') throw Object.assign(web.error(TypeError, 'The "callback" argument must be of type function'), {code: 'ERR_INVALID_ARG_TYPE'});
			queueMicrotask(args.length ? () => fn(...args) : fn);
		},
		hrtime, cwd: () => host.folder() || '/', uptime: () => host.now() / 1000, umask: () => 0o22,
		memoryUsage: Object.assign(() => host.memory(), {rss: () => host.memory().rss}),
		cpuUsage: () => ({user: 0, system: 0}), resourceUsage: () => ({maxRSS: 0}),
		emitWarning(warning, type = 'Warning') {
			const text = warning instanceof Error ? String(warning) : `${typeof type === 'object' ? type.type ?? 'Warning' : type}: ${warning}`;
			console.warn(text);
		},
		// loadEnvFile adds the variables of a file to what this worker sees, as a change of process.env does.
		loadEnvFile(path = '.env') {
			const {parseEnv} = web.node.require('util');
			for (const [name, value] of Object.entries(parseEnv(web.node.require('fs').readFileSync(path, 'utf8')))) if (!Object.hasOwn(env, name)) env[name] = value;
		},
		getBuiltinModule(name) {
			try {
				return web.node.require(name);
			} catch {
				return undefined;
			}
		},
		binding: refuse('binding', 'fwrun does not contain Node'), dlopen: refuse('dlopen', 'native add-ons cannot be loaded'),
		chdir: refuse('chdir', 'relative paths always begin in the folder of the application'),
		exit: refuse('exit', 'a script cannot end the server; throw an error'), abort: refuse('abort', 'a script cannot end the server'),
		kill: refuse('kill', 'a script cannot end the server'), reallyExit: refuse('reallyExit', 'a script cannot end the server'),
		getuid: () => 0, geteuid: () => 0, getgid: () => 0, getegid: () => 0, getgroups: () => [],
	});
	Object.defineProperties(process, {
		stdout: {enumerable: true, get: stdout}, stderr: {enumerable: true, get: stderr},
		stdin: {enumerable: true, get: () => web.node.require('stream').Readable.from([])},
		[Symbol.toStringTag]: {value: 'process'},
	});
	web.node.process = process;
})
