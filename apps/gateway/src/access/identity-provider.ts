/** Tokens of an OpenID Connect provider: signed by one of its keys, issued for this service, and not expired. */
import { WeirError } from '@weir/platform';
import { createRemoteJWKSet, errors, jwtVerify, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import { highest, type Role, ROLES } from './role.js';
import { UNKNOWN_TOKEN } from './unknown-token.js';

export interface IdentityProviderOptions {
  /** The issuer as tokens name it; its configuration is at `/.well-known/openid-configuration` below this URL. */
  readonly issuer: string;
  readonly audience: string | undefined;
  /** Path of the roles in a token, with dots between names: `realm_access.roles`. */
  readonly roleClaim: string;
}

const DISCOVERY_MILLIS = 10_000;
/** Keys are fetched again after ten minutes, and for a token signed by an unknown key, but not more often than this. */
const MILLIS_BETWEEN_KEYS = 5000;
/** Prefix of roles if one provider serves several services. */
const PREFIX = /^weir[:.-]/;

export class IdentityProvider {
  private keys: Promise<JWTVerifyGetKey> | undefined = undefined;

  constructor(private readonly options: IdentityProviderOptions) {}

  /**
   * Returns the role of a token. Rejects with `access.unknown` for an invalid token, `access.denied` for a token
   * without a role here, `access.unavailable` when the provider cannot be reached. Only errors of tokens that the
   * provider has signed are described.
   */
  async roleOf(token: string): Promise<Role> {
    const payload = await this.verified(token);
    const { roleClaim } = this.options;
    const role = highest(rolesIn(claimAt(payload, roleClaim)));
    if (role !== undefined) return role;
    const names = ROLES.map(name => `"${name}"`).join(', ');
    throw new WeirError(
      'access.denied',
      `The token grants no role: its claim ${roleClaim} contains none of ${names}`,
    );
  }

  private async verified(token: string): Promise<JWTPayload> {
    const { issuer, audience } = this.options;
    const keys = await this.providersKeys();
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer,
        ...(audience === undefined ? {} : { audience }),
        requiredClaims: ['exp'],
      });
      return payload;
    } catch (thrown) {
      if (isOfProvider(thrown)) throw unavailable(thrown);
      throw new WeirError('access.unknown', whyNot(thrown), { cause: thrown });
    }
  }

  private providersKeys(): Promise<JWTVerifyGetKey> {
    this.keys ??= this.discover().catch((thrown: unknown) => {
      this.keys = undefined;
      throw unavailable(thrown);
    });
    return this.keys;
  }

  private async discover(): Promise<JWTVerifyGetKey> {
    const { issuer } = this.options;
    const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    const response = await fetch(address, {
      signal: AbortSignal.timeout(DISCOVERY_MILLIS),
      redirect: 'error',
    });
    if (!response.ok) throw new Error(`${address} answers ${response.status}`);
    const found = (await response.json()) as { issuer?: unknown; jwks_uri?: unknown };
    if (found.issuer !== issuer) throw new Error(`${address} belongs to the issuer ${String(found.issuer)}`);
    return createRemoteJWKSet(new URL(String(found.jwks_uri)), { cooldownDuration: MILLIS_BETWEEN_KEYS });
  }
}

/** Whether the keys could not be fetched, as opposed to an invalid token. Such errors do not have a separate class. */
function isOfProvider(thrown: unknown): boolean {
  if (!(thrown instanceof errors.JOSEError)) return true;
  const { code } = thrown;
  return (
    code === errors.JOSEError.code || code === errors.JWKSTimeout.code || code === errors.JWKSInvalid.code
  );
}

function whyNot(thrown: unknown): string {
  if (thrown instanceof errors.JWTExpired) return 'The token has expired';
  if (!(thrown instanceof errors.JWTClaimValidationFailed)) return UNKNOWN_TOKEN;
  switch (thrown.claim) {
    case 'aud':
      return 'The token is for another audience than this server';
    case 'nbf':
      return 'The token is not valid yet';
    case 'exp':
      return 'The token has no expiry time; use a token that expires';
    default:
      return UNKNOWN_TOKEN;
  }
}

function claimAt(payload: object, path: string): unknown {
  if (Object.hasOwn(payload, path)) return (payload as Readonly<Record<string, unknown>>)[path];
  let at: unknown = payload;
  for (const name of path.split('.')) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined;
    at = (at as Readonly<Record<string, unknown>>)[name];
  }
  return at;
}

/** A list, or words separated by spaces, as in `scope`. */
function rolesIn(claim: unknown): Role[] {
  const names =
    typeof claim === 'string' ? claim.split(' ') : Array.isArray(claim) ? (claim as unknown[]) : [];
  return ROLES.filter(role =>
    names.some(name => typeof name === 'string' && name.replace(PREFIX, '') === role),
  );
}

function unavailable(cause: unknown): WeirError {
  const message = `Cannot reach the identity provider: ${WeirError.from(cause).message}`;
  return new WeirError('access.unavailable', message, { cause });
}
