/** The packaged extension for Visual Studio Code: its parts, and its program in a stubbed editor against a gateway. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import AdmZip from 'adm-zip';
import oniguruma from 'vscode-oniguruma';
import textmate from 'vscode-textmate';
import { CuttableProxy } from '../support/cuttable-proxy.js';
import { GatewayProcess } from '../support/gateway-process.js';
import { projectFile } from '../support/project-file.js';
import { StubbedEditor } from './stubbed-editor.js';

const load = createRequire(import.meta.url);
const TOKEN = 'let-the-editor-in-1234567890';

interface Manifest {
  readonly main: string;
  readonly version: string;
  readonly contributes: {
    readonly languages: readonly { readonly configuration: string }[];
    readonly grammars: readonly { readonly path: string; readonly scopeName: string }[];
    readonly yamlValidation: readonly { readonly url: string }[];
    readonly commands: readonly { readonly command: string }[];
  };
}

let folder: string;
let parts: ReadonlyMap<string, string>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'weir-vscode-'));
  const file = join(folder, 'weir.vsix');
  await promisify(execFile)(process.execPath, [projectFile('scripts/dev.mjs'), 'vscode', file]);
  parts = new Map(
    new AdmZip(await readFile(file)).getEntries().map(entry => [entry.entryName, entry.getData().toString()]),
  );
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function part(path: string): string {
  const text = parts.get(join('extension', path));
  if (text === undefined) throw new Error(`The package has no ${path}`);
  return text;
}

const manifest = (): Manifest => JSON.parse(part('package.json')) as Manifest;

describe('the package', () => {
  test('contains all files that its manifest names', () => {
    const { main, contributes } = manifest();
    part(main);
    part('README.md');
    part('LICENSE.txt');
    for (const { configuration } of contributes.languages) JSON.parse(part(configuration));
    for (const { url } of contributes.yamlValidation)
      expect(JSON.parse(part(url))).toMatchObject({ $schema: expect.any(String) as string });
  });

  test('has the manifest and the content types of a .vsix file', () => {
    const { version } = manifest();
    expect(parts.get('extension.vsixmanifest')).toContain(
      `<Identity Language="en-US" Id="weir" Version="${version}" Publisher="weir"/>`,
    );
    const types = parts.get('[Content_Types].xml')!;
    for (const path of parts.keys())
      if (path !== '[Content_Types].xml')
        expect(types).toContain(`Extension="${path.slice(path.lastIndexOf('.'))}"`);
  });
});

describe('the grammar', () => {
  let grammar: textmate.IGrammar;
  beforeAll(async () => {
    const { path, scopeName } = manifest().contributes.grammars[0]!;
    await oniguruma.loadWASM(await readFile(load.resolve('vscode-oniguruma/release/onig.wasm')));
    const registry = new textmate.Registry({
      onigLib: Promise.resolve({
        createOnigScanner: patterns => new oniguruma.OnigScanner(patterns),
        createOnigString: text => new oniguruma.OnigString(text),
      }),
      loadGrammar: async () => textmate.parseRawGrammar(part(path), path),
    });
    grammar = (await registry.loadGrammar(scopeName))!;
  });

  const LINE = `MATCH (n:Person)-[:KNOWS]->(m {age: $age, city: 'x'}) WHERE toUpper(n.name) = "A" RETURN 1.5 // end`;
  test.each([
    ['MATCH', 'keyword.control'],
    ['Person', 'entity.name.type.label'],
    ['KNOWS', 'entity.name.type.label'],
    ['$age', 'variable.parameter'],
    ["'x'", 'string.quoted.single'],
    ['toUpper', 'entity.name.function'],
    ['name', 'variable.other.property'],
    ['"A"', 'string.quoted.double'],
    ['1.5', 'constant.numeric'],
    ['// end', 'comment.line'],
  ])('knows %s', (word, scope) => {
    const { tokens } = grammar.tokenizeLine(LINE, textmate.INITIAL);
    const at = LINE.indexOf(word);
    const token = tokens.find(({ startIndex, endIndex }) => startIndex <= at && at < endIndex)!;
    expect(token.scopes.at(word.startsWith("'") || word.startsWith('"') ? 1 : -1)).toContain(scope);
  });

  test('does not color the values of a map as labels', () => {
    const { tokens } = grammar.tokenizeLine('RETURN {a: b}', textmate.INITIAL);
    expect(tokens.flatMap(({ scopes }) => scopes)).not.toContain('entity.name.type.label.cypher');
  });
});

describe('the program', () => {
  let gateway: GatewayProcess;
  let proxy: CuttableProxy;
  let url: string;
  let editor: StubbedEditor;
  let deactivate: () => Promise<void>;
  beforeAll(async () => {
    gateway = await GatewayProcess.start('--store', 'memory', `-Dweir.webserver.access.admin=${TOKEN}`);
    proxy = await CuttableProxy.before(Number(new URL(gateway.url).port));
    proxy.cut();
    url = `http://${proxy.address}`;
    editor = new StubbedEditor({ 'weir.url': url });
    const module = {
      exports: {} as { activate(context: object): Promise<void>; deactivate(): Promise<void> },
    };
    const required = (name: string): unknown => (name === 'vscode' ? editor.exports : load(name));

    const evaluate = new Function('require', 'module', 'exports', part(manifest().main));
    evaluate(required, module, module.exports);
    deactivate = module.exports.deactivate;
    await module.exports.activate(editor.context);
  });
  afterAll(async () => {
    await deactivate();
    await proxy.close();
    await gateway.stop();
  });

  test('connects when the server is available, and asks for the token that it requires', async () => {
    expect(editor.messages).toEqual([
      expect.stringMatching(`^Cannot connect to the Weir server at ${url}: .*Start the server`),
    ]);
    proxy.heal();
    await editor.shows(2);
    expect(editor.messages[1]).toBe(
      `The Weir server at ${url} requires another token. Run the command "Weir: Set token".`,
    );
    editor.input = TOKEN;
    await editor.run('weir.setToken');
    expect(editor.messages).toHaveLength(2);
  });

  test('shows what is wrong with a query, until it is corrected', async () => {
    let shown = editor.diagnostics();
    const document = editor.open('RETRN 1');
    expect(await shown).toMatchObject([
      { message: expect.stringContaining('did you mean RETURN') as string },
    ]);
    shown = editor.diagnostics();
    editor.change(document, 'RETURN 1');
    expect(await shown).toEqual([]);
  });

  test('connects again when the connection is lost', async () => {
    const diagnosed = editor.diagnostics();
    const document = editor.open('MAT');
    await diagnosed;
    const connected = editor.connects();
    proxy.cut();
    proxy.heal();
    await connected;
    expect(await editor.completions(document, 3)).toContain('MATCH');
    expect(editor.messages).toHaveLength(2);
  });

  test('completes words and describes functions', async () => {
    const document = editor.open('RETURN toUpper("a") AS x ORD');
    expect(await editor.completions(document, 28)).toContain('ORDER');
    expect(await editor.hover(document, 10)).toContain('toUpper(');
  });

  test('runs the query in the editor and shows its rows as text', async () => {
    editor.open(`UNWIND ['<b>', null] AS x RETURN x, 9007199254740993 AS n`);
    await editor.run('weir.runQuery');
    const [page] = editor.pages;
    expect(page?.html).toContain('<td>&lt;b&gt;</td><td class="number">9007199254740993</td>');
    expect(page?.html).toContain('<p>2 rows in ');
    editor.open('RETRN 1');
    await editor.run('weir.runQuery');
    expect(editor.messages.at(-1)).toContain('did you mean RETURN');
  });
});
