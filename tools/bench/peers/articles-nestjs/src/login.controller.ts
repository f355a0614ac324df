import { Body, Controller, HttpCode, Post, UnauthorizedException } from "@nestjs/common";
import { JwtService } from "@nestjs/jwt";
import { IsString, Matches, MaxLength, MinLength } from "class-validator";
import { ArticlesService } from "./articles.service.js";
import { fits } from "./passwords.js";

export class CredentialsDto {
  @IsString()
  @MaxLength(40)
  @Matches(/\S/)
  username: string;

  @IsString()
  @MinLength(8)
  @MaxLength(200)
  password: string;
}

@Controller()
export class LoginController {
  constructor(
    private readonly articles: ArticlesService,
    private readonly tokens: JwtService,
  ) {}

  @Post("login")
  @HttpCode(200)
  async logIn(@Body() { username, password }: CredentialsDto) {
    const user = this.articles.userByName(username);
    if (!user || !(await fits(password, user.hash))) throw new UnauthorizedException("the name or the password is wrong");
    const { id, email, bio, image } = user;
    return { token: await this.tokens.signAsync({ sub: String(id) }), user: { username, email, bio, image } };
  }
}
