/** `recipe check`, on recipes with almost every possible error. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { ProgramConsole } from '../console/program-console.js';
import { parseCommandLine } from './options.js';
import type { RecipeCommand } from './recipe-command-line.js';
import { runRecipeCommand } from './recipe-commands.js';

const FOLDER = mkdtempSync(join(tmpdir(), 'weir-check-'));
afterAll(() => rmSync(FOLDER, { recursive: true }));

class Text extends Writable {
  text = '';
  override _write(chunk: unknown, _encoding: unknown, done: () => void): void {
    this.text += String(chunk);
    done();
  }
}

async function check(
  recipe: string,
  ...options: string[]
): Promise<{ code: number; output: string; said: string }> {
  const file = join(FOLDER, 'r.yaml');
  writeFileSync(file, recipe);
  const [output, errors] = [new Text(), new Text()];
  const command = parseCommandLine(['recipe', 'check', file, ...options]) as RecipeCommand;
  const code = await runRecipeCommand(command, new ProgramConsole(output, errors, false));
  const plain = (text: string): string => text.replaceAll(file, 'r.yaml').replaceAll(process.cwd(), '.');
  return { code, output: plain(output.text), said: plain(errors.text) };
}

const VERSION_1 = `version: 1
title: Bad
ingestStreams:
  - type: FileIngest
    path: nowhere.jsonl
    format:
      type: CypherLine
      query: |-
        MATCH (n)
        WHERE id(n) = idFrom($that)
        SET n.x = toIntegr($that), n.y = $other
  - type: NumberIteratorIngest
    ingestLimit: 3
    colour: red
    format: { type: CypherLine, query: "MATCH (n) SET n.x = \\"a\\" +" }
standingQueries:
  - pattern:
      type: Cypher
      query: >-
        MATCH (n)
        WHERE n.x = 1
        RETURN n
    outputs:
      one:
        type: CypherQuery
        query: 'MATCH (n) WHERE n.x = ''1'' RETURN m'
        andThen: { type: WriteToFile, path: no/where.txt }
      two: { type: PostToEndpoint, url: "localhost:80" }
statusQuery: RETURN 1 +
sampleQueries:
  - { name: s, query: MATCH (n RETURN n }
quickQueries:
  - predicate: { propertyKeys: [], knownValues: {} }
    quickQuery: { name: Go, querySuffix: "RETRN n", sort: Node, queryLanguage: Cypher }
`;

test('version 1', async () => {
  const { code, output, said } = await check(VERSION_1, '-x', 'unused=1');
  expect(code).toBe(1);
  expect(output.trimEnd().split('\n')).toEqual([
    'r.yaml:5:5: error: Ingest Stream INGEST-1: Invalid file path: nowhere.jsonl - ./nowhere.jsonl does not exist',
    'r.yaml:11:19: error: Ingest Stream INGEST-1: CompileError: Failed to resolve function `toIntegr`',
    'r.yaml:14:5: warning: Unknown field .ingestStreams[1].colour is ignored',
    'r.yaml:15:68: error: Ingest Stream INGEST-2: SyntaxError: Unexpected end of the query: expected an expression',
    'r.yaml:19:7: error: Standing Query STANDING-1: DistinctId Standing Queries must specify a `DISTINCT` keyword',
    'r.yaml:26:52: error: Standing Query STANDING-1, output one: SyntaxError: Variable `m` not defined',
    'r.yaml:27:39: error: Standing Query STANDING-1, output one: Cannot write to no/where.txt: the directory ./no does not exist.',
    "r.yaml:28:36: error: Standing Query STANDING-1, output two: Invalid url: 'localhost:80' is not a valid http or https URL.",
    'r.yaml:29:24: error: Status query: SyntaxError: Unexpected end of the query: expected an expression',
    "r.yaml:31:32: warning: Sample query s: SyntaxError: Invalid input 'RETURN': expected ')'",
    "r.yaml:34:43: warning: Quick query Go: SyntaxError: Invalid input 'RETRN': expected an operator, a clause or the end of the query (did you mean RETURN?)",
    'r.yaml: warning: The recipe does not use the value unused',
  ]);
  expect(said).toBe('r.yaml: 8 errors, 4 warnings\n');
});

const VERSION_2 = `version: 2
titel: Bad
ingestStreams:
  - name: a
    source: { type: File, format: { type: Line }, path: $in }
    query: $q
    transformation: { type: JavaScript, function: "that => {" }
  - name: a
    source: { type: NumberIterator, limits: 3 }
    query: |
      MATCH (n) WHERE n.x = $that

      SET n.y = $thta
  - source: { type: ServerSentEvent, format: { type: Json }, url: "ftp://x" }
    query: RETURN 1
    onRecordError: { deadLetterQueueSettings: { destinations: [{ type: File, path: /nope/x }, { type: WebSocket, url: 'http://x' }, { type: Slack, hookUrl: x }, { type: CypherQuery, query: MATCH (n) SET n.bad = 1 }] } }
standingQueries:
  - pattern:
      type: Cypher
      mode: MULTIPLE_VALUES
      query: |
        MATCH (n)-[:a*]->(m)
        RETURN n.x
    outputs:
      - name: o
        resultEnrichment: { query: "MATCH (n)\\nWHERE n.x = $that.id\\nRETURN n" }
        destinations: [{ type: HttpEndpoint, url: x }, { type: File, path: nope/x }, {type: Foo}]
      - name: o
        destinations: [{ type: CypherQuery, query: "RETRUN 1" }]
        unknown: 1
`;

test('checks the items beside an unreadable part', async () => {
  const { output } = await check(`version: 2
title: Bad
ingestStreams:
  - name: a
    source: { type: NumberIterator, limit: ten }
    query: RETURN toIntegr($that)
  - name: a
    source: { type: NumberIterator }
    query: 7
    onRecordError: { retrySettings: { foo: 1 } }
standingQueries:
  - name: s
    pattern: { type: Cypher, mode: DISTINCT, query: RETURN }
    outputs:
      - name: o
        resultEnrichment: { query: RETRN 1 }
        destinations: [{ type: Nowhere }, { type: File, path: no/where }]
`);
  expect(output.trimEnd().split('\n')).toEqual([
    'r.yaml:5:37: error: DecodingFailure at .ingestStreams[0].source.limit: Double',
    'r.yaml:6:19: error: Ingest Stream a: CompileError: Failed to resolve function `toIntegr`',
    "r.yaml:7:5: error: DecodingFailure at .ingestStreams[1].name: Two items of type 'ingest stream' have the name 'a'",
    "r.yaml:9:5: error: DecodingFailure at .ingestStreams[1].query: Got value '7' with wrong type, expecting string",
    'r.yaml:10:39: error: DecodingFailure at .ingestStreams[1].onRecordError.retrySettings: Unexpected field: [foo]',
    expect.stringMatching(/^r.yaml:13:30: error: DecodingFailure at .standingQueries\[0\].pattern.mode: /),
    "r.yaml:16:36: error: Standing Query s, output o: SyntaxError: Invalid input 'RETRN': expected a query (did you mean RETURN?)",
    "r.yaml:17:26: error: DecodingFailure at .standingQueries[0].outputs[0].destinations[0]: No decoder for discriminator 'Nowhere'!",
    expect.stringMatching(/^r.yaml:17:57: error: Standing Query s, output o: Cannot write to no.where: /),
  ]);
});

test('version 2: checks the items beside an unreadable part', async () => {
  const { code, output } = await check(VERSION_2);
  expect(code).toBe(1);
  expect(output.trimEnd().split('\n')).toEqual([
    'r.yaml:1:1: error: DecodingFailure at .title: Missing required field',
    'r.yaml:2:1: warning: Unknown field .titel is ignored',
    'r.yaml:5:51: error: Missing required parameter in; use --recipe-value in=',
    'r.yaml:6:5: error: Missing required parameter q; use --recipe-value q=',
    expect.stringMatching(
      /^r.yaml:7:41: error: Ingest Stream a: The transformation is not a function: SyntaxError/,
    ),
    "r.yaml:8:5: error: DecodingFailure at .ingestStreams[1].name: Two items of type 'ingest stream' have the name 'a'",
    "r.yaml:9:37: error: DecodingFailure at .ingestStreams[1].source: Unexpected field: [limits]; did you mean 'limit'?",
    'r.yaml:13:17: error: Ingest Stream a: CompileError: Unknown parameter `thta`',
    "r.yaml:14:62: error: Ingest Stream ingest-stream-2: Invalid url: 'ftp://x' is not a valid http or https URL.",
    'r.yaml:16:78: error: Ingest Stream ingest-stream-2: Cannot write to /nope/x: the directory /nope does not exist.',
    "r.yaml:16:114: error: Ingest Stream ingest-stream-2: Invalid url: 'http://x' is not a valid ws or wss URL.",
    "r.yaml:16:148: error: Ingest Stream ingest-stream-2: Invalid url: 'x' is not a valid http or https URL.",
    'r.yaml:16:183: error: Ingest Stream ingest-stream-2: the query may scan all nodes each time it runs; find nodes by id(n) = idFrom(...) or id(n) = $that..., or set allowAllNodeScan',
    expect.stringMatching(
      /^r.yaml:22:22: error: Standing Query standing-query-0: CompileError: Variable length/,
    ),
    "r.yaml:27:87: error: DecodingFailure at .standingQueries[0].outputs[0].destinations[2]: No decoder for discriminator 'Foo'!",
    "r.yaml:28:9: error: DecodingFailure at .standingQueries[0].outputs[1].name: Two items of type 'output' have the name 'o'",
    "r.yaml:29:53: error: Standing Query standing-query-0, output o: SyntaxError: Invalid input 'RETRUN': expected a query (did you mean RETURN?)",
    'r.yaml:30:9: error: DecodingFailure at .standingQueries[0].outputs[1]: Unexpected field: [unknown]',
  ]);
});

test('reports YAML that cannot be parsed', async () => {
  const { code, output } = await check('version: 1\ntitle: "x\n');
  expect({ code, output }).toEqual({
    code: 1,
    output: expect.stringMatching(/^r.yaml:3:1: error: ParsingFailure/),
  });
});

const SCANNING = `version: 1
ingestStreams:
  - type: NumberIteratorIngest
    format: { type: CypherLine, query: "MATCH (n) SET n.x = $that" }
`;

test('reports warnings, as JSON too; --strict makes them errors', async () => {
  const warning = 'the query may scan all nodes for each record; find nodes by id(n) = idFrom(...) instead';
  expect(await check(SCANNING)).toEqual({
    code: 0,
    output: `r.yaml:4:33: warning: Ingest Stream INGEST-1: ${warning}\n`,
    said: 'r.yaml: 0 errors, 1 warning\n',
  });
  const { code, output } = await check(SCANNING, '--strict', '--json');
  expect(code).toBe(1);
  expect(JSON.parse(output)).toEqual([
    {
      recipe: 'r.yaml',
      problems: [{ severity: 'warning', message: `Ingest Stream INGEST-1: ${warning}`, line: 4, column: 33 }],
    },
  ]);
});
