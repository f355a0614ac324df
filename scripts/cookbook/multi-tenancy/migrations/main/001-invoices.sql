CREATE TABLE invoices (
  tenant TEXT NOT NULL,
  number INTEGER NOT NULL,
  text   TEXT NOT NULL,
  PRIMARY KEY (tenant, number)
);
