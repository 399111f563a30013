/**
 * Checks the OpenAPI documents, as the gateway serves them, with a public linter. `npm run check` runs it; it needs no
 * network.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const api = await import('../../packages/api/dist/index.js');
const enveloped = new Set(api.v2EnvelopedEndpoints);
const shared = { title: 'Weir', version: '0', description: 'Weir', servers: ['/'] };
const documents = {
  v1: api.openApiDocument(api.v1Endpoints, { ...shared, basePath: api.V1_BASE_PATH }),
  v2: api.openApiDocument([...api.v2Endpoints, ...api.v2EnvelopedEndpoints], {
    ...shared,
    basePath: api.V2_BASE_PATH,
    errorSchema: endpoint => (enveloped.has(endpoint) ? api.envelopedErrorsSchema : api.v2ErrorSchema),
  }),
};
const folder = mkdtempSync(join(tmpdir(), 'weir-api-'));
try {
  const files = Object.entries(documents).map(([version, document]) => {
    const file = join(folder, `${version}.json`);
    writeFileSync(file, JSON.stringify(document));
    return file;
  });
  // A union that may grow is written as a choice with a single schema.
  const rules = 'rules: { no-illogical-composition-keywords: off }';
  writeFileSync(join(folder, 'redocly.yaml'), `extends: [recommended]\n${rules}\n`);
  const { status } = spawnSync(
    process.execPath,
    [fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js')), 'lint', ...files, '--format=stylish'],
    {
      cwd: folder,
      stdio: 'inherit',
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    },
  );
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
