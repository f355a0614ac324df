import { Module } from "@nestjs/common";
import { ApiController } from "./api.controller.js";
import { RecordsService } from "./records.service.js";

@Module({ controllers: [ApiController], providers: [RecordsService] })
export class AppModule {}
