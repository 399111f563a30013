/**
 * Authorization. Without tokens and without an identity provider, every client may do everything. With either, each
 * request identifies itself: `Authorization: Bearer <token>`, or, for browsers, which prompt for it, the token as the
 * password of `Basic`, with any user name.
 */
import type { IncomingMessage } from 'node:http';
import { WeirError } from '@weir/platform';
import { decodeJwt } from 'jose';
import type { Config } from '../config/settings.js';
import { IdentityProvider } from './identity-provider.js';
import { includes, type Role } from './role.js';
import { TokenDigests } from './token-digests.js';
import { UNKNOWN_TOKEN } from './unknown-token.js';

export class Access {
  private constructor(
    private readonly tokens: TokenDigests,
    private readonly provider: IdentityProvider | undefined,
  ) {}

  /** @throws WeirError `config.invalid` */
  static of(config: Config): Access {
    const tokens = new TokenDigests({
      read: config['webserver.access.read'],
      write: config['webserver.access.write'],
      admin: config['webserver.access.admin'],
    });
    const issuer = config['webserver.access.oidc.issuer'];
    const provider =
      issuer === undefined
        ? undefined
        : new IdentityProvider({
            issuer,
            audience: config['webserver.access.oidc.audience'],
            roleClaim: config['webserver.access.oidc.role-claim'],
          });
    return new Access(tokens, provider);
  }

  /** Whether requests need no token. */
  get isOpen(): boolean {
    return this.tokens.isEmpty && this.provider === undefined;
  }

  /**
   * @returns the role of the request. Rejects with `access.unknown` when it has none, `access.denied` when it needs a
   * higher one, `access.unavailable` when the provider of its token cannot be reached.
   */
  async admit(request: IncomingMessage, needed: Role | 'anyone'): Promise<Role> {
    if (this.isOpen) return 'admin';
    if (needed === 'anyone') return 'read';
    const role = await this.roleOf(tokenOf(request));
    if (includes(role, needed)) return role;
    throw new WeirError(
      'access.denied',
      `This request needs the role ${needed}, but the token has the role ${role}`,
    );
  }

  /**
   * @param request has been admitted.
   * @returns the user that the identity provider names in its token; `undefined`: no provider vouches for one.
   */
  userOf(request: IncomingMessage): string | undefined {
    const token = tokenOf(request);
    const isKnown = token === undefined || this.tokens.roleOf(token) !== undefined;
    return this.provider === undefined || isKnown ? undefined : userIn(token);
  }

  /**
   * @param token `undefined` if the client sent none.
   * @returns its role. Rejects with `access.unknown`, or `access.unavailable` when its provider cannot be reached.
   */
  async roleOf(token: string | undefined): Promise<Role> {
    if (this.isOpen) return 'admin';
    if (token === undefined) throw unknown('This server requires authentication: send a token');
    const role = this.tokens.roleOf(token) ?? (await this.providersRole(token));
    if (role === undefined) throw unknown(UNKNOWN_TOKEN);
    return role;
  }

  private async providersRole(token: string): Promise<Role | undefined> {
    return isSigned(token) ? this.provider?.roleOf(token) : undefined;
  }
}

function unknown(message: string): WeirError {
  return new WeirError('access.unknown', message);
}

function tokenOf({ headers }: IncomingMessage): string | undefined {
  const [, scheme, credentials] = /^(\S+) +(\S+) *$/.exec(headers.authorization ?? '') ?? [];
  switch (scheme?.toLowerCase()) {
    case 'bearer':
      return credentials;
    case 'basic': {
      const text = Buffer.from(credentials!, 'base64').toString();
      const colon = text.indexOf(':');
      return colon === -1 ? undefined : text.slice(colon + 1);
    }
    default:
      return undefined;
  }
}

/** Returns whether the token is a JSON Web Token: three segments. */
function isSigned(token: string): boolean {
  return /^[\w-]+\.[\w-]+\.[\w-]+$/.test(token);
}

/** Returns the most readable name in a verified JSON Web Token. */
function userIn(token: string): string | undefined {
  const claims = decodeJwt(token);
  const names = [claims['preferred_username'], claims['name'], claims['email'], claims.sub];
  return names.find((name): name is string => typeof name === 'string' && name !== '');
}
