import { readFileSync } from 'node:fs';

/** Of its own module, as scripts ask for nothing else: nothing more is loaded for it. */
export function productVersion(): string {
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  return manifest.version;
}
