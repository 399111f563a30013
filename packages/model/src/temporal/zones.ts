/**
 * Named time zones. The rules of the world's zones take a tenth of a second to load, so they are loaded when the
 * first name is met; offsets and UTC need none of them.
 */
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { ZoneId, ZoneOffset } from '@js-joda/core';

const require = createRequire(import.meta.url);
let loaded = false;

/** Loads the rules of named zones, once. Call before giving js-joda a name. */
export function ensureZones(): void {
  if (loaded) return;
  loaded = true;
  // An import would load them always.
  require(fileURLToPath(new URL('./zone-rules.cjs', import.meta.url)));
}

/** A zone by its name or offset (`Z`, `+02:00`, `UTC`, `Europe/Paris`), or `undefined` when there is none. */
export function zoneOf(name: string): ZoneId | undefined {
  try {
    const offset = /^(?:[Zz]|[+-].*)$/.test(name);
    if (offset) return ZoneOffset.of(name.toUpperCase());
    ensureZones();
    return ZoneId.of(name);
  } catch {
    // js-joda says "unknown" by throwing; here it is an answer.
    return undefined;
  }
}
