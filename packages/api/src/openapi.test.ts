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

test('gives every endpoint a unique id within its version', () => {
  for (const version of [v1, v2]) expect(new Set(version.map(({ id }) => id)).size).toBe(version.length);
});

test('serves every operation and nothing else', () => {
  const served = new Set(
    endpoints.flatMap(({ operation, upgrade }) => (upgrade ? [operation, upgrade.operation] : [operation])),
  );
  expect([...served].sort()).toEqual(Object.keys(allOperations).sort());
});

test.each(endpoints.map(endpoint => [endpoint.id, endpoint] as const))('documents %s', (id, endpoint) => {
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

test('the only graph is the default wherever a path has a graph', () => {
  const parameters = Object.values(v2Document.paths)
    .flatMap(path => Object.values(path as Record<string, { parameters?: object[] }>))
    .flatMap(operation => operation.parameters ?? [])
    .filter(parameter => 'name' in parameter && parameter.name === 'graph');
  expect(parameters.length).toBeGreaterThan(0);
  for (const parameter of parameters) expect(parameter).toMatchObject({ schema: { default: 'quine' } });
});

test.each([
  ['version 1', v1Document],
  ['version 2', v2Document],
])('every reference of %s points at an existing schema', (_name, document) => {
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
])('%s follows the rules of linters', (_name, document) => {
  expect(document).toMatchObject({
    security: [{}, { bearer: [] }, { basic: [] }],
    info: { license: { name: 'Apache-2.0' } },
  });
  const vain: unknown[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if ('nullable' in value && !('type' in value)) vain.push(value);
    Object.values(value).forEach(visit);
  };
  visit(document);
  expect(vain).toEqual([]);
  for (const operation of Object.values(document.paths).flatMap(item => Object.values(item as object))) {
    const statuses = Object.keys((operation as { responses: object }).responses);
    expect(statuses.some(status => status.startsWith('4'))).toBe(true);
    expect(statuses.some(status => status.startsWith('2') || status === 'default')).toBe(true);
  }
});

test('shows defaults and does not require fields that have one', () => {
  const definition = v1Document.components?.schemas?.['StandingQueryDefinition'];
  expect(definition).toMatchObject({
    required: ['pattern'],
    properties: {
      includeCancellations: { type: 'boolean' },
      inputBufferSize: { default: 32 },
    },
  });
});

test('examples match their schemas', () => {
  for (const endpoint of endpoints) {
    if (endpoint.body?.example === undefined) continue;
    expect({ id: endpoint.id, ...endpoint.body.schema.safeParse(endpoint.body.example) }).toMatchObject({
      id: endpoint.id,
      success: true,
    });
  }
});

test.each([
  [
    '/ingests',
    { name: 'a b\u{1f600}', source: { type: 'StdInput', format: { type: 'Line' } }, query: 'RETURN 1' },
  ],
  ['/standing-queries', { name: 'a b\u{1f600}', pattern: { type: 'Cypher', query: 'RETURN 1' } }],
  ['/standing-queries/{name}/outputs', { name: 'a b\u{1f600}', destinations: [{ type: 'StandardOut' }] }],
])('POST %s rejects a name that an address cannot contain', (path, body) => {
  const endpoint = v2EnvelopedEndpoints.find(each => each.method === 'post' && each.path === path)!;
  const accepts = (name: string): boolean => endpoint.body!.schema.safeParse({ ...body, name }).success;
  expect([body.name, '', 'a\ud800', '\udc00'].map(accepts)).toEqual([true, false, false, false]);
});

/** Requests of Quine clients in all forms of its API: method and path, with our own parameter names in braces. */
const ENDPOINTS_OF_QUINE = `
  GET /api/v1/admin/build-info
  GET /api/v1/admin/config
  GET /api/v1/admin/graph-hash-code
  GET /api/v1/admin/liveness
  GET /api/v1/admin/meta-data
  GET /api/v1/admin/metrics
  GET /api/v1/admin/readiness
  POST /api/v1/admin/request-node-sleep/{id}
  POST /api/v1/admin/shard-sizes
  POST /api/v1/admin/shutdown
  PUT /api/v1/algorithm/walk
  GET /api/v1/algorithm/walk/{id}
  GET|PUT|DELETE /api/v1/debug/{id}
  GET|PUT|DELETE /api/v1/debug/{id}/edges
  GET /api/v1/debug/{id}/edges/half
  GET|PUT|DELETE /api/v1/debug/{id}/props
  GET /api/v1/debug/{id}/verbose
  GET /api/v1/ingest
  POST|GET|DELETE /api/v1/ingest/{name}
  PUT /api/v1/ingest/{name}/pause
  PUT /api/v1/ingest/{name}/start
  GET /api/v1/lsp
  GET /api/v1/query
  GET|PUT /api/v1/query-ui/node-appearances
  GET|PUT /api/v1/query-ui/quick-queries
  GET|PUT /api/v1/query-ui/sample-queries
  POST /api/v1/query/cypher
  POST /api/v1/query/cypher/edges
  POST /api/v1/query/cypher/nodes
  GET /api/v1/query/cypher/user-defined
  POST /api/v1/query/gremlin
  POST /api/v1/query/gremlin/edges
  POST /api/v1/query/gremlin/nodes
  GET /api/v1/query/standing
  POST /api/v1/query/standing/control/propagate
  POST|GET|DELETE /api/v1/query/standing/{name}
  POST|DELETE /api/v1/query/standing/{name}/output/{output}
  GET /api/v1/query/standing/{name}/results
  GET /api/v2/admin/config
  GET /api/v2/admin/graph-hash-code
  GET /api/v2/admin/liveness
  GET /api/v2/admin/metadata
  GET /api/v2/admin/metrics
  POST /api/v2/admin/nodes/{nodeIdSegment}/request-sleep
  GET /api/v2/admin/readiness
  GET|POST /api/v2/admin/shards/size-limits
  POST /api/v2/admin/shutdown
  GET /api/v2/admin/system-info
  POST /api/v2/algorithm/nodes/{id}/walk
  POST /api/v2/algorithm/save-walk
  POST /api/v2/cypher-queries/query-edges
  POST /api/v2/cypher-queries/query-graph
  POST /api/v2/cypher-queries/query-nodes
  POST /api/v2/cypher-queries/user-defined
  GET /api/v2/debug/nodes/{id}
  GET /api/v2/debug/nodes/{id}/edges
  GET /api/v2/debug/nodes/{id}/props
  GET /api/v2/debug/nodes/{id}/verbose
  POST /api/v2/graph/{graph}/algorithms/randomWalk/nodes/{id}:generateRandomWalk
  POST /api/v2/graph/{graph}/algorithms/randomWalk:saveWalks
  POST /api/v2/graph/{graph}/cypher:query
  POST /api/v2/graph/{graph}/cypher:queryEdges
  POST /api/v2/graph/{graph}/cypher:queryNodes
  GET /api/v2/graph/{graph}/hashCode
  GET|POST /api/v2/graph/{graph}/ingests
  GET|DELETE /api/v2/graph/{graph}/ingests/{name}
  POST /api/v2/graph/{graph}/ingests/{name}:pause
  POST /api/v2/graph/{graph}/ingests/{name}:resume
  GET /api/v2/graph/{graph}/query/ws
  GET|PUT /api/v2/graph/{graph}/queryUi/tapQueries
  GET|POST /api/v2/graph/{graph}/standingQueries
  GET|DELETE /api/v2/graph/{graph}/standingQueries/{name}
  POST /api/v2/graph/{graph}/standingQueries/{name}/outputs
  DELETE /api/v2/graph/{graph}/standingQueries/{name}/outputs/{output}
  GET /api/v2/graph/{graph}/standingQueries/{name}/outputs/{output}:tap
  GET /api/v2/graph/{graph}/standingQueries/{name}/outputs/{output}:tapPreEnrichment
  GET /api/v2/graph/{graph}/standingQueries/{name}:tap
  POST /api/v2/graph/{graph}/standingQueries:propagate
  GET|POST /api/v2/ingests
  GET|DELETE /api/v2/ingests/{name}
  POST /api/v2/ingests/{name}/pause
  POST /api/v2/ingests/{name}/start
  GET /api/v2/lsp
  GET|PUT /api/v2/query-ui/node-appearances
  GET|PUT /api/v2/query-ui/quick-queries
  GET|PUT /api/v2/query-ui/sample-queries
  GET /api/v2/query/ws
  GET|PUT /api/v2/queryUi/nodeAppearances
  GET|PUT /api/v2/queryUi/quickQueries
  GET|PUT /api/v2/queryUi/sampleQueries
  GET|POST /api/v2/standing-queries
  PUT /api/v2/standing-queries/control/propagate
  GET|DELETE /api/v2/standing-queries/{name}
  POST /api/v2/standing-queries/{name}/outputs
  DELETE /api/v2/standing-queries/{name}/outputs/{output}
  GET /api/v2/system/backpressure
  GET /api/v2/system/cluster
  GET /api/v2/system/config
  GET /api/v2/system/liveness
  GET /api/v2/system/metadata
  GET /api/v2/system/metrics
  POST /api/v2/system/nodes/{nodeIdSegment}:requestSleep
  GET /api/v2/system/readiness
  GET|PATCH /api/v2/system/shardSizeLimits
  GET /api/v2/system/systemInfo
  POST /api/v2/system:shutdown
`;

const withoutNames = (path: string): string => path.replaceAll(/\{\w+\}/g, '{}');
const served = new Set(
  [...v1.map(each => [V1_BASE_PATH, each] as const), ...v2.map(each => [V2_BASE_PATH, each] as const)].map(
    ([base, { method, path }]) => `${method.toUpperCase()} ${withoutNames(base + path)}`,
  ),
);

test.each(
  ENDPOINTS_OF_QUINE.trim()
    .split('\n')
    .map(line => line.trim().split(' ') as [string, string]),
)('serves %s %s', (methods, path) => {
  for (const method of methods.split('|')) expect(served).toContain(`${method} ${withoutNames(path)}`);
});
