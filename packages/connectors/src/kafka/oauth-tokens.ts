/** Access tokens by client credentials (RFC 6749, section 4.4): one is used until shortly before it expires. */
import { type Clock, shownUrl } from '@weir/model';

export interface OAuthLogin {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope?: string | undefined;
  readonly tokenEndpointUrl: string;
}

const EARLY_MILLIS = 30_000;
const TIMEOUT_MILLIS = 10_000;

export class OAuthTokens {
  private current: { readonly token: string; readonly until: number } | undefined;

  constructor(
    private readonly login: OAuthLogin,
    private readonly clock: Clock,
  ) {}

  /** Rejects where the endpoint gives none. */
  async token(): Promise<string> {
    if (this.current !== undefined && this.clock.now() < this.current.until) return this.current.token;
    const { clientId, clientSecret, scope, tokenEndpointUrl } = this.login;
    const { request } = await import('undici');
    const basic = [clientId, clientSecret].map(encodeURIComponent).join(':');
    const { statusCode, body } = await request(tokenEndpointUrl, {
      method: 'POST',
      headers: {
        accept: 'application/json',
        authorization: `Basic ${Buffer.from(basic).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        ...(scope === undefined ? {} : { scope }),
      }).toString(),
      bodyTimeout: TIMEOUT_MILLIS,
      headersTimeout: TIMEOUT_MILLIS,
    });
    const where = shownUrl(tokenEndpointUrl);
    if (statusCode !== 200) {
      await body.dump();
      throw new Error(`${where} gives no token: status ${statusCode}`);
    }
    const { access_token: token, expires_in: seconds } = (await body.json()) as Record<string, unknown>;
    if (typeof token !== 'string' || token === '') throw new Error(`${where} gives no token`);
    const lifetime = typeof seconds === 'number' ? seconds * 1000 - EARLY_MILLIS : 0;
    this.current = { token, until: this.clock.now() + lifetime };
    return token;
  }
}
