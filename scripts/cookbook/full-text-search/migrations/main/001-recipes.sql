CREATE TABLE recipes (id INTEGER PRIMARY KEY, title TEXT NOT NULL, text TEXT NOT NULL);
-- The index has no copy of the texts, and the triggers keep it up to date. Accents do not count, and neither do endings of English words.
CREATE VIRTUAL TABLE recipes_index USING fts5 (title, text, content = recipes, content_rowid = id, tokenize = "porter unicode61 remove_diacritics 2");
CREATE TRIGGER recipes_added AFTER INSERT ON recipes BEGIN
  INSERT INTO recipes_index (rowid, title, text) VALUES (new.id, new.title, new.text);
END;
CREATE TRIGGER recipes_removed AFTER DELETE ON recipes BEGIN
  INSERT INTO recipes_index (recipes_index, rowid, title, text) VALUES ('delete', old.id, old.title, old.text);
END;
CREATE TRIGGER recipes_changed AFTER UPDATE ON recipes BEGIN
  INSERT INTO recipes_index (recipes_index, rowid, title, text) VALUES ('delete', old.id, old.title, old.text);
  INSERT INTO recipes_index (rowid, title, text) VALUES (new.id, new.title, new.text);
END;
