// The base class of repositories. The host adds its methods.

class Repository {
  constructor() {
    if (new.target === Repository) throw new TypeError("a Repository is a class of your own: class UserRepository extends Repository<User> {}");
  }
}

return { Repository };
