// The class Files. The host adds the methods.

class Files {
  constructor() { throw new TypeError("a Files cannot be made with new; inject it with @Autowired"); }
}

return { Files };
