/** `recipe test`: the project's own recipes, and the outcome of all kinds of cases. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { ProgramConsole } from '../console/program-console.js';
import { BUNDLED_RECIPES } from '../recipe-gallery/bundled-recipes.js';
import { parseCommandLine } from './options.js';
import type { RecipeCommand } from './recipe-command-line.js';
import { runRecipeCommand } from './recipe-commands.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'weir-cases-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

class Text extends Writable {
  text = '';
  override _write(chunk: unknown, _encoding: unknown, done: () => void): void {
    this.text += String(chunk);
    done();
  }
}

async function run(...args: string[]): Promise<{ code: number; lines: string[]; said: string }> {
  const [output, errors] = [new Text(), new Text()];
  const command = parseCommandLine(['recipe', 'test', ...args]) as RecipeCommand;
  const code = await runRecipeCommand(command, new ProgramConsole(output, errors, false));
  const plain = output.text.replaceAll(folder + '/', '').replaceAll(/\(\d+ ms\)/g, '(N ms)');
  return { code, lines: plain.trimEnd().split('\n'), said: errors.text };
}

function test1(recipe: string, cases: string): ReturnType<typeof run> {
  writeFileSync(join(folder, 'r.yaml'), recipe);
  writeFileSync(join(folder, 'r.test.yaml'), cases);
  return run(join(folder, 'r.yaml'));
}

test('bundled recipes pass their cases', async () => {
  const names = readdirSync(BUNDLED_RECIPES).flatMap(file => /^([\w-]+)\.yaml$/.exec(file)?.[1] ?? []);
  const { code, lines } = await run(...names);
  expect(lines.filter(line => !line.startsWith('passed'))).toEqual([]);
  expect(code).toBe(0);
  expect(lines.length).toBeGreaterThanOrEqual(2 * names.length);
});

const NUMBERS = `
version: 2
title: t
ingestStreams:
  - name: numbers
    source: { type: NumberIterator }
    query: MATCH (n) WHERE id(n) = idFrom('n', $that % 10) SET n.value = $that, n.at = toString(datetime())
  - name: lines
    source: { type: StdInput, format: { type: Line }, characterEncoding: UTF-8 }
    query: MATCH (n) WHERE id(n) = idFrom('n', toInteger($that) % 10) SET n.value = toInteger($that)
  - name: rows
    source: { type: File, format: { type: CSV, headers: true, delimiter: SEMICOLON }, path: $in }
    query: MATCH (n) WHERE id(n) = idFrom('row', $that.id) SET n.text = $that.text
  - name: lists
    source: { type: File, format: { type: CSV }, path: $in }
    query: MATCH (n) WHERE id(n) = idFrom('row', $that[0]) SET n.text = $that[1]
  - name: events
    source: { type: ServerSentEvent, format: { type: Json }, url: $url }
    transformation: { type: JavaScript, function: "that => ({ n: that.n + 1 })" }
    query: MATCH (n) WHERE id(n) = idFrom('n', 0) SET n.value = $that.n
  - name: bad
    source: { type: NumberIterator }
    query: MATCH (n) WHERE id(n) = idFrom('n', 0) SET n.value = 1 / $that
standingQueries:
  - name: large
    pattern: { type: Cypher, query: MATCH (n) WHERE n.value > 20 RETURN n.value AS value, mode: MULTIPLE_VALUES }
    outputs:
      - name: mark
        preEnrichmentTransformation: { type: InlineData }
        destinations:
          - { type: CypherQuery, query: "MATCH (m) WHERE id(m) = idFrom('mark', $that.value) SET m.value = 0 - $that.value" }
          - { type: File, path: $out }
          - { type: HttpEndpoint, url: "http://127.0.0.1:9/" }
      - name: enriched
        preEnrichmentTransformation: { type: InlineData }
        resultEnrichment: { query: RETURN $that.value + 1 AS next }
        destinations: [{ type: StandardOut }]
  - name: marked
    pattern: { type: Cypher, query: MATCH (m) WHERE m.value < 0 RETURN m.value AS value, mode: MULTIPLE_VALUES }
`;

test('reads records of all formats; outputs write to the graph, and only compare data sent elsewhere', async () => {
  const ended = await test1(
    NUMBERS,
    `now: 2026-05-06T07:08:09Z
cases:
  - name: numbers and lines, in turns
    given:
      - { numbers: [1, 21] }
      - { lines: ["2", 32, "5"] }
      - { numbers: [1] }
      - { events: [{ n: 98 }] }
    then:
      large:
        matches: [{ value: 21 }, { value: 32 }, { value: 99 }]
        retractions: [{ value: 21 }]
        outputs:
          mark: [{ value: 21 }, { value: 21 }, { value: 32 }, { value: 99 }]
          enriched: [{ next: 22 }, { next: 33 }, { next: 100 }]
      marked:
        matches: [{ value: -21 }, { value: -32 }, { value: -99 }]
    answers:
      - { query: "MATCH (n) WHERE id(n) = idFrom('n', 1) RETURN n.value, n.at", rows: [[1, "2026-05-06T07:08:09Z"]] }
  - name: rows
    now: 2027-01-01T01:02:03Z
    given:
      rows: [{ id: a, text: "x;\\"y\\"" }, { text: z, id: b }]
      lists: [[c, "1,2"], "d,e"]
      numbers: [3]
    answers:
      - query: MATCH (n) WHERE n.text IS NOT NULL RETURN id(n), n.text
        rows:
          - [{ cypher: "idFrom('row', 'a')" }, 'x;"y"']
          - [{ cypher: "idFrom('row', 'b')" }, z]
          - [{ cypher: "idFrom('row', 'c')" }, "1,2"]
          - [{ cypher: "idFrom('row', 'd')" }, e]
      - { query: "MATCH (n) WHERE id(n) = idFrom('n', 3) RETURN n.at", rows: [["2027-01-01T01:02:03Z"]] }
`,
  );
  expect(ended.lines.filter(line => !line.startsWith('passed'))).toEqual([]);
  expect(ended).toMatchObject({ code: 0, said: '2 of 2 cases passed\n' });
  expect(readdirSync(folder)).toEqual(['r.test.yaml', 'r.yaml']);
});

test('shows deviations value by value', async () => {
  const { code, lines, said } = await test1(
    NUMBERS,
    `cases:
  - name: wrong
    given: { numbers: [21, 22] }
    then:
      large: { matches: [{ value: 21 }, { value: 23 }], retractions: [{ value: 5 }] }
      marked: {}
    answers:
      - { query: RETURN 1, rows: [[2]] }
  - name: fails
    given: { bad: [0, 1], lines: [[1]] }
`,
  );
  expect(code).toBe(1);
  expect(said).toBe('0 of 2 cases passed\n');
  expect(lines).toEqual([
    'FAILED r.test.yaml:2: wrong (N ms)',
    '  large, matches:',
    '    - {"value":23}',
    '    + {"value":22}',
    '  large, retractions:',
    '    - {"value":5}',
    '  marked, matches:',
    '    + {"value":-21}',
    '    + {"value":-22}',
    '  RETURN 1:',
    '    - [2]',
    '    + [1]',
    'FAILED r.test.yaml:9: fails (N ms)',
    expect.stringMatching(/^ {2}bad, record 1: .*zero/),
    '  lines, record 1: The stream reads a line of text, not [1]',
  ]);
});

const VERSION_1 = `
version: 1
ingestStreams:
  - { type: FileIngest, path: $in, format: { type: CypherJson, query: "MATCH (n) WHERE id(n) = idFrom($that.id) SET n = $that" } }
standingQueries:
  - pattern: { type: Cypher, query: "MATCH (n) WHERE n.on = true RETURN DISTINCT id(n) AS id" }
    outputs:
      chained:
        type: CypherQuery
        query: MATCH (n) WHERE id(n) = $that.data.id RETURN n.name AS name
        andThen: { type: PostToSlack, hookUrl: "http://127.0.0.1:9/" }
      failing:
        type: CypherQuery
        query: MATCH (n) WHERE id(n) = $that.data.id SET n.x = 1 / n.zero
`;

test('version 1: matches and retractions by id, and an output whose query fails', async () => {
  const { lines } = await test1(
    VERSION_1,
    `cases:
  - name: on and off
    given:
      INGEST-1: [{ id: 1, on: true, name: a, zero: 0 }, { id: 1, on: false }]
    then:
      STANDING-1:
        matches: [{ id: { cypher: idFrom(1) } }]
        retractions: [{ id: { cypher: idFrom(1) } }]
        outputs: { chained: [{ name: a }] }
`,
  );
  expect(lines).toEqual([
    'FAILED r.test.yaml:2: on and off (N ms)',
    expect.stringMatching(/^ {2}STANDING-1, output failing: .*zero/),
  ]);
});

test.each([
  [
    'no cases',
    VERSION_1,
    'cases: []',
    'r.test.yaml:1:1: error: DecodingFailure at .cases: At least one case is required',
  ],
  [
    'a field that is none',
    VERSION_1,
    'cases:\n  - { name: a, when: {} }',
    "r.test.yaml:2:16: error: DecodingFailure at .cases[0]: Unexpected field: [when]; did you mean 'then'?",
  ],
  [
    'a stream that is not there',
    VERSION_1,
    'cases:\n  - { name: a, given: { INGEST-2: [] } }',
    'r.test.yaml:2:25: error: The recipe has no ingest stream INGEST-2; it has INGEST-1',
  ],
  [
    'an output that is not there',
    VERSION_1,
    'cases:\n  - { name: a, then: { STANDING-1: { outputs: { x: [] } } } }',
    'r.test.yaml:2:49: error: The standing query STANDING-1 has no output x; it has chained, failing',
  ],
  [
    'a recipe that is wrong',
    VERSION_1.replace('RETURN n.name', 'RETRUN n.name'),
    'cases: [{ name: a }]',
    /^r.yaml:10:54: error: Standing Query STANDING-1, output chained: SyntaxError/,
  ],
  [
    'a recipe that is not there',
    VERSION_1,
    'recipe: x.yaml\ncases: [{ name: a }]',
    /Cannot find recipe file at .*x.yaml/,
  ],
])('%s', async (_, recipe, cases, line) => {
  const { code, lines, said } = await test1(recipe, cases);
  expect(lines).toEqual([typeof line === 'string' ? line : expect.stringMatching(line)]);
  expect([code, said]).toEqual([1, '0 of 0 cases passed; 1 of 1 recipes could not be tested\n']);
});

test('reports a missing file of cases', async () => {
  const { code, lines } = await run(join(folder, 'r.yaml'));
  expect([code, lines]).toEqual([1, ['r.test.yaml: error: The file of test cases does not exist']]);
});
