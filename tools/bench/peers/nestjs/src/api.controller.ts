import {
  Body,
  Controller,
  DefaultValuePipe,
  Get,
  HttpCode,
  Param,
  ParseBoolPipe,
  ParseIntPipe,
  Post,
  Query,
} from "@nestjs/common";
import { PersonDto } from "./person.dto.js";
import { RecordsService } from "./records.service.js";

@Controller()
export class ApiController {
  constructor(private readonly records: RecordsService) {}

  @Get("hello")
  hello() {
    return "Hello, world!";
  }

  // The type is unknown because, of a boolean, the global ValidationPipe makes false of any text before
  // ParseBoolPipe can refuse it.
  @Get("users/:id")
  user(
    @Param("id", ParseIntPipe) id: number,
    @Query("verbose", new DefaultValuePipe(false), ParseBoolPipe) verbose: unknown,
  ) {
    return { id, name: `User ${id}`, email: `user${id}@example.com`, verbose, created: "2026-01-02T03:04:05.000Z" };
  }

  @Post("users")
  @HttpCode(200)
  create(@Body() person: PersonDto) {
    return person;
  }

  @Get("list")
  list() {
    const records = [];
    for (let i = 0; i < 100; i++) {
      records.push({
        id: i,
        name: `User ${i}`,
        email: `user${i}@example.com`,
        age: 20 + (i % 50),
        active: i % 2 === 0,
        score: i * 1.5,
      });
    }
    return records;
  }

  @Get("rows")
  rows() {
    return this.records.findAll();
  }
}
