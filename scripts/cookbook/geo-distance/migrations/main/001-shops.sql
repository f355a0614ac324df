CREATE TABLE shops (id INTEGER PRIMARY KEY, name TEXT NOT NULL, lat REAL NOT NULL, lon REAL NOT NULL);
CREATE INDEX shops_by_place ON shops (lat, lon);
