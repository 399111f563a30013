/**
 * Named time zones. Loading the zone rules takes a tenth of a second, so they are loaded on the first use of a name;
 * offsets and UTC don't need them.
 */
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { ZoneId, ZoneOffset } from '@js-joda/core';

const require = createRequire(import.meta.url);
let loaded = false;

/** Loads the rules of named zones, once. Call before passing a zone name to js-joda. */
export function ensureZones(): void {
  if (loaded) return;
  loaded = true;
  // A static import would always load them.
  require(fileURLToPath(new URL('./zone-rules.cjs', import.meta.url)));
}

/** Returns a zone by its name or offset (`Z`, `+02:00`, `UTC`, `Europe/Paris`), or `undefined` if there is none. */
export function zoneOf(name: string): ZoneId | undefined {
  try {
    const offset = /^(?:[Zz]|[+-].*)$/.test(name);
    if (offset) return ZoneOffset.of(name.toUpperCase());
    ensureZones();
    return ZoneId.of(name);
  } catch {
    // js-joda throws for an unknown zone; here that is a valid result.
    return undefined;
  }
}
