// waitUntil: the call goes on until a promise is settled.

function waitUntil(promise) {
  if (arguments.length === 0) throw new TypeError("waitUntil takes a promise");
  host.keepUntil(Promise.resolve(promise));
}

return { waitUntil };
