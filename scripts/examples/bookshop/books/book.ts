import { Id, Length, Min, NotBlank, Pattern, Repository, Table } from "fwrun";

/** What a client sends. */
export class NewBook {
  @Pattern(/^97[89]\d{10}$/, { message: "must be an ISBN of 13 digits" }) isbn: string;
  @NotBlank @Length(1, 200) title: string;
  @Min(0) cents: int;
  @Min(0) stock: int = 0;
}

/** A row of the table. */
@Table("books")
export class Book extends NewBook {
  @Id id: int;
}

export class Books extends Repository<Book> {}
