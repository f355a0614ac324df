// node:string_decoder.
(function (host, web) {
	'use strict';
	web.node.string_decoder = host.loadDecoder(() => web.node.require('buffer'));
})
