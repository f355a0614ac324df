import { type CanActivate, type ExecutionContext, Injectable, UnauthorizedException } from "@nestjs/common";
import { JwtService } from "@nestjs/jwt";
import type { FastifyRequest } from "fastify";

/** A request with what its token says. */
export type Known = FastifyRequest & { user: { sub: string } };

/** Lets those pass who have a token. */
@Injectable()
export class AuthGuard implements CanActivate {
  constructor(private readonly tokens: JwtService) {}

  async canActivate(context: ExecutionContext) {
    const request = context.switchToHttp().getRequest<Known>();
    const [type, token] = request.headers.authorization?.split(" ") ?? [];
    if (type !== "Bearer" || !token) throw new UnauthorizedException();
    try {
      request.user = await this.tokens.verifyAsync(token);
    } catch {
      throw new UnauthorizedException();
    }
    return true;
  }
}
