// Temporal, and an Intl.DateTimeFormat that formats its objects.
(function (host, web) {
	'use strict';
	const {Temporal, Intl: extended} = host.loadTemporal();
	Object.defineProperty(Intl, 'DateTimeFormat', {value: extended.DateTimeFormat, writable: true, configurable: true});
	web.globals.Temporal = Temporal;
})
