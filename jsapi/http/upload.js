// The classes for uploaded files. The host adds the methods.

class HttpUploadedFile {
  constructor() { throw new TypeError("an HttpUploadedFile cannot be made with new; it comes with a request"); }
}
for (const [name, code] of host.uploadConstants) Object.defineProperty(HttpUploadedFile, name, { value: code, enumerable: true });

return { HttpUploadedFile };
