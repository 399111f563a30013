/** Translates the settings of a Kafka cluster for its client. The caller loads the client. */
import type { BaseOptions, SASLOptions } from '@platformatic/kafka';
import type { KafkaSecurity } from '../definition/kafka-source.js';
import { type Clock, type ErrorCode, messageOf, type OutgoingPolicy, WeirError } from '@weir/platform';
import {
  type KafkaProperties,
  kafkaPropertiesOf,
  kafkaPropertyComplaints,
  tlsOptionsOf,
} from './kafka-properties.js';
import { OAuthTokens } from '@weir/formats/http';

export interface KafkaTarget extends KafkaSecurity {
  readonly bootstrapServers: string;
}

export interface KafkaDependencies {
  readonly clock: Clock;
  readonly outgoing: OutgoingPolicy;
}

export interface KafkaConnection {
  readonly base: BaseOptions & { readonly bootstrapBrokers: string[] };
  /** @throws Error if a broker that the cluster names is not an allowed destination. */
  readonly checkBrokers: (
    brokers: Iterable<{ readonly host: string; readonly port: number }>,
  ) => Promise<void>;
  readonly properties: KafkaProperties;
}

const CLIENT_ID = 'weir';
/** The client's own retries; callers retry without limit. */
const RETRIES = 1;
const RETRY_MILLIS = 200;

/**
 * @param code of the error for an invalid definition.
 * @throws WeirError with that code and all errors.
 */
export async function kafkaConnection(
  target: KafkaTarget,
  role: 'consumer' | 'producer',
  code: ErrorCode,
  { clock, outgoing }: KafkaDependencies,
): Promise<KafkaConnection> {
  const { bootstrapServers, kafkaProperties } = target;
  const brokers = bootstrapServers.split(',').map(text => text.trim());
  const complaints = kafkaPropertyComplaints(kafkaProperties, role);
  for (const broker of brokers) {
    const port = Number(/^(?:\[[0-9a-fA-F:]+\]|[^\s:/]+):(\d{1,5})$/.exec(broker)?.[1]);
    if (!(port > 0 && port < 65_536)) complaints.push(`bootstrapServers: '${broker}' is not host:port`);
  }
  const checkBrokers: KafkaConnection['checkBrokers'] = async named => {
    for (const { host, port } of named) {
      const refusal = await outgoing.check(addressOf(host, port));
      if (refusal !== undefined) throw new Error(refusal);
    }
  };
  if (complaints.length === 0) {
    for (const broker of brokers) {
      const refusal = await outgoing.check(new URL(`kafka://${broker}`));
      if (refusal !== undefined) complaints.push(`bootstrapServers: ${refusal}`);
    }
  }
  if (complaints.length > 0) throw new WeirError(code, complaints.join('; '));
  const properties = kafkaPropertiesOf(kafkaProperties);
  const securityProtocol = target.securityProtocol ?? properties.securityProtocol ?? 'PLAINTEXT';
  const usesSasl = securityProtocol.startsWith('SASL_');
  const { numbers, clientId = CLIENT_ID } = properties;
  const requestTimeout = numbers.get('request.timeout.ms');
  const connectTimeout = numbers.get('socket.connection.setup.timeout.ms');
  const metadataMaxAge = numbers.get('metadata.max.age.ms');
  const base: KafkaConnection['base'] = {
    clientId,
    bootstrapBrokers: brokers,
    retries: RETRIES,
    retryDelay: numbers.get('retry.backoff.ms') ?? RETRY_MILLIS,
    ...(requestTimeout === undefined ? {} : { requestTimeout }),
    ...(connectTimeout === undefined ? {} : { connectTimeout }),
    ...(metadataMaxAge === undefined ? {} : { metadataMaxAge }),
    ...(usesSasl ? { sasl: saslOf(target, properties, code, { clock, outgoing }) } : {}),
  };
  if (securityProtocol !== 'SSL' && securityProtocol !== 'SASL_SSL')
    return { base, properties, checkBrokers };
  try {
    const tls = await tlsOptionsOf(withPasswords(properties.tls, target));
    return { base: { ...base, tls, tlsServerName: true }, properties, checkBrokers };
  } catch (cause) {
    const reason = messageOf(cause);
    throw new WeirError(code, `Cannot read the keys for TLS: ${reason}`, { cause });
  }
}

/** The typed secrets take precedence over those among the properties. */
function withPasswords(tls: ReadonlyMap<string, string>, target: KafkaTarget): ReadonlyMap<string, string> {
  const all = new Map(tls);
  const { sslKeyPassword, sslKeystorePassword, sslTruststorePassword } = target;
  if (sslKeyPassword !== undefined) all.set('ssl.key.password', sslKeyPassword);
  if (sslKeystorePassword !== undefined) all.set('ssl.keystore.password', sslKeystorePassword);
  if (sslTruststorePassword !== undefined) all.set('ssl.truststore.password', sslTruststorePassword);
  return all;
}

function saslOf(
  { saslJaasConfig }: KafkaTarget,
  { saslMechanism, saslJaas }: KafkaProperties,
  code: ErrorCode,
  dependencies: KafkaDependencies,
): SASLOptions {
  const login = saslJaasConfig ?? loginOf(saslJaas);
  switch (login?.type) {
    case 'PlainLogin':
      return { mechanism: 'PLAIN', username: login.username, password: login.password };
    case 'ScramLogin': {
      const mechanism = saslMechanism === 'SCRAM-SHA-256' ? 'SCRAM-SHA-256' : 'SCRAM-SHA-512';
      return { mechanism, username: login.username, password: login.password };
    }
    case 'OAuthBearerLogin': {
      const { tokenEndpointUrl } = login;
      const isUrl =
        tokenEndpointUrl !== undefined && /^https?:/.test(tokenEndpointUrl) && URL.canParse(tokenEndpointUrl);
      if (!isUrl)
        throw new WeirError(code, 'OAuthBearerLogin needs a tokenEndpointUrl, an http or https URL');
      const tokens = new OAuthTokens({ ...login, tokenEndpointUrl }, dependencies);
      return { mechanism: 'OAUTHBEARER', token: () => tokens.token() };
    }
    case undefined:
      throw new WeirError(
        code,
        saslJaas === undefined
          ? 'A securityProtocol with SASL needs a saslJaasConfig'
          : 'sasl.jaas.config must configure a PlainLoginModule or a ScramLoginModule with username and password',
      );
  }
}

/** @param host an IPv6 address may be in brackets. */
function addressOf(host: string, port: number): URL {
  return new URL(`kafka://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${port}`);
}

/** `...PlainLoginModule required username="a" password="b";` */
function loginOf(jaas: string | undefined): NonNullable<KafkaSecurity['saslJaasConfig']> | undefined {
  const kind = /\b(Plain|Scram)LoginModule\b/.exec(jaas ?? '')?.[1];
  const username = quoted('username', jaas);
  const password = quoted('password', jaas);
  if (kind === undefined || username === undefined || password === undefined) return undefined;
  return { type: kind === 'Plain' ? 'PlainLogin' : 'ScramLogin', username, password };
}

function quoted(name: string, jaas = ''): string | undefined {
  const match = new RegExp(`\\b${name}\\s*=\\s*"((?:[^"\\\\]|\\\\.)*)"`).exec(jaas);
  return match?.[1]?.replace(/\\(.)/g, '$1');
}
