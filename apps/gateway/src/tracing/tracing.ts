/** Opens tracing if it is configured. */
import { type Logger, WeirError } from '@weir/platform';
import type { Config } from '../config/settings.js';
import { productVersion } from '../system/product-version.js';
import type * as Module from './otlp-tracing.js';
import type { RequestTracing } from './request-tracing.js';

/** `undefined`: tracing is off, and nothing is loaded for it. @throws WeirError `config.invalid` */
export async function openTracing(config: Config, logger: Logger): Promise<RequestTracing | undefined> {
  const endpoint = config['tracing.endpoint'];
  if (endpoint === undefined) return undefined;
  const headers = Object.fromEntries(config['tracing.headers'].map(headerOf));
  const { OtlpTracing } = await loadTracing(endpoint);
  const sample = config['tracing.sample'];
  return new OtlpTracing({ endpoint, headers, sample, version: productVersion(), logger });
}

/** The bundled program contains the packages; a program that imports this package installs them. */
async function loadTracing(endpoint: string): Promise<typeof Module> {
  try {
    return await import('./otlp-tracing.js');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw cause;
    const names = ['exporter-trace-otlp-http', 'resources', 'sdk-trace-base'].map(
      name => `@opentelemetry/${name}`,
    );
    const message = `Cannot send traces to ${endpoint}: packages are not installed. Run: npm install ${names.join(' ')}`;
    throw new WeirError('config.invalid', message, { cause });
  }
}

function headerOf(text: string): [name: string, value: string] {
  const at = text.indexOf('=');
  if (at > 0) return [text.slice(0, at), text.slice(at + 1)];
  throw new WeirError('config.invalid', 'Configuration error: tracing.headers expects NAME=VALUE');
}
