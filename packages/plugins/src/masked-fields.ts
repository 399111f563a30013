import { SECRET_MASK } from '@weir/platform';
import type { SecretFields } from './fields.js';

/** Returns the definition with its secrets masked. */
export function maskedFields<D extends object>(definition: D, secrets: SecretFields = []): D {
  return secrets.reduce((masked, path) => maskedAt(masked, path.split('.')), definition);
}

function maskedAt<D extends object>(value: D, [name = '', ...rest]: readonly string[]): D {
  if (!Object.hasOwn(value, name)) return value;
  const inner = (value as Record<string, unknown>)[name];
  if (inner === undefined) return value;
  if (rest.length === 0) return { ...value, [name]: SECRET_MASK };
  return typeof inner === 'object' && inner !== null ? { ...value, [name]: maskedAt(inner, rest) } : value;
}
