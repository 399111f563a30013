import { MEDIA_TYPES, type Endpoint } from './endpoint.js';
import { openApiDocument } from './openapi.js';
import { allOperations } from './operations/operations.js';
import { V1_BASE_PATH, v1Endpoints } from './v1/endpoints.js';
import { V2_BASE_PATH, v2Endpoints } from './v2/endpoints.js';
import { v2EnvelopedEndpoints } from './v2/enveloped/endpoints.js';

const v1: readonly Endpoint[] = v1Endpoints;
const v2: readonly Endpoint[] = [...v2Endpoints, ...v2EnvelopedEndpoints];
const endpoints = [...v1, ...v2];

const documentOf = (of: readonly Endpoint[], basePath: string) =>
  openApiDocument(of, { title: 'Weir', version: '0', description: '', basePath, servers: ['/'] });

const v1Document = documentOf(v1, V1_BASE_PATH);
const v2Document = documentOf(v2, V2_BASE_PATH);

test('every endpoint has an id of its own in its version', () => {
  for (const version of [v1, v2]) expect(new Set(version.map(({ id }) => id)).size).toBe(version.length);
});

test('every operation is served, and nothing else is', () => {
  const served = new Set(
    endpoints.flatMap(({ operation, upgrade }) => (upgrade ? [operation, upgrade.operation] : [operation])),
  );
  expect([...served].sort()).toEqual(Object.keys(allOperations).sort());
});

test.each(endpoints.map(endpoint => [endpoint.id, endpoint] as const))('%s is documented', (id, endpoint) => {
  const [document, basePath] = v1.includes(endpoint)
    ? [v1Document, V1_BASE_PATH]
    : [v2Document, V2_BASE_PATH];
  const operation = document.paths[basePath + endpoint.path]?.[endpoint.method];
  expect(operation?.operationId).toBe(id);
  expect(operation?.summary).not.toBe('');
  const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(match => match[1]);
  const documented = (operation?.parameters ?? []).flatMap(parameter =>
    'in' in parameter && parameter.in === 'path' ? [parameter.name] : [],
  );
  expect(documented).toEqual(inPath);
  const body = operation?.requestBody;
  const mediaTypes = body && 'content' in body ? Object.keys(body.content) : [];
  expect(mediaTypes).toEqual(endpoint.body ? MEDIA_TYPES[endpoint.body.kind] : []);
});

test.each([
  ['version 1', v1Document],
  ['version 2', v2Document],
])('every reference of %s points at a schema that is there', (_name, document) => {
  const schemas = new Set(Object.keys(document.components?.schemas ?? {}));
  const references = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(
    m => m[1]!,
  );
  expect(references.length).toBeGreaterThan(0);
  expect(references.filter(name => !schemas.has(name))).toEqual([]);
});

test.each([
  ['version 1', v1Document],
  ['version 2', v2Document],
])('what linters ask of %s', (_name, document) => {
  expect(document).toMatchObject({
    security: [{}, { bearer: [] }, { basic: [] }],
    info: { license: { name: 'Apache-2.0' } },
  });
  const vain: unknown[] = [];
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if ('nullable' in value && !('type' in value)) vain.push(value);
    Object.values(value).forEach(look);
  };
  look(document);
  expect(vain).toEqual([]);
  for (const operation of Object.values(document.paths).flatMap(item => Object.values(item as object))) {
    const statuses = Object.keys((operation as { responses: object }).responses);
    expect(statuses.some(status => status.startsWith('4'))).toBe(true);
    expect(statuses.some(status => status.startsWith('2') || status === 'default')).toBe(true);
  }
});

test('defaults are shown, and fields with a default are not required', () => {
  const definition = v1Document.components?.schemas?.['StandingQueryDefinition'];
  expect(definition).toMatchObject({
    required: ['pattern'],
    properties: {
      includeCancellations: { type: 'boolean' },
      inputBufferSize: { default: 32 },
    },
  });
});

test('examples fit their schemas', () => {
  for (const endpoint of endpoints) {
    if (endpoint.body?.example === undefined) continue;
    expect({ id: endpoint.id, ...endpoint.body.schema.safeParse(endpoint.body.example) }).toMatchObject({
      id: endpoint.id,
      success: true,
    });
  }
});
