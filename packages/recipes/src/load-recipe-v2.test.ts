import { parseRecipe } from './load-recipe.js';
import { RecipeError } from './recipe-error.js';
import { recipeFilePaths, recipeOutputPaths, type Recipe } from './recipe.js';

function load(text: string, values: Record<string, string> = {}): Recipe {
  return parseRecipe(text, new Map(Object.entries(values)));
}

function problemsOf(text: string): readonly string[] {
  try {
    load(text);
  } catch (error) {
    if (error instanceof RecipeError) return error.problems;
    throw error;
  }
  return [];
}

const WHOLE = `
version: 2
title: Whole
quineConfig: { webserver: { port: 1 } }
ingestStreams:
  - name: numbers
    source: { type: NumberIterator, startOffset: 1, limit: 9007199254740993 }
    query: "MATCH (n) WHERE id(n) = idFrom($that) SET n.value = $that"
    maxPerSecond: 5
  - source: { type: File, format: { type: CSV, headers: [a], delimiter: TAB }, path: $in }
    query: $ingest_query
    transformation: { type: JavaScript, function: "that => that" }
    onRecordError: { deadLetterQueueSettings: { destinations: [{ type: File, path: $dead }] } }
    onStreamError: { type: RetryStreamError, retryCount: 2, within: 5s }
standingQueries:
  - name: found
    pattern: { type: Cypher, query: "MATCH (n) RETURN n.a", mode: MULTIPLE_VALUES }
    includeCancellations: true
    outputs:
      - name: out
        filter: { type: OnlyPositiveMatch }
        preEnrichmentTransformation: { type: InlineData }
        resultEnrichment: { query: $enrich, parameter: x }
        destinations:
          - { type: StandardOut }
          - { type: HttpEndpoint, url: $url, headers: { authorization: $token } }
          - { type: File, path: $out }
          - { type: Slack, hookUrl: $url, interval: 1m }
          - { type: CypherQuery, query: $$literal }
      - destinations: [{ type: Drop }]
  - pattern: { type: Cypher, query: "MATCH (n) RETURN DISTINCT id(n)" }
layout: tree
edgeAppearances:
  - { edgeType: to, color: red, width: 3 }
nodeAppearances:
  - { predicate: { propertyKeys: [a], knownValues: {}, dbLabel: L }, icon: cube, label: { type: Property, key: a } }
quickQueries:
  - predicate: { propertyKeys: [], knownValues: {} }
    quickQuery: { name: Go, querySuffix: RETURN n, sort: TEXT, queryLanguage: CYPHER }
sampleQueries: [{ name: a, query: $b }]
statusQuery: { cypherQuery: RETURN 1 }
`;
const SAMPLED = `
version: 2
title: Sampled
ingestStreams:
  - name: orders
    source: { type: File, format: { type: JsonL }, path: $orders }
    sample: { name: fraud-ring, maxPerSecond: 7 }
    query: "MATCH (n) WHERE id(n) = idFrom($that.order) SET n.order = $that.order"
    maxPerSecond: 900
`;

describe('a stream with a sample', () => {
  test('reads the sample while its variable has no value', () => {
    const [stream] = load(SAMPLED).ingestStreams;
    expect(stream!.definition).toMatchObject({ source: { type: 'Sample', name: 'fraud-ring' }, maxPerSecond: 7 });
    expect(stream!.definition).not.toHaveProperty('sample');
    expect(stream!.definition.source).not.toHaveProperty('format');
  });

  test('reads the sample as change events if its source contains them', () => {
    const [stream] = load(SAMPLED.replace('JsonL', 'Debezium')).ingestStreams;
    expect(stream!.definition.source).toMatchObject({ type: 'Sample', format: { type: 'Debezium' } });
  });

  test('reads its source once the variable has a value', () => {
    const [stream] = load(SAMPLED, { orders: 'orders.jsonl' }).ingestStreams;
    expect(stream!.definition).toMatchObject({ source: { type: 'File', path: 'orders.jsonl' }, maxPerSecond: 900 });
    expect(stream!.definition).not.toHaveProperty('sample');
  });

  test('must name an existing sample', () => {
    expect(problemsOf(SAMPLED.replace('fraud-ring', 'fraud-rings'))).toEqual([
      expect.stringContaining('.ingestStreams[0].source.name'),
    ]);
  });
});

const VALUES = {
  in: 'in.tsv',
  out: 'out.jsonl',
  dead: 'dead.jsonl',
  url: 'http://127.0.0.1:9/',
  token: '$secret',
  enrich: 'RETURN $x AS x',
  ingest_query: 'RETURN $that',
};

test('reads all of a recipe of version 2', () => {
  const recipe = load(WHOLE, VALUES);
  expect(recipe).toMatchObject({
    version: 2,
    title: 'Whole',
    statusQuery: 'RETURN 1',
    ui: {
      quickQueries: [{ quickQuery: { sort: 'Text', queryLanguage: 'Cypher' } }],
      sampleQueries: [{ query: '$b' }],
      nodeAppearances: [{ icon: 'cube' }],
      edgeAppearances: [{ edgeType: 'to', color: 'red', width: 3 }],
      layouts: ['tree'],
    },
  });
  expect(recipe.ingestStreams).toMatchObject([
    {
      name: 'numbers',
      definition: {
        source: { type: 'NumberIterator', limit: 9007199254740993n },
        parameter: 'that',
        maxPerSecond: 5,
        onStreamError: { type: 'LogStreamError' },
      },
    },
    {
      name: 'ingest-stream-1',
      definition: {
        source: { path: 'in.tsv', format: { headers: ['a'], delimiter: 'TAB' } },
        query: 'RETURN $that',
        transformation: { function: 'that => that' },
        onStreamError: { within: 5_000 },
      },
    },
  ]);
  expect(recipe.standingQueries).toMatchObject([
    {
      name: 'found',
      definition: {
        pattern: { mode: 'MultipleValues' },
        includeCancellations: true,
        outputs: {
          out: {
            type: 'Workflow',
            resultEnrichment: { query: 'RETURN $x AS x', parameter: 'x' },
            destinations: [
              { type: 'StandardOut' },
              { url: VALUES.url, headers: { authorization: '$secret' } },
              { path: 'out.jsonl' },
              { hookUrl: VALUES.url, interval: 60_000 },
              { query: '$literal' },
            ],
          },
          'output-1': { destinations: [{ type: 'Drop' }] },
        },
      },
    },
    { name: 'standing-query-1', definition: { pattern: { mode: 'DistinctId' }, outputs: {} } },
  ]);
  expect(recipeFilePaths(recipe)).toEqual(['in.tsv']);
  expect(recipeOutputPaths(recipe)).toEqual(['out.jsonl', 'dead.jsonl']);
  expect(recipe.warnings.map(({ message, position }) => [message, position?.line])).toEqual([
    ['Unknown field .quineConfig is ignored', 4],
  ]);
});

test.each<[name: string, text: string, problems: string[]]>([
  ['no title', 'version: 2', ['DecodingFailure at .title: Missing required field (line 1, column 1)']],
  [
    'unknown fields in what the API takes',
    `version: 2
title: t
ingestStreams:
  - { source: { type: NumberIterator, step: 2 }, query: RETURN 1, format: {} }
standingQueries:
  - pattern: { type: Cypher, query: x, modus: DISTINCT_ID }
    outputs:
      - { destinations: [{ type: StandardOut, logLevel: Info }], andThen: {} }`,
    [
      'DecodingFailure at .ingestStreams[0].source: Unexpected field: [step] (line 4, column 39)',
      'DecodingFailure at .ingestStreams[0]: Unexpected field: [format] (line 4, column 67)',
      "DecodingFailure at .standingQueries[0].pattern: Unexpected field: [modus]; did you mean 'mode'? (line 6, column 40)",
      'DecodingFailure at .standingQueries[0].outputs[0].destinations[0]: Unexpected field: [logLevel] (line 8, column 47)',
      'DecodingFailure at .standingQueries[0].outputs[0]: Unexpected field: [andThen] (line 8, column 66)',
    ],
  ],
  [
    'words of version 1',
    `version: 2
title: t
ingestStreams:
  - { type: NumberIteratorIngest, ingestLimit: 3 }
standingQueries:
  - pattern: { type: Cypher, query: x, mode: DistinctId }
    outputs: { o: { type: Drop } }`,
    [
      'DecodingFailure at .ingestStreams[0].source: Missing required field (line 4, column 5)',
      'DecodingFailure at .ingestStreams[0].query: Missing required field (line 4, column 5)',
      'DecodingFailure at .ingestStreams[0]: Unexpected field: [ingestLimit] (line 4, column 35)',
      'DecodingFailure at .standingQueries[0].pattern.mode: Invalid value: DistinctId ; valid values are: DISTINCT_ID, MULTIPLE_VALUES (line 6, column 40)',
      `DecodingFailure at .standingQueries[0].outputs: Got value '{"o":{"type":"Drop"}}' with wrong type, expecting array (line 7, column 5)`,
    ],
  ],
  [
    'names used twice, and names that are none',
    `version: 2
title: t
ingestStreams:
  - { name: a, source: { type: NumberIterator }, query: RETURN 1 }
  - { name: a, source: { type: NumberIterator }, query: RETURN 1 }
standingQueries:
  - name: standing-query-1
    pattern: { type: Cypher, query: x }
    outputs:
      - { name: o, destinations: [{ type: Drop }] }
      - { name: o, destinations: [{ type: Drop }] }
  - pattern: { type: Cypher, query: x }`,
    [
      "DecodingFailure at .standingQueries[0].outputs[1].name: Two items of type 'output' have the name 'o' (line 11, column 11)",
      "DecodingFailure at .ingestStreams[1].name: Two items of type 'ingest stream' have the name 'a' (line 5, column 7)",
      "DecodingFailure at .standingQueries[1].name: Two items of type 'standing query' have the name 'standing-query-1' (line 12, column 5)",
    ],
  ],
  [
    'what can not be run here, and variables without a value',
    `version: 2
title: t
ingestStreams:
  - source: { type: DeltaSharingCdf, endpoint: 'http://h/', auth: { type: CertificateAuth, clientId: c, certFile: f, certFilePassword: p, resourceUri: r, discoveryUrl: d }, shareName: s, schemaName: s, tableName: t }
    query: RETURN 1
  - source: { type: ServerSentEvent, format: { type: Json }, url: $servers }
    query: RETURN 1
standingQueries:
  - pattern: { type: Cypher, query: x }
    outputs: [{ destinations: [{ type: File, path: $out }] }]`,
    [
      'DecodingFailure at .ingestStreams[0].source: CertificateAuth of the source DeltaSharingCdf is not available: it belongs to a commercial edition. Use BearerToken or OAuthClientCredentials (line 4, column 5)',
      'Missing required parameter servers; use --recipe-value servers=',
      'Missing required parameter out; use --recipe-value out=',
    ],
  ],
])('%s', (_, text, problems) => expect(problemsOf(text)).toEqual(problems));
