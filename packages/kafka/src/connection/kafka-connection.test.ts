import { OPEN_RULES, OutgoingPolicy } from '@weir/platform';
import { TestEnvironment } from '@weir/platform/testing';
import { kafkaConnection, type KafkaTarget } from './kafka-connection.js';

const { clock } = new TestEnvironment();
const outgoing = new OutgoingPolicy({ ...OPEN_RULES, deny: ['denied.example'] });

function connection(fields: Partial<KafkaTarget>, role: 'consumer' | 'producer' = 'consumer') {
  const target = { bootstrapServers: 'a:1', kafkaProperties: {}, ...fields };
  return kafkaConnection(target, role, 'ingest.invalid', { clock, outgoing });
}

test('translates brokers, properties and logins for the client', async () => {
  const { base, properties } = await connection({
    bootstrapServers: 'a:1, [::1]:9092',
    securityProtocol: 'SASL_PLAINTEXT',
    saslJaasConfig: { type: 'ScramLogin', username: 'u', password: 'p' },
    kafkaProperties: {
      'client.id': 'me',
      'request.timeout.ms': '1000',
      'session.timeout.ms': '7000',
      'isolation.level': 'read_committed',
    },
  });
  expect(base).toMatchObject({
    clientId: 'me',
    bootstrapBrokers: ['a:1', '[::1]:9092'],
    requestTimeout: 1000,
    sasl: { mechanism: 'SCRAM-SHA-512', username: 'u', password: 'p' },
  });
  expect(properties).toMatchObject({ readsCommitted: true });
  expect(properties.numbers.get('session.timeout.ms')).toBe(7000);
});

test('reads the login of a Java client, including quoted values', async () => {
  const line = String.raw`org.apache.kafka.common.security.plain.PlainLoginModule required username="u" password="p\"\\q";`;
  const kafkaProperties = { 'sasl.jaas.config': line };
  const { base } = await connection({ securityProtocol: 'SASL_SSL', kafkaProperties });
  expect(base).toMatchObject({
    sasl: { mechanism: 'PLAIN', username: 'u', password: String.raw`p"\q` },
    tls: {},
  });
});

test.each<[fields: Partial<KafkaTarget>, ...complaints: string[]]>([
  [{ bootstrapServers: 'a' }, "'a' is not host:port"],
  [{ bootstrapServers: 'a:1,b:0' }, "'b:0' is not host:port"],
  [
    { kafkaProperties: { 'bootstrap.servers': 'x', 'fetch.min.bytez': '1', 'group.protocol': 'consumer' } },
    'bootstrap.servers is not allowed in kafkaProperties: use bootstrapServers; fetch.min.bytez is unknown',
    'group.protocol is unknown, or has no equivalent here',
  ],
  [{ kafkaProperties: { 'security.protocol': 'SSL' } }, 'use securityProtocol'],
  [{ kafkaProperties: { 'enable.auto.commit': 'true' } }, 'use offsetCommitting'],
  [
    { kafkaProperties: { 'session.timeout.ms': '1s' } },
    "session.timeout.ms must be a whole number, not '1s'",
  ],
  [{ kafkaProperties: { 'isolation.level': 'none' } }, "isolation.level must be 'read_uncommitted'"],
  [{ kafkaProperties: { 'ssl.keystore.type': 'JKS' } }, "ssl.keystore.type must be 'PEM', 'PKCS12'"],
  [
    { kafkaProperties: { 'x.sasl.jaas.config': 'com.sun.security.auth.module.JndiLoginModule required;' } },
    'must not name the JNDI login module',
  ],
  [{ bootstrapServers: 'denied.example:9092' }, 'denied.example is not an allowed destination'],
  [{ securityProtocol: 'SASL_SSL' }, 'needs a saslJaasConfig'],
  [
    { securityProtocol: 'SASL_SSL', kafkaProperties: { 'sasl.jaas.config': 'Krb5LoginModule required;' } },
    'PlainLoginModule or a ScramLoginModule',
  ],
  [
    {
      securityProtocol: 'SASL_SSL',
      saslJaasConfig: {
        type: 'OAuthBearerLogin',
        clientId: 'c',
        clientSecret: 's',
        tokenEndpointUrl: 'file:///x',
      },
    },
    'tokenEndpointUrl, an http or https URL',
  ],
  [
    { securityProtocol: 'SSL', kafkaProperties: { 'ssl.truststore.location': '/nowhere/ca.pem' } },
    'Cannot read the keys for TLS',
  ],
])('rejects %j', async (fields, ...complaints) => {
  const error = await connection(fields).catch((reason: unknown) => reason as Error);
  for (const complaint of complaints) expect((error as Error).message).toContain(complaint);
  expect(error).toMatchObject({ code: 'ingest.invalid' });
});

test('a producer sets the protocol by a property', async () => {
  const kafkaProperties = { 'security.protocol': 'SSL', acks: 'all' };
  expect((await connection({ kafkaProperties }, 'producer')).base.tls).toBeDefined();
});

test('applies the connection policy to brokers that the cluster names', async () => {
  const { checkBrokers } = await connection({});
  await checkBrokers([
    { host: '127.0.0.1', port: 9092 },
    { host: '::1', port: 1 },
  ]);
  const metadata = [{ host: '169.254.169.254', port: 80 }];
  await expect(checkBrokers(metadata)).rejects.toThrow('is not an allowed destination');
});
