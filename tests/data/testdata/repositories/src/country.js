import { Id, JsonProperty, Repository, Service, Table } from "fwrun";

/** A row whose id the application knows, and whose table has words of SQL for names. */
@Table("order")
export class Country {
  /** @type {string} */
  @Id({ generated: false }) key;

  /** @type {string} */
  @JsonProperty("label") group;
}

/** @extends {Repository<Country, string>} */
@Service("countries")
export class CountryRepository extends Repository {}
