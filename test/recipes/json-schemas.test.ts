/** JSON Schemas of recipes, checked by another validator: they accept all recipes, and reject mistakes. */
import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import { recipeJsonSchema } from '@weir/definitions';
import { codeBlocks, pages } from '../docs/markdown.js';
import { projectFile } from '../support/project-file.js';

// Formats such as int32 and keywords such as example are annotations.
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
const validators = { 1: ajv.compile(recipeJsonSchema(1)), 2: ajv.compile(recipeJsonSchema(2)) };

function errorsOf(recipe: unknown): string[] {
  const { version } = recipe as { readonly version: 1 | 2 };
  const validate = validators[version];
  validate(recipe);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ''}`);
}

const bundled = readdirSync(projectFile('recipes')).filter(name => !name.includes('.test.'));
const shown = pages()
  .flatMap(codeBlocks)
  .filter(({ language, text }) => language === 'yaml' && /^version: [12]$/m.test(text));

test.each(bundled)('the schema accepts the bundled recipe %s, which names it', name => {
  const text = readFileSync(projectFile(`recipes/${name}`), 'utf8');
  const recipe = parse(text) as { readonly version: number };
  expect(text.split('\n')[0]).toBe(
    `# yaml-language-server: $schema=http://127.0.0.1:8080/api/v2/schemas/recipe-v${recipe.version}.json`,
  );
  expect(errorsOf(recipe)).toEqual([]);
});

test('pages show recipes', () => {
  expect(shown.length).toBeGreaterThan(5);
});

test.each(shown.map(({ where, text }) => [where, text]))('the schema accepts the recipe at %s', (_where, text) => {
  expect(errorsOf(parse(text))).toEqual([]);
});

const V1 = {
  version: 1,
  ingestStreams: [{ type: 'FileIngest', path: 'a.jsonl', format: { type: 'CypherJson', query: 'RETURN 1' } }],
  standingQueries: [{ pattern: { type: 'Cypher', query: 'RETURN 1' }, outputs: { o: { type: 'PrintToStandardOut' } } }],
};
const V2 = {
  version: 2,
  title: 'T',
  ingestStreams: [{ name: 'a', source: { type: 'NumberIterator' }, query: 'RETURN 1' }],
  standingQueries: [
    { pattern: { type: 'Cypher', query: 'RETURN 1' }, outputs: [{ destinations: [{ type: 'Drop' }] }] },
  ],
};

test('the schemas accept small recipes', () => {
  expect([errorsOf(V1), errorsOf(V2)]).toEqual([[], []]);
});

test.each<[string, object]>([
  ['an unknown type of stream', { ...V1, ingestStreams: [{ type: 'FileIngst', path: 'a' }] }],
  ['an unknown field', { ...V1, ingestStream: [] }],
  ['a missing path', { ...V1, ingestStreams: [{ type: 'FileIngest' }] }],
  ['an unknown type of output', { ...V1, standingQueries: [{ ...V1.standingQueries[0], outputs: { o: { type: 'Prnt' } } }] }],
  ['a missing title', { ...V2, title: undefined }],
  ['an unknown source', { ...V2, ingestStreams: [{ source: { type: 'NumberIteratr' }, query: 'RETURN 1' }] }],
  ['a missing query', { ...V2, ingestStreams: [{ source: { type: 'NumberIterator' } }] }],
  ['a misspelled field of a stream', { ...V2, ingestStreams: [{ ...V2.ingestStreams[0], maxPerSeconds: 3 }] }],
  ['a name with a space', { ...V2, ingestStreams: [{ ...V2.ingestStreams[0], name: 'a b' }] }],
  [
    'an unknown mode',
    { ...V2, standingQueries: [{ pattern: { type: 'Cypher', query: 'RETURN 1', mode: 'ANY' } }] },
  ],
])('the schema rejects %s', (_mistake, recipe) => {
  expect(errorsOf(JSON.parse(JSON.stringify(recipe)))).not.toEqual([]);
});
