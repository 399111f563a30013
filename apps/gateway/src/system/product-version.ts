import { readFileSync } from 'node:fs';

/** In its own module so that scripts which request the version load nothing else. */
export function productVersion(): string {
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  return manifest.version;
}
