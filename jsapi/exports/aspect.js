// What stands around methods by @Around: a shape to extend, and the weaving.

class Aspect {
  around(call) {
    this.before(call);
    let result;
    try {
      result = call.proceed();
    } catch (error) {
      this.afterThrowing(call, error);
      this.after(call);
      throw error;
    }
    return result instanceof Promise ? this.#settle(call, result) : this.#done(call, result);
  }
  before() {}
  afterReturning() {}
  afterThrowing() {}
  after() {}

  async #settle(call, promise) {
    let result;
    try {
      result = await promise;
    } catch (error) {
      this.afterThrowing(call, error);
      this.after(call);
      throw error;
    }
    return this.#done(call, result);
  }
  #done(call, result) {
    this.afterReturning(call, result);
    this.after(call);
    return result;
  }
}

class MethodCall {
  constructor(target, inner, args, options, name) {
    this.target = target;
    this.args = args;
    this.options = options;
    this.name = name;
    this.$inner = inner;
  }
  get method() { return this.name.slice(this.name.lastIndexOf(".") + 1); }
  proceed() { return this.$inner.apply(this.target, this.args); }
}
// weave puts an aspect around a function. The aspect is a bean, which there is only later.
function weave(inner, find, options, name) {
  let aspect;
  return function (...args) {
    aspect ??= find();
    return aspect.around(new MethodCall(this, inner, args, options, name));
  };
}

return { Aspect, weave };
