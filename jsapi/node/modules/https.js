// node:https is node:http with another agent. Packages look for its name in the stack of who asks for an agent's protocol.
(function (host, web) {
	'use strict';
	const {https} = web.node, {request, get} = https;
	https.request = function (...args) { return request(...args); };
	https.get = function (...args) { return get(...args); };
	for (const name of ['request', 'get']) Object.defineProperty(https[name], 'name', {value: name});
})
