// What WebSocket and EventSource have in common.
(function (host, web) {
	'use strict';
	const {error} = web;
	const {Event} = web.globals;
	const {fire} = web;

	// constants adds the states to a class and its prototype.
	function constants(Class, ...names) {
		names.forEach((name, value) => {
			for (const owner of [Class, Class.prototype]) Object.defineProperty(owner, name, {value, enumerable: true});
		});
	}

	// failed fires an error event, which says what has happened.
	function failed(target, message) {
		const details = {message, error: error(Error, message)};
		fire(target, 'ErrorEvent' in globalThis ? new globalThis.ErrorEvent('error', details) : Object.assign(new Event('error'), details));
	}

	web.sockets = {host, constants, failed};
})
