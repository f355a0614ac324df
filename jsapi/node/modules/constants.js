// node:constants: the constants of os, fs and crypto in one object.
(function (host, web) {
	'use strict';
	const exports = web.node.constants = {...web.node.require('os').constants.signals};
	for (const name of ['fs', 'crypto']) {
		try {
			Object.assign(exports, web.node.require(name).constants);
		} catch {
			// this build has no such module
		}
	}
})
