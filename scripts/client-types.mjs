/**
 * `npm run client-types`: what `@weir/client` knows of the API's paths, bodies and answers, made anew of the OpenAPI
 * documents. A test fails while it is not what they say.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import openapiTypes, { astToString } from 'openapi-typescript';
import { format, resolveConfig } from 'prettier';
import { COMPILER, ROOT } from './prepare.mjs';

const built = spawnSync(process.execPath, [join(ROOT, 'node_modules', COMPILER), '-b', 'packages/api'], {
  cwd: ROOT,
  stdio: 'inherit',
});
if (built.status !== 0) process.exit(1);

const { clientDocuments } = await import('../packages/api/dist/index.js');
for (const [version, document] of Object.entries(clientDocuments())) {
  const file = join(ROOT, 'packages/client/src/generated', `${version}.ts`);
  // Fields with defaults may be left out of requests, so they are no less optional than others.
  const types = astToString(await openapiTypes(JSON.stringify(document), { defaultNonNullable: false }));
  const used = types.replace(/^export type (?:webhooks|\$defs) = .*\n/gm, '');
  const text = await format(used, { ...(await resolveConfig(file)), filepath: file });
  const digest = createHash('sha256')
    .update(JSON.stringify(document) + '\n' + text)
    .digest('hex');
  writeFileSync(file, `// Made by \`npm run client-types\`; not to be edited.\n// ${digest}\n${text}`);
  process.stdout.write(`${file}\n`);
}
