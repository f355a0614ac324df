// Intl.DurationFormat.
(function (host, web) {
	'use strict';
	// It is made of the formatters for numbers and lists.
})
