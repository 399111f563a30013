/** Ways to log in to NATS. Plain data that can be sent to threads. */
import { credsAuthenticator, type NodeConnectionOptions, nkeyAuthenticator } from '@nats-io/transport-node';

export type NatsCredentials =
  | { readonly type: 'UserPassword'; readonly username: string; readonly password: string }
  | { readonly type: 'Token'; readonly token: string }
  /** Seed of a user, SU... */
  | { readonly type: 'NKey'; readonly seed: string }
  /** Content of a .creds file. */
  | { readonly type: 'CredentialsFile'; readonly content: string };

export type NatsLogin = Pick<NodeConnectionOptions, 'user' | 'pass' | 'token' | 'authenticator'>;

/** Login of the NATS client. */
export function natsLogin(credentials: NatsCredentials | undefined): NatsLogin {
  const bytes = (text: string) => new TextEncoder().encode(text);
  switch (credentials?.type) {
    case undefined:
      return {};
    case 'UserPassword':
      return { user: credentials.username, pass: credentials.password };
    case 'Token':
      return { token: credentials.token };
    case 'NKey':
      return { authenticator: nkeyAuthenticator(bytes(credentials.seed.trim())) };
    case 'CredentialsFile':
      return { authenticator: credsAuthenticator(bytes(credentials.content)) };
  }
}
