/** Access tokens by client credentials (RFC 6749, section 4.4): a token is reused until shortly before it expires. */
import { type Clock, type OutgoingPolicy, policedConnector, shownUrl } from '@weir/platform';
import type { Agent } from 'undici';
import { responseText } from './response-text.js';

export interface OAuthLogin {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope?: string | undefined;
  readonly tokenEndpointUrl: string;
}

const EARLY_MILLIS = 30_000;
const TIMEOUT_MILLIS = 10_000;
const LARGEST_ANSWER_BYTES = 1024 * 1024;

export class OAuthTokens {
  private current: { readonly token: string; readonly until: number } | undefined;

  constructor(
    private readonly login: OAuthLogin,
    private readonly dependencies: {
      readonly clock: Clock;
      readonly outgoing: OutgoingPolicy;
      /** Maximum time for a complete response. */
      readonly patienceMillis?: number;
    },
  ) {}

  /** Discards the current token after it was rejected. */
  forget(): void {
    this.current = undefined;
  }

  /** Rejects if the endpoint returns no token. */
  async token(): Promise<string> {
    if (this.current !== undefined && this.dependencies.clock.now() < this.current.until)
      return this.current.token;
    const { Agent, buildConnector } = await import('undici');
    const { outgoing, patienceMillis = TIMEOUT_MILLIS } = this.dependencies;
    const agent = new Agent({ connect: policedConnector(buildConnector, outgoing) });
    const late = AbortSignal.timeout(patienceMillis);
    try {
      return await this.freshToken(agent, late);
    } catch (cause) {
      if (!late.aborted) throw cause;
      const where = shownUrl(this.login.tokenEndpointUrl);
      throw new Error(`${where} did not return a token within ${patienceMillis} ms`, { cause });
    } finally {
      await agent.destroy();
    }
  }

  private async freshToken(dispatcher: Agent, signal: AbortSignal): Promise<string> {
    const { clientId, clientSecret, scope, tokenEndpointUrl } = this.login;
    const { request } = await import('undici');
    const basic = [clientId, clientSecret].map(encodeURIComponent).join(':');
    const { statusCode, body } = await request(tokenEndpointUrl, {
      dispatcher,
      signal,
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
    });
    const where = shownUrl(tokenEndpointUrl);
    if (statusCode !== 200) {
      body.destroy();
      throw new Error(`${where} did not return a token: status ${statusCode}`);
    }
    const { access_token: token, expires_in: seconds } = fieldsOf(
      await responseText(body, LARGEST_ANSWER_BYTES),
    );
    if (typeof token !== 'string' || token === '') throw new Error(`${where} did not return a token`);
    // Some servers send a string.
    const lifetime = (Number(seconds) || 0) * 1000 - EARLY_MILLIS;
    this.current = { token, until: this.dependencies.clock.now() + lifetime };
    return token;
  }
}

/** A response that is not an object has no fields. */
function fieldsOf(answer: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(answer);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
