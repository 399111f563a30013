/** Reads the TLS files that the configuration names. */
import { createSecureContext } from 'node:tls';
import type { ServerOptions } from 'node:https';
import { WeirError } from '@weir/platform';
import { namedFile } from '../config/named-file.js';
import type { Config } from '../config/settings.js';

/** `undefined`: TLS is not enabled. @throws WeirError `config.invalid` */
export function tlsOf(config: Config): ServerOptions | undefined {
  const keystore = config['webserver.tls.keystore'];
  if (!config['webserver.use-tls']) {
    if (config['webserver.use-mtls.enabled']) throw invalid('webserver.use-mtls needs webserver.use-tls');
    return undefined;
  }
  const options: ServerOptions = {
    ...(keystore === undefined ? ownFiles(config) : { pfx: namedFile(keystore) }),
    ...passphrase(config['webserver.tls.keystore-password']),
    ...clientsAuthority(config),
  };
  try {
    createSecureContext(options);
  } catch (cause) {
    throw invalid(`the files of webserver.tls cannot be used: ${WeirError.from(cause).message}`);
  }
  return options;
}

function ownFiles(config: Config): ServerOptions {
  const certificate = config['webserver.tls.certificate'];
  const key = config['webserver.tls.key'];
  if (certificate === undefined || key === undefined) {
    throw invalid('webserver.use-tls needs webserver.tls.certificate and .key, or webserver.tls.keystore');
  }
  return { cert: namedFile(certificate), key: namedFile(key) };
}

function passphrase(password: string | undefined): ServerOptions {
  return password === undefined ? {} : { passphrase: password };
}

/** The authority that must have issued client certificates. */
function clientsAuthority(config: Config): ServerOptions {
  if (!config['webserver.use-mtls.enabled']) return {};
  const path = config['webserver.use-mtls.trust-store.path'];
  if (path === undefined) throw invalid('webserver.use-mtls needs webserver.use-mtls.trust-store.path');
  const ca = namedFile(path);
  if (!ca.includes('-----BEGIN CERTIFICATE-----')) {
    throw invalid(`webserver.use-mtls.trust-store.path: ${path} contains no PEM certificates`);
  }
  return { ca, requestCert: true, rejectUnauthorized: true };
}

function invalid(message: string): WeirError {
  return new WeirError('config.invalid', `Configuration error: ${message}`);
}
