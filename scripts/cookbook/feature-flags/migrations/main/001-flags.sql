CREATE TABLE flags (name TEXT PRIMARY KEY, percent INTEGER NOT NULL CHECK (percent BETWEEN 0 AND 100));
CREATE TABLE flag_users (name TEXT NOT NULL, user TEXT NOT NULL, PRIMARY KEY (name, user));
INSERT INTO flags VALUES ('new-checkout', 0);
