// The base class of aspects for @Around.

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

return { Aspect };
