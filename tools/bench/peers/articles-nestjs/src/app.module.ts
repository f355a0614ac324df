import { MiddlewareConsumer, Module, type NestModule } from "@nestjs/common";
import { JwtModule } from "@nestjs/jwt";
import { ArticlesController } from "./articles.controller.js";
import { ArticlesService } from "./articles.service.js";
import { Connection } from "./connection.js";
import { LoginController } from "./login.controller.js";
import { Policy } from "./policy.js";

@Module({
  imports: [
    JwtModule.register({
      secret: process.env.BENCH_SECRET,
      signOptions: { issuer: "articles", audience: "articles", expiresIn: "1h" },
      verifyOptions: { algorithms: ["HS256"], issuer: "articles", audience: "articles" },
    }),
  ],
  controllers: [ArticlesController, LoginController],
  providers: [ArticlesService, Connection],
})
export class AppModule implements NestModule {
  configure(consumer: MiddlewareConsumer) {
    consumer.apply(Policy).forRoutes("{*path}");
  }
}
