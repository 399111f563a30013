/**
 * Properties of Kafka's Java clients, for users with an existing configuration. Those with an equivalent are
 * translated; all others are rejected by name, because a silently ignored property would be misleading.
 */
import { readFile } from 'node:fs/promises';
import type { ConnectionOptions } from 'node:tls';

export interface KafkaProperties {
  /** Validated whole numbers of at least zero, keyed by the Java property. */
  readonly numbers: ReadonlyMap<string, number>;
  readonly clientId: string | undefined;
  readonly groupId: string | undefined;
  readonly groupInstanceId: string | undefined;
  readonly readsCommitted: boolean;
  readonly acks: 'all' | '0' | '1' | undefined;
  readonly compression: string | undefined;
  readonly securityProtocol: string | undefined;
  readonly saslMechanism: string | undefined;
  readonly saslJaas: string | undefined;
  /** TLS properties. */
  readonly tls: ReadonlyMap<string, string>;
}

const OF_BOTH = [
  'client.id',
  'request.timeout.ms',
  'reconnect.backoff.ms',
  'reconnect.backoff.max.ms',
  'retry.backoff.ms',
  'metadata.max.age.ms',
  'socket.connection.setup.timeout.ms',
  'sasl.mechanism',
  'sasl.jaas.config',
  'ssl.truststore.type',
  'ssl.truststore.location',
  'ssl.truststore.certificates',
  'ssl.truststore.password',
  'ssl.keystore.type',
  'ssl.keystore.location',
  'ssl.keystore.password',
  'ssl.keystore.key',
  'ssl.keystore.certificate.chain',
  'ssl.key.password',
  'ssl.endpoint.identification.algorithm',
  'ssl.protocol',
  'ssl.enabled.protocols',
];

const KNOWN = {
  consumer: new Set([
    ...OF_BOTH,
    'group.id',
    'group.instance.id',
    'session.timeout.ms',
    'heartbeat.interval.ms',
    'max.poll.interval.ms',
    'max.poll.records',
    'fetch.min.bytes',
    'fetch.max.bytes',
    'fetch.max.wait.ms',
    'max.partition.fetch.bytes',
    'isolation.level',
  ]),
  producer: new Set([...OF_BOTH, 'security.protocol', 'acks', 'compression.type', 'enable.idempotence']),
} as const;

const INSTEAD: Readonly<Record<string, string>> = {
  'bootstrap.servers': 'use bootstrapServers',
  'security.protocol': 'use securityProtocol',
  'auto.offset.reset': 'use autoOffsetReset',
  'enable.auto.commit': 'use offsetCommitting',
  'auto.commit.interval.ms': 'use offsetCommitting',
  'key.deserializer': 'keys are ignored',
  'value.deserializer': 'use format',
  'key.serializer': 'keys are strings',
  'value.serializer': 'use the format of the output',
};

const NUMBERS = /\.(ms|bytes|records)$/;
const ENUMERATED: Readonly<Record<string, readonly string[]>> = {
  'security.protocol': ['PLAINTEXT', 'SSL', 'SASL_SSL', 'SASL_PLAINTEXT'],
  'isolation.level': ['read_uncommitted', 'read_committed'],
  acks: ['all', '-1', '0', '1'],
  'compression.type': ['none', 'gzip', 'snappy', 'lz4', 'zstd'],
  'enable.idempotence': ['true'],
  'sasl.mechanism': ['PLAIN', 'SCRAM-SHA-256', 'SCRAM-SHA-512', 'OAUTHBEARER'],
  'ssl.truststore.type': ['PEM'],
  'ssl.keystore.type': ['PEM', 'PKCS12'],
  'ssl.endpoint.identification.algorithm': ['', 'https', 'HTTPS'],
  'ssl.protocol': ['TLSv1.2', 'TLSv1.3'],
};

/** @returns the errors of the properties, one text each; reads no files. */
export function kafkaPropertyComplaints(
  properties: Readonly<Record<string, string>>,
  role: keyof typeof KNOWN,
): string[] {
  const complaints: string[] = [];
  for (const [name, value] of Object.entries(properties)) {
    const complaint = complaintAbout(name, value, role);
    if (complaint !== undefined) complaints.push(complaint);
  }
  return complaints;
}

function complaintAbout(name: string, value: string, role: keyof typeof KNOWN): string | undefined {
  if (name.endsWith('sasl.jaas.config') && /JndiLoginModule/i.test(value))
    return `${name} must not name the JNDI login module`;
  const instead = INSTEAD[name];
  const isKnown = KNOWN[role].has(name);
  if (instead !== undefined && !isKnown) return `${name} is not allowed in kafkaProperties: ${instead}`;
  if (!isKnown) return `${name} is unknown, or has no equivalent here: remove it from kafkaProperties`;
  if (NUMBERS.test(name) && !/^\d{1,9}$/.test(value.trim()))
    return `${name} must be a whole number, not '${value}'`;
  const words = ENUMERATED[name];
  if (words !== undefined && !words.includes(value))
    return `${name} must be ${words.map(word => `'${word}'`).join(', ')}, not '${value}'`;
  return undefined;
}

/** Translates properties that have no errors. */
export function kafkaPropertiesOf(properties: Readonly<Record<string, string>>): KafkaProperties {
  const numbers = new Map<string, number>();
  const tls = new Map<string, string>();
  for (const [name, value] of Object.entries(properties)) {
    if (NUMBERS.test(name)) numbers.set(name, Number(value));
    if (name.startsWith('ssl.')) tls.set(name, value);
  }
  const acks = properties['acks'];
  return {
    numbers,
    clientId: properties['client.id'],
    groupId: properties['group.id'],
    groupInstanceId: properties['group.instance.id'],
    readsCommitted: properties['isolation.level'] === 'read_committed',
    acks: acks === '-1' ? 'all' : (acks as KafkaProperties['acks']),
    compression: properties['compression.type'],
    securityProtocol: properties['security.protocol'],
    saslMechanism: properties['sasl.mechanism'],
    saslJaas: properties['sasl.jaas.config'],
    tls,
  };
}

/** Returns the options for Node's TLS. Rejects if a file cannot be read. */
export async function tlsOptionsOf(tls: ReadonlyMap<string, string>): Promise<ConnectionOptions> {
  const options: ConnectionOptions = {};
  const certificates =
    tls.get('ssl.truststore.certificates') ?? (await textAt(tls.get('ssl.truststore.location')));
  if (certificates !== undefined) options.ca = certificates;
  const key = tls.get('ssl.keystore.key');
  const store = tls.get('ssl.keystore.location');
  if (key !== undefined) {
    options.key = key;
    const chain = tls.get('ssl.keystore.certificate.chain');
    if (chain !== undefined) options.cert = chain;
  } else if (store !== undefined && tls.get('ssl.keystore.type') === 'PEM') {
    options.key = options.cert = (await textAt(store))!;
  } else if (store !== undefined) {
    options.pfx = await readFile(store);
  }
  const passphrase =
    options.pfx === undefined ? tls.get('ssl.key.password') : tls.get('ssl.keystore.password');
  if (passphrase !== undefined) options.passphrase = passphrase;
  // As in Java, an empty name disables the check that the certificate matches the host.
  if (tls.get('ssl.endpoint.identification.algorithm') === '') options.checkServerIdentity = () => undefined;
  const versions = tls.get('ssl.enabled.protocols')?.split(',').sort() ?? [];
  const [least] = versions;
  if (least === 'TLSv1.2' || least === 'TLSv1.3') options.minVersion = least;
  const version = tls.get('ssl.protocol');
  if (version === 'TLSv1.2' || version === 'TLSv1.3') options.maxVersion = version;
  return options;
}

async function textAt(path: string | undefined): Promise<string | undefined> {
  return path === undefined ? undefined : readFile(path, 'utf8');
}
