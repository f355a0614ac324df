// ApplicationContext, which looks up the beans of the application.

class ApplicationContext {
  constructor() { throw new TypeError("an ApplicationContext cannot be made with new; inject it with @Autowired"); }
  getBean(what) {
    const bean = host.context.find(wanted(what, "getBean"));
    if (bean === undefined) throw new TypeError(`there is no bean ${typeof what === "string" ? JSON.stringify(what) : `of the class ${what.name}`}`);
    return bean;
  }
  getBeans(type) {
    if (typeof type !== "function") throw new TypeError("getBeans takes a class");
    return host.context.all(type);
  }
  hasBean(what) {
    return typeof what === "string" ? this.getBeanNames().includes(what) : host.context.all(wanted(what, "hasBean")).length > 0;
  }
  getBeanNames() { return host.context.names(); }
}

function wanted(what, where) {
  if (typeof what !== "string" && typeof what !== "function") throw new TypeError(`${where} takes the name of a bean, or a class`);
  return what;
}

return { ApplicationContext };
