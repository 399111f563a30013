/** Opens tracing if it is configured. */
import { type Logger, WeirError } from '@weir/platform';
import type { Config } from '../config/settings.js';
import { productVersion } from '../system/product-version.js';
import type { RequestTracing } from './request-tracing.js';

/** `undefined`: tracing is off, and nothing is loaded for it. @throws WeirError `config.invalid` */
export async function openTracing(config: Config, logger: Logger): Promise<RequestTracing | undefined> {
  const endpoint = config['tracing.endpoint'];
  if (endpoint === undefined) return undefined;
  const headers = Object.fromEntries(config['tracing.headers'].map(headerOf));
  const { OtlpTracing } = await import('./otlp-tracing.js');
  const sample = config['tracing.sample'];
  return new OtlpTracing({ endpoint, headers, sample, version: productVersion(), logger });
}

function headerOf(text: string): [name: string, value: string] {
  const at = text.indexOf('=');
  if (at > 0) return [text.slice(0, at), text.slice(at + 1)];
  throw new WeirError('config.invalid', 'Configuration error: tracing.headers expects NAME=VALUE');
}
