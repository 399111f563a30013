/** Returns Kafka login settings for display: secrets are never returned. */
import { SECRET_MASK, shownUrl } from '@weir/platform';
import type { KafkaSecurity } from './kafka-source.js';

type Login = NonNullable<KafkaSecurity['saslJaasConfig']>;

/** Properties that hold a secret. */
const SECRET = /password|secret|jaas|token|ssl\.keystore\.key$/i;

export function maskedKafka<T extends KafkaSecurity>(security: T): T {
  const masked = { ...security };
  for (const key of ['sslKeystorePassword', 'sslTruststorePassword', 'sslKeyPassword'] as const) {
    if (masked[key] !== undefined) masked[key] = SECRET_MASK;
  }
  if (masked.saslJaasConfig !== undefined) masked.saslJaasConfig = maskedLogin(masked.saslJaasConfig);
  masked.kafkaProperties = Object.fromEntries(
    Object.entries(security.kafkaProperties).map(([name, value]) => [
      name,
      SECRET.test(name) ? SECRET_MASK : value,
    ]),
  );
  return masked;
}

function maskedLogin(login: Login): Login {
  if (login.type !== 'OAuthBearerLogin') return { ...login, password: SECRET_MASK };
  const { tokenEndpointUrl } = login;
  return {
    ...login,
    clientSecret: SECRET_MASK,
    ...(tokenEndpointUrl === undefined ? {} : { tokenEndpointUrl: shownUrl(tokenEndpointUrl) }),
  };
}
