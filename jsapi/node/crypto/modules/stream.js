// Streams: an object with update and an end is one as well, made by the module stream when it is first used as one.

const streams = new WeakMap();
const streamOptions = Symbol('options'), streamPiece = Symbol('piece'), streamEnd = Symbol('end');

// streamOf returns the Transform behind an object.
function streamOf(object) {
	let made = streams.get(object);
	if (made) return made;
	const stream = web.node.require?.('stream');
	if (!stream) throw fail(Error, 'ERR_NOT_SUPPORTED', 'Streams are not available: use update, and then digest or final');
	made = new stream.Transform({
		...object[streamOptions],
		transform(chunk, encoding, done) {
			try {
				done(null, object[streamPiece](chunk, encoding));
			} catch (thrown) {
				done(thrown);
			}
		},
		flush(done) {
			try {
				done(null, object[streamEnd]());
			} catch (thrown) {
				done(thrown);
			}
		},
	});
	streams.set(object, made);
	return made;
}


// streaming gives a class the methods and properties of a Transform.
function streaming(Class) {
	for (const name of ['on', 'once', 'off', 'emit', 'addListener', 'removeListener', 'removeAllListeners', 'prependListener', 'listeners', 'listenerCount',
		'eventNames', 'setMaxListeners', 'getMaxListeners', 'write', 'end', 'cork', 'uncork', 'setDefaultEncoding', 'destroy', 'pipe', 'unpipe', 'read', 'push', 'pause',
		'resume', 'isPaused', 'setEncoding', 'unshift', Symbol.asyncIterator]) {
		Object.defineProperty(Class.prototype, name, {
			value(...args) {
				const stream = streamOf(this);
				const result = stream[name](...args);
				return result === stream ? this : result;
			},
			writable: true, configurable: true,
		});
	}
	for (const name of ['readable', 'writable', 'destroyed', 'closed', 'errored', 'readableEnded', 'writableEnded', 'readableFlowing', 'writableFinished', 'readableLength',
		'writableLength', 'readableHighWaterMark', 'writableHighWaterMark', 'readableObjectMode', 'writableObjectMode', 'writableNeedDrain', '_readableState', '_writableState']) {
		Object.defineProperty(Class.prototype, name, {get() { return streamOf(this)[name]; }, configurable: true});
	}
}
