/** Settings of a NATS server whose users have tokens signed by an account, which its operator has signed. */
import { nkeys } from '@nats-io/transport-node';

type KeyPair = ReturnType<typeof nkeys.createUser>;

export interface NatsOperator {
  /** Lines of the server's configuration. */
  readonly lines: readonly string[];
  /** Contents of a user's .creds file. */
  readonly credentials: string;
}

const UNLIMITED = {
  ...{ subs: -1, data: -1, payload: -1, imports: -1, exports: -1, wildcards: true, conn: -1, leaf: -1 },
  ...{ mem_storage: -1, disk_storage: -1, streams: -1, consumer: -1 },
};

export function natsOperator(): NatsOperator {
  const operator = nkeys.createOperator();
  const [account, system] = [nkeys.createAccount(), nkeys.createAccount()];
  const user = nkeys.createUser();
  const { mem_storage: _, disk_storage: __, streams: ___, consumer: ____, ...plain } = UNLIMITED;
  const signed = (of: KeyPair, limits: object): string => signedBy(operator, of, { type: 'account', limits });
  const token = signedBy(account, user, { type: 'user', subs: -1, data: -1, payload: -1 });
  return {
    lines: [
      `operator: ${signedBy(operator, operator, { type: 'operator' })}`,
      `system_account: ${system.getPublicKey()}`,
      'resolver: MEMORY',
      'resolver_preload: {',
      `  ${account.getPublicKey()}: ${signed(account, UNLIMITED)}`,
      `  ${system.getPublicKey()}: ${signed(system, plain)}`,
      '}',
    ],
    credentials: `-----BEGIN NATS USER JWT-----
${token}
------END NATS USER JWT------

-----BEGIN USER NKEY SEED-----
${Buffer.from(user.getSeed()).toString()}
------END USER NKEY SEED------
`,
  };
}

function signedBy(issuer: KeyPair, subject: KeyPair, nats: object): string {
  const name = subject.getPublicKey();
  const claims = {
    ...{ jti: name, iat: 1_700_000_000, iss: issuer.getPublicKey(), name, sub: name },
    nats: { version: 2, ...nats },
  };
  const head = `${part({ typ: 'JWT', alg: 'ed25519-nkey' })}.${part(claims)}`;
  return `${head}.${Buffer.from(issuer.sign(Buffer.from(head))).toString('base64url')}`;
}

function part(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
