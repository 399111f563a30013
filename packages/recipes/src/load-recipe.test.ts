import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadRecipe, parseRecipe } from './load-recipe.js';
import { RecipeError } from './recipe-error.js';
import { recipeFilePaths, recipeOutputPaths, type Recipe } from './recipe.js';

const FIELDS =
  'version, title, contributor, summary, description, iconImage, ingestStreams, standingQueries, ' +
  'nodeAppearances, quickQueries, sampleQueries, statusQuery';

function problemsOf(run: () => unknown): { code: string; problems: readonly string[] } {
  try {
    run();
  } catch (error) {
    if (error instanceof RecipeError) return { code: error.code, problems: error.problems };
    throw error;
  }
  throw new Error('nothing was wrong');
}

function load(text: string, values: Record<string, string> = {}): Recipe {
  return parseRecipe(text, new Map(Object.entries(values)));
}

describe('reports all errors of an invalid recipe and their positions', () => {
  const cases: [name: string, text: string, code: string, problems: string[]][] = [
    ['not an object', '- 1', 'recipe.invalid', [`Missing or invalid 'version' field in recipe`]],
    ['empty', '', 'recipe.invalid', [`Missing or invalid 'version' field in recipe`]],
    ['no version', 'title: x', 'recipe.invalid', [`Missing or invalid 'version' field in recipe`]],
    ['version is text', 'version: "1"', 'recipe.invalid', [`Missing or invalid 'version' field in recipe`]],
    [
      'unknown version',
      'version: 3',
      'recipe.invalid',
      ['Unsupported recipe version: 3. Supported versions are 1 and 2.'],
    ],
    [
      'two unknown keys',
      'version: 1\nfoo: 1\nbar: 2',
      'recipe.invalid',
      [
        `DecodingFailure at : Unexpected field: [foo]; valid fields: ${FIELDS} (line 2, column 1)`,
        `DecodingFailure at : Unexpected field: [bar]; valid fields: ${FIELDS} (line 3, column 1)`,
      ],
    ],
    [
      'missing nested field',
      'version: 1\nstandingQueries:\n  - outputs: {}',
      'recipe.invalid',
      ['DecodingFailure at .standingQueries[0].pattern: Missing required field (line 3, column 5)'],
    ],
    [
      'wrong type',
      'version: 1\ntitle: [a]\nsampleQueries:\n  - name: x\n    query: 5',
      'recipe.invalid',
      [
        `DecodingFailure at .title: Got value '["a"]' with wrong type, expecting string (line 2, column 1)`,
        `DecodingFailure at .sampleQueries[0].query: Got value '5' with wrong type, expecting string (line 5, column 5)`,
      ],
    ],
    [
      'an output with a name that an object would lose',
      'version: 1\nstandingQueries:\n  - pattern: { type: Cypher, query: x }\n    outputs:\n      __proto__: { type: Drop }',
      'recipe.invalid',
      [
        "DecodingFailure at .standingQueries[0].outputs.__proto__: __proto__ cannot be a key here; choose another name (line 5, column 7)",
      ],
    ],
    [
      'a type that every object has something of',
      'version: 1\nstandingQueries:\n  - pattern: { type: Cypher, query: x }\n    outputs: { toString: { type: constructor } }',
      'recipe.invalid',
      [
        "DecodingFailure at .standingQueries[0].outputs.toString: No decoder for discriminator 'constructor'! (line 4, column 28)",
      ],
    ],
    [
      'types that are nearly right',
      'version: 1\ningestStreams:\n  - type: FileIngst\n    path: a\n  - type: FileIngest\n    path: b\n    format: { type: CypherLin }',
      'recipe.invalid',
      [
        "DecodingFailure at .ingestStreams[0]: Unknown type 'FileIngst'; did you mean 'FileIngest'? (line 3, column 5)",
        "DecodingFailure at .ingestStreams[1].format: Unknown type 'CypherLin'; did you mean 'CypherLine'? (line 7, column 15)",
      ],
    ],
    [
      'missing variables',
      'version: 1\ningestStreams:\n  - type: FileIngest\n    path: $a\n  - type: FileIngest\n    path: $b-c',
      'recipe.missing-value',
      [
        'Missing required parameter a; use --recipe-value a=',
        'Missing required parameter b-c; use --recipe-value b-c=',
      ],
    ],
  ];
  test.each(cases)('%s', (_name, text, code, problems) => {
    expect(problemsOf(() => load(text))).toEqual({ code, problems });
  });

  test('YAML syntax', () => {
    const { code, problems } = problemsOf(() => load('version: 1\ntitle: "x\n'));
    expect(code).toBe('recipe.invalid');
    expect(problems[0]).toMatch(/^ParsingFailure: .*\(line 3, column 1\)$/);
  });
});

test('substitutes variables for whole addresses only', () => {
  const recipe = load(
    `
version: 1
ingestStreams:
  - { type: FileIngest, path: $in, format: { type: CypherLine, query: $that } }
  - { type: FileIngest, path: $$in }
  - { type: FileIngest, path: a$in }
standingQueries:
  - pattern: { type: Cypher, query: "MATCH (n) RETURN DISTINCT id(n)" }
    outputs:
      o: { type: CypherQuery, query: "MATCH (n) RETURN n", andThen: { type: WriteToFile, path: $out } }
`,
    { in: '$literal', out: 'o.jsonl' },
  );
  expect(recipeFilePaths(recipe)).toEqual(['$literal', '$in', 'a$in']);
  expect(recipe.ingestStreams[0]?.definition).toMatchObject({ query: '$that' });
  expect(recipe.standingQueries[0]?.definition.outputs['o']).toMatchObject({ andThen: { path: 'o.jsonl' } });
});

test('names, defaults, and a status query written as text', () => {
  const recipe = load(`
version: 1
ingestStreams:
  - { type: NumberIteratorIngest, ingestLimit: 9007199254740993 }
standingQueries:
  - pattern: { type: Cypher, query: "MATCH (n) RETURN DISTINCT id(n)" }
statusQuery: MATCH (n) RETURN count(n)
`);
  expect(recipe.title).toBe('RECIPE');
  expect(recipe.ingestStreams.map(({ name }) => name)).toEqual(['INGEST-1']);
  expect(recipe.standingQueries).toMatchObject([
    {
      name: 'STANDING-1',
      definition: {
        pattern: { mode: 'DistinctId' },
        outputs: {},
        inputBufferSize: 32,
      },
    },
  ]);
  expect(recipe.statusQuery).toBe('MATCH (n) RETURN count(n)');
});

describe('finding a recipe', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'weir-recipes-'));
    await writeFile(join(folder, 'known.yaml'), '\uFEFFversion: 1\ntitle: Known');
  });
  afterAll(() => rm(folder, { recursive: true }));

  test('finds a bundled recipe by its bare name', async () => {
    expect(await loadRecipe('known', new Map(), { bundled: folder })).toMatchObject({
      title: 'Known',
      bundledName: 'known',
    });
    expect(await loadRecipe(join(folder, 'known.yaml'), new Map())).not.toHaveProperty('bundledName');
  });
  test('reads a path as a file', async () => {
    expect((await loadRecipe(join(folder, 'known.yaml'), new Map())).title).toBe('Known');
  });
  test.each([
    ['none.yaml', 'Cannot find recipe file at none.yaml'],
    [
      'unknown',
      'Recipe unknown does not exist; the bundled recipes are known; ' +
        'the path of a file needs its extension (.yaml, .yml, .json)',
    ],
    [
      'apache_log',
      'Recipe apache_log is bundled with Quine and not with Weir. See the recipe access-log, or pass the path of ' +
        "Quine's own file: it works unchanged",
    ],
  ])('reports that %s does not exist', async (name, problem) => {
    await expect(loadRecipe(name, new Map(), { bundled: folder })).rejects.toMatchObject({
      code: 'recipe.not-found',
      problems: [problem],
    });
  });
});

test('finds all files that outputs write, wherever the recipe names them', () => {
  const recipe = load(`
version: 1
standingQueries:
  - pattern: { type: Cypher, query: "MATCH (n) RETURN DISTINCT id(n)" }
    outputs:
      direct: { type: WriteToFile, path: /a/direct.jsonl }
      chained:
        type: CypherQuery
        query: RETURN 1
        andThen: { type: WriteToFile, path: chained.jsonl }
      post:
        type: PostToEndpoint
        url: http://127.0.0.1:9
        onFailure: { type: DeadLetter, path: dead.jsonl }
`);
  expect(recipeOutputPaths(recipe)).toEqual(['/a/direct.jsonl', 'chained.jsonl', 'dead.jsonl']);
});
