import { MEDIA_TYPES, type Endpoint } from './endpoint.js';
import { openApiDocument } from './openapi.js';
import { V1_BASE_PATH, v1Endpoints } from './v1/endpoints.js';

const endpoints: readonly Endpoint[] = Object.values(v1Endpoints);

const document = openApiDocument(endpoints, {
  title: 'Weir',
  version: '0',
  description: '',
  basePath: V1_BASE_PATH,
  servers: ['/'],
});

test('every endpoint is keyed by its own id', () => {
  expect(Object.keys(v1Endpoints)).toEqual(endpoints.map(({ id }) => id));
});

test.each(endpoints.map(endpoint => [endpoint.id, endpoint] as const))('%s is documented', (id, endpoint) => {
  const operation = document.paths[V1_BASE_PATH + endpoint.path]?.[endpoint.method];
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

test('every reference points at a schema that is there', () => {
  const schemas = new Set(Object.keys(document.components?.schemas ?? {}));
  const references = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(
    m => m[1]!,
  );
  expect(references.length).toBeGreaterThan(0);
  expect(references.filter(name => !schemas.has(name))).toEqual([]);
});

test('defaults are shown, and fields with a default are not required', () => {
  const definition = document.components?.schemas?.['StandingQueryDefinition'];
  expect(definition).toMatchObject({
    required: ['pattern'],
    properties: {
      includeCancellations: { type: 'boolean', default: true },
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
