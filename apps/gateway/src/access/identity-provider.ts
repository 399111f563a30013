/** Tokens of an OpenID Connect provider: signed by one of its keys, meant for this service, and not expired. */
import { WeirError } from '@weir/model';
import { createRemoteJWKSet, errors, jwtVerify, type JWTVerifyGetKey } from 'jose';
import { highest, type Role, ROLES } from './role.js';

export interface IdentityProviderOptions {
  /** As tokens name it; its configuration is at `/.well-known/openid-configuration` below. */
  readonly issuer: string;
  readonly audience: string | undefined;
  /** Where in a token the roles are, with dots between names: `realm_access.roles`. */
  readonly roleClaim: string;
}

const DISCOVERY_MILLIS = 10_000;
/** In front of roles where one provider serves many services. */
const PREFIX = /^weir[:.-]/;

export class IdentityProvider {
  private keys: Promise<JWTVerifyGetKey> | undefined = undefined;

  constructor(private readonly options: IdentityProviderOptions) {}

  /**
   * The role of a token's bearer; `undefined` for a token that does not hold, or gives none here. Rejects with
   * `access.unavailable` when the provider can't be reached.
   */
  async roleOf(token: string): Promise<Role | undefined> {
    const { issuer, audience, roleClaim } = this.options;
    const keys = await this.providersKeys();
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer,
        ...(audience === undefined ? {} : { audience }),
        requiredClaims: ['exp'],
      });
      return highest(rolesIn(claimAt(payload, roleClaim)));
    } catch (thrown) {
      if (thrown instanceof errors.JWKSTimeout || !(thrown instanceof errors.JOSEError))
        throw unavailable(thrown);
      return undefined;
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
    if (found.issuer !== issuer) throw new Error(`${address} is of the issuer ${String(found.issuer)}`);
    return createRemoteJWKSet(new URL(String(found.jwks_uri)));
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

/** A list, or words with spaces between, as in `scope`. */
function rolesIn(claim: unknown): Role[] {
  const names =
    typeof claim === 'string' ? claim.split(' ') : Array.isArray(claim) ? (claim as unknown[]) : [];
  return ROLES.filter(role =>
    names.some(name => typeof name === 'string' && name.replace(PREFIX, '') === role),
  );
}

function unavailable(cause: unknown): WeirError {
  const message = `The identity provider can't be asked: ${WeirError.from(cause).message}`;
  return new WeirError('access.unavailable', message, { cause });
}
