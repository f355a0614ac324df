// node:os: enough for packages that choose by platform. What would describe the server's machine is left out.
(function (host, web) {
	'use strict';
	const {platform, arch, parallelism, totalmem, freemem} = host.machine();
	const cpus = Array.from({length: parallelism}, () => ({model: arch, speed: 0, times: {user: 0, nice: 0, sys: 0, idle: 0, irq: 0}}));
	const types = {linux: 'Linux', darwin: 'Darwin', win32: 'Windows_NT', freebsd: 'FreeBSD'};
	const signals = {
		SIGHUP: 1, SIGINT: 2, SIGQUIT: 3, SIGILL: 4, SIGTRAP: 5, SIGABRT: 6, SIGBUS: 7, SIGFPE: 8, SIGKILL: 9, SIGUSR1: 10, SIGSEGV: 11,
		SIGUSR2: 12, SIGPIPE: 13, SIGALRM: 14, SIGTERM: 15, SIGCHLD: 17, SIGCONT: 18, SIGSTOP: 19, SIGTSTP: 20, SIGTTIN: 21, SIGTTOU: 22,
	};
	web.node.os = {
		EOL: '\n', devNull: '/dev/null', platform: () => platform, arch: () => arch, machine: () => ({x64: 'x86_64', arm64: 'aarch64'})[arch] ?? arch,
		type: () => types[platform] ?? platform, release: () => '0.0.0', version: () => '', hostname: () => 'localhost', homedir: () => '/', tmpdir: () => host.tempFolder(),
		endianness: () => 'LE', cpus: () => cpus.map(cpu => ({...cpu})), availableParallelism: () => parallelism, totalmem: () => totalmem, freemem: () => freemem,
		loadavg: () => [0, 0, 0], uptime: () => host.now() / 1000, networkInterfaces: () => ({}), getPriority: () => 0, setPriority() {},
		userInfo: () => ({username: 'fwrun', uid: 0, gid: 0, shell: null, homedir: '/'}),
		constants: {signals, errno: {}, priority: {PRIORITY_LOW: 19, PRIORITY_NORMAL: 0, PRIORITY_HIGH: -14}, dlopen: {}},
	};
})
