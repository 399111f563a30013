/** One package for each technology. None of them knows another. */
const TECHNOLOGIES = [
  'packages/files',
  'packages/web',
  'packages/delta-sharing',
  'packages/postgres',
  'packages/aws',
  'packages/nats',
  'packages/kafka',
  'packages/local',
];

/** The direction of packages: an import goes from a layer to one that stands below it in this list, never up. */
const LAYERS = [
  'apps/gateway',
  'packages/api',
  'packages/bolt',
  'packages/plugin-email',
  'packages/plugin-mqtt',
  'packages/plugin-rabbitmq',
  'packages/plugin-redis',
  'packages/recipes',
  'packages/streams',
  'packages/deliveries',
  'packages/definitions',
  ...TECHNOLOGIES,
  'packages/formats',
  'packages/runtime',
  'packages/plugins',
  'packages/contract',
  'packages/persistor-logged',
  'packages/cluster-nats',
  'packages/cluster',
  'packages/graph',
  'packages/standing',
  'packages/cypher',
  'packages/persistor-cassandra',
  'packages/persistor',
  'packages/samples',
  'packages/model',
  'packages/platform',
];

const BELOW_FORMATS = ['packages/plugins', 'packages/contract', 'packages/model', 'packages/platform'];

/** Packages that load no engine, and all that they import of the others, but for their tests. */
const SEES_ONLY = {
  'packages/client': [],
  'apps/vscode': ['packages/client'],
  // A plug-in sees what an extension of a user sees.
  'packages/plugin-email': ['packages/plugins'],
  'packages/plugin-mqtt': ['packages/plugins'],
  'packages/plugin-rabbitmq': ['packages/plugins'],
  'packages/plugin-redis': ['packages/plugins'],
  'packages/bolt': ['packages/model', 'packages/platform'],
  'packages/api': ['packages/definitions', 'packages/model', 'packages/platform'],
  'packages/recipes': ['packages/definitions', 'packages/model', 'packages/platform'],
  'packages/streams': ['packages/definitions', 'packages/formats', ...BELOW_FORMATS],
  'packages/deliveries': ['packages/definitions', 'packages/local', 'packages/formats', ...BELOW_FORMATS],
  'packages/definitions': [
    ...TECHNOLOGIES,
    'packages/formats',
    'packages/plugins',
    'packages/model',
    'packages/platform',
  ],
  ...Object.fromEntries(TECHNOLOGIES.map(each => [each, ['packages/formats', ...BELOW_FORMATS]])),
  // It stores snapshots of a graph in a log.
  'packages/aws': ['packages/formats', 'packages/cluster', ...BELOW_FORMATS],
  'packages/nats': ['packages/formats', 'packages/cluster-nats', ...BELOW_FORMATS],
  'packages/local': ['packages/formats', 'packages/samples', ...BELOW_FORMATS],
  'packages/samples': ['packages/platform'],
  'packages/formats': BELOW_FORMATS,
  'packages/plugins': [
    'packages/contract',
    'packages/cypher',
    'packages/model',
    'packages/platform',
    'packages/persistor',
  ],
  'packages/cluster': ['packages/model', 'packages/platform'],
  'packages/cluster-nats': ['packages/cluster', 'packages/model', 'packages/platform'],
  'packages/persistor-logged': [
    'packages/cluster',
    'packages/persistor',
    'packages/model',
    'packages/platform',
  ],
};

/** The contract takes types of these. */
const CONTRACT_SEES = '^packages/(?:contract|standing|cypher|model|platform)/';

/** What is known to one package alone. */
const DRIVERS = [
  { module: '^node_modules/express/', owner: 'apps/gateway' },
  { module: '^node_modules/winston/', owner: 'apps/gateway' },
  { module: '^node_modules/@modelcontextprotocol/', owner: 'apps/gateway/src/cli/mcp' },
  { module: '^node_modules/piscina/', owner: 'packages/runtime' },
  // The process that reads Parquet has a thread that ends it with its parent; the program's loader asks which
  // thread it is in. The directory of a cluster has a thread, which the engine's load does not delay.
  {
    module: '^(node:)?worker_threads$',
    owner: '(?:packages/(?:runtime|formats|cluster-nats)|apps/gateway/bin)',
  },
  { module: '^node_modules/classic-level/', owner: 'packages/persistor' },
  { module: '^node_modules/cassandra-driver/', owner: 'packages/persistor-cassandra' },
  { module: '^node_modules/@asteasolutions/', owner: 'packages/api' },
];

const SOURCES = '^(?:packages|apps)/';

/** The same for packages/formats. */
const FORMATS_LAYERS = [
  'testing',
  'messages',
  'sources',
  'kinds',
  ['sinks', 'pushing', 'parquet'],
  'cutting',
  ['encoders', 'records'],
  ['files', 'schemas', 'compression'],
  'http',
  'version1',
  'forms',
];

/** A technology's definition loads neither its clients nor its code: the API description is made of it. */
const TECHNOLOGY_ROOMS = '(?:connection|source|destination)';

/** The layers of packages/graph, from the top: a folder imports only from folders below it in this list. */
const GRAPH_LAYERS = [
  'testing',
  'worker',
  'walks',
  'durability',
  'effects',
  'standing',
  'shard',
  'mail',
  'results',
  'catalog',
  'persistence',
  'node',
];

/** The same for packages/standing. Folders in one entry are siblings, which do not import each other. */
const STANDING_LAYERS = [
  'testing',
  'explain',
  'engine',
  ['compile', 'state'],
  'aggregates',
  'collections',
  'plan',
  'contract',
];

/** The same inside packages/standing/src/state. */
const STANDING_STATE_LAYERS = [['rows', 'witnesses'], 'groups', 'results', 'pattern', 'origins', 'node'];

/** The same inside packages/standing/src/compile, whose own files are above its folders. */
const STANDING_COMPILE_LAYERS = [['building', 'witnesses'], 'drafting', 'reading', 'expressions', 'shape'];

/** The same for packages/runtime/src/coordinator and packages/persistor/src/embedded; the files of the former are above its folders. */
const COORDINATOR_LAYERS = [['standing', 'supervision']];
const EMBEDDED_LAYERS = ['testing', ['records', 'integrity'], 'disk'];

/** The same for apps/gateway. Its own files put these folders together; the folders below `cluster` see only `services.ts` of them. */
const GATEWAY_LAYERS = [
  ['cli', 'testing'],
  ['cluster', 'recipe-cases'],
  'api',
  'bolt',
  ['http', 'language-server'],
  ['sockets', 'recipe-gallery', 'tracing'],
  ['metrics', 'system'],
  ['graph', 'standing', 'ui'],
  'responses',
  'access',
  'config',
  'console',
];
const GATEWAY_ROOMS = GATEWAY_LAYERS.slice(2).flat();

/** The same for apps/explorer, and inside its `session`, whose own files are above its folders. */
const EXPLORER_LAYERS = [
  'app',
  ['dashboard', 'metrics', 'cluster', 'docs'],
  ['explorer', 'streams'],
  ['live', 'start'],
  ['ask', 'node-styles', 'recipes', 'ingest-wizard', 'schema'],
  'editor',
  'session',
  'parts',
  ['canvas', 'shell'],
  'graph',
  ['api', 'texts'],
];
const EXPLORER_SESSION_LAYERS = ['live', 'canvas'];

/** One rule per folder: what it must not import is its siblings and all folders above it. Tests are exempt. */
function layersOf(name, parent, layers) {
  const rows = layers.map(layer => [layer].flat());
  return rows.flatMap((row, i) =>
    row.flatMap(folder => {
      const forbidden = rows
        .slice(0, i + 1)
        .flat()
        .filter(other => other !== folder);
      if (forbidden.length === 0) return [];
      return {
        name: `${name}-${folder}-imports-downwards`,
        severity: 'error',
        from: { path: `^${parent}/${folder}/`, pathNot: '\\.test\\.ts$' },
        to: { path: `^${parent}/(?:${forbidden.join('|')})/` },
      };
    }),
  );
}

/** A folder's files are above its folders. Tests are exempt. */
function foldersBelowFiles(name, parent) {
  return {
    name: `${name}-folders-stand-below-its-files`,
    severity: 'error',
    from: { path: `^${parent}/[^/]+/`, pathNot: '\\.test\\.ts$' },
    to: { path: `^${parent}/[^/]+\\.ts$` },
  };
}

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...LAYERS.slice(1).map((layer, i) => ({
      name: `${layer.replace('/', '-')}-imports-downwards`,
      severity: 'error',
      from: { path: `^${layer}/` },
      to: { path: `^(?:${LAYERS.slice(0, i + 1).join('|')})/` },
    })),
    ...layersOf('graph', 'packages/graph/src', GRAPH_LAYERS),
    ...layersOf('formats', 'packages/formats/src', FORMATS_LAYERS),
    ...layersOf('standing', 'packages/standing/src', STANDING_LAYERS),
    ...layersOf('standing-state', 'packages/standing/src/state', STANDING_STATE_LAYERS),
    ...layersOf('standing-compile', 'packages/standing/src/compile', STANDING_COMPILE_LAYERS),
    ...layersOf('coordinator', 'packages/runtime/src/coordinator', COORDINATOR_LAYERS),
    ...layersOf('embedded', 'packages/persistor/src/embedded', EMBEDDED_LAYERS),
    ...layersOf('gateway', 'apps/gateway/src', GATEWAY_LAYERS),
    ...layersOf('explorer', 'apps/explorer/src', EXPLORER_LAYERS),
    ...layersOf('explorer-session', 'apps/explorer/src/session', EXPLORER_SESSION_LAYERS),
    foldersBelowFiles('explorer-session', 'apps/explorer/src/session'),
    foldersBelowFiles('standing-compile', 'packages/standing/src/compile'),
    foldersBelowFiles('coordinator', 'packages/runtime/src/coordinator'),
    {
      name: 'gateway-folders-stand-below-its-files',
      severity: 'error',
      from: { path: `^apps/gateway/src/(?:${GATEWAY_ROOMS.join('|')})/`, pathNot: '\\.test\\.ts$' },
      to: { path: '^apps/gateway/src/[^/]+\\.ts$', pathNot: '/services\\.ts$' },
    },
    ...Object.entries(SEES_ONLY).map(([layer, seen]) => ({
      name: `${layer.replace('/', '-')}-stands-on-its-own`,
      severity: 'error',
      from: { path: `^${layer}/`, pathNot: '\\.test\\.ts$|/testing/' },
      to: { path: SOURCES, pathNot: `^(?:${[layer, ...seen].join('|')})/` },
    })),
    {
      name: 'definitions-load-no-technology',
      comment: 'The API description and recipes are made of them.',
      severity: 'error',
      from: {
        path: `^(?:${TECHNOLOGIES.join('|')})/src/(?:definition/|[^/]*kinds\\.ts$|index\\.ts$)`,
        pathNot: '\\.test\\.ts$',
      },
      to: {
        path: `^(?:${TECHNOLOGIES.join('|')})/src/${TECHNOLOGY_ROOMS}[/.]`,
        dependencyTypesNot: ['type-only', 'dynamic-import'],
      },
    },
    {
      name: 'definitions-load-forms-alone',
      comment: 'Of packages/formats the API description loads the forms and the declarations of kinds.',
      severity: 'error',
      from: {
        path: `^(?:packages/definitions/|(?:${TECHNOLOGIES.join('|')})/src/(?:definition/|[^/]*kinds\\.ts$))`,
        pathNot: '\\.test\\.ts$',
      },
      to: {
        path: '^packages/formats/(?!(?:src|dist)/(?:forms|kinds|messages|version1)\\.)',
        dependencyTypesNot: ['type-only', 'dynamic-import'],
      },
    },
    {
      name: 'forms-and-kinds-load-nothing-else',
      severity: 'error',
      from: {
        path: '^packages/formats/src/(?:(?:forms|kinds|version1)[/.]|messages(?:\\.|/declare-))',
        pathNot: '\\.test\\.ts$',
      },
      to: {
        path: '^packages/formats/src/(?!(?:forms|kinds|version1)/|messages/declare-)',
        dependencyTypesNot: ['type-only', 'dynamic-import'],
      },
    },
    {
      name: 'contract-is-types',
      comment: 'Whoever holds a graph by its contract loads nothing of it.',
      severity: 'error',
      from: { path: '^packages/contract/', pathNot: '/testing/' },
      to: { path: SOURCES, pathNot: '^packages/contract/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'contract-stands-below-the-engine',
      severity: 'error',
      from: { path: '^packages/contract/' },
      to: { path: SOURCES, pathNot: CONTRACT_SEES },
    },
    ...DRIVERS.map(({ module, owner }) => ({
      name: `${module.replace(/[^a-z_-]/g, '')}-belongs-to-${owner.replace('/', '-')}`,
      severity: 'error',
      from: { path: SOURCES, pathNot: [`^${owner}/`, '\\.test\\.ts$'] },
      to: { path: module },
    })),
    {
      name: 'client-is-for-others',
      comment: 'Programs outside the server use the client, and so do the commands that connect to a server.',
      severity: 'error',
      from: {
        path: SOURCES,
        pathNot: '^(?:packages/client|apps/explorer|apps/vscode|apps/gateway/src/cli)/|\\.test\\.ts$',
      },
      to: { path: '^packages/client/' },
    },
    {
      name: 'explorer-stands-alone',
      comment:
        'The pages talk to the service as everyone else does; nothing of either is in the other. Tests parse the ' +
        'queries that the pages make.',
      severity: 'error',
      from: { path: '^apps/explorer/', pathNot: '\\.test\\.ts$' },
      to: { path: SOURCES, pathNot: '^(?:apps/explorer|packages/client)/' },
    },
    {
      name: 'nobody-imports-the-explorer',
      severity: 'error',
      from: { path: SOURCES, pathNot: '^apps/explorer/' },
      to: { path: '^apps/explorer/' },
    },
    {
      name: 'packages-by-their-entry',
      comment: 'Another package is imported by its name; its files are its own business.',
      severity: 'error',
      from: { path: '^((?:packages|apps)/[^/]+)/' },
      to: { path: '^(?:packages|apps)/[^/]+/src/', pathNot: '^$1/' },
    },
    {
      name: 'no-cycles',
      comment: 'Not of types either.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'imports-that-resolve',
      severity: 'error',
      from: {},
      // The editor provides the module `vscode`.
      to: { couldNotResolve: true, pathNot: '^vscode$' },
    },
  ],
  options: {
    doNotFollow: { path: ['node_modules', '/dist/'] },
    exclude: { path: ['^(?:packages|apps)/[^/]+/dist/.*\\.test\\.'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default', 'node'],
    },
  },
};
