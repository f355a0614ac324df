// node:tty: nothing is a terminal.
(function (host, web) {
	'use strict';
	const refuse = name => function () {
		throw Object.assign(web.error(Error, `node:tty.${name} is not supported: an application has no terminal`), {code: 'ERR_NOT_SUPPORTED'});
	};
	web.node.tty = {isatty: () => false, ReadStream: refuse('ReadStream'), WriteStream: refuse('WriteStream')};
})
