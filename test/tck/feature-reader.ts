/** Reads feature files into scenarios. An unknown step is an error: nothing is left unchecked. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { AstBuilder, compile, GherkinClassicTokenMatcher, Parser } from '@cucumber/gherkin';
import { IdGenerator, type Pickle, type PickleStep } from '@cucumber/messages';
import type {
  Execution,
  Expectation,
  ExpectedError,
  ProcedureDeclaration,
  Scenario,
  Table,
} from './scenario.js';

/** All scenarios below a folder, sorted by file name. */
export function readFeatures(folder: string): Scenario[] {
  return featureFiles(folder).flatMap(file => readFeature(file, relative(folder, file)));
}

function featureFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.feature'))
    .sort()
    .map(name => join(folder, name));
}

function readFeature(file: string, uri: string): Scenario[] {
  const newId = IdGenerator.incrementing();
  const parser = new Parser(new AstBuilder(newId), new GherkinClassicTokenMatcher());
  // A table row without cells is written as a single bar, which Gherkin does not parse.
  const text = readFileSync(file, 'utf8').replace(/^(\s*)\|\s*$/gm, '$1||');
  const pickles = compile(parser.parse(text), uri, newId);
  const feature = uri.replace(/\.feature$/, '');
  const seen = new Map<string, number>();
  return pickles.map(pickle => {
    const count = (seen.get(pickle.name) ?? 0) + 1;
    seen.set(pickle.name, count);
    const isExample = pickles.filter(other => other.name === pickle.name).length > 1;
    return readScenario(pickle, feature, isExample ? `${pickle.name} (${count})` : pickle.name);
  });
}

class ScenarioDraft {
  graph = 'empty';
  readonly setup: string[] = [];
  readonly procedures: ProcedureDeclaration[] = [];
  readonly parameters: Record<string, string> = {};
  readonly executions: { query: string; expectation?: Expectation; sideEffects?: Record<string, number> }[] =
    [];
}

function readScenario(pickle: Pickle, feature: string, name: string): Scenario {
  const draft = new ScenarioDraft();
  for (const step of pickle.steps) {
    const understood = STEPS.some(([pattern, apply]) => {
      const match = pattern.exec(step.text);
      if (match) apply(draft, step, match);
      return match !== null;
    });
    if (!understood) throw new Error(`${feature}: step not understood: ${step.text}`);
  }
  const executions = draft.executions.map((execution): Execution => ({
    query: execution.query,
    expectation: execution.expectation,
    sideEffects: execution.sideEffects,
  }));
  const { graph, setup, procedures, parameters } = draft;
  const tags = pickle.tags.map(tag => tag.name);
  return { feature, name, tags, graph, setup, procedures, parameters, executions };
}

type Step = readonly [RegExp, (draft: ScenarioDraft, step: PickleStep, match: RegExpExecArray) => void];

const STEPS: readonly Step[] = [
  [/^(?:an empty|any) graph$/, () => undefined],
  [/^the (\S+) graph$/, (draft, _, match) => void (draft.graph = match[1]!)],
  [/^having executed:$/, (draft, step) => void draft.setup.push(docString(step))],
  [/^parameters are:$/, (draft, step) => void Object.assign(draft.parameters, pairs(step))],
  [
    /^there exists a procedure (.+):$/,
    (draft, step, match) => void draft.procedures.push({ signature: match[1]!, table: table(step) }),
  ],
  [
    /^executing (?:control )?query:$/,
    (draft, step) => void draft.executions.push({ query: docString(step) }),
  ],
  [/^the result should be empty$/, draft => expectation(draft, { kind: 'empty' })],
  [
    /^the result should be(, in any order|, in order)?( \(ignoring element order for lists\))?:$/,
    (draft, step, match) =>
      expectation(draft, {
        kind: 'table',
        table: table(step),
        inOrder: match[1] === ', in order',
        ignoreListOrder: match[2] !== undefined,
      }),
  ],
  [
    /^an? (\w+) should be raised at (compile time|runtime|any time): ?(\S+)$/,
    (draft, _, match) => {
      const error = { type: match[1]!, phase: match[2] as ExpectedError['phase'], detail: match[3]! };
      expectation(draft, { kind: 'error', error });
    },
  ],
  [/^no side effects$/, draft => void (last(draft).sideEffects = {})],
  [
    /^the side effects should be:$/,
    (draft, step) => {
      const counts = Object.entries(pairs(step)).map(([key, count]) => [key, Number(count)] as const);
      last(draft).sideEffects = Object.fromEntries(counts);
    },
  ],
];

function last(draft: ScenarioDraft): ScenarioDraft['executions'][number] {
  const execution = draft.executions.at(-1);
  if (execution === undefined) throw new Error('an expectation before any query');
  return execution;
}

function expectation(draft: ScenarioDraft, expected: Expectation): void {
  last(draft).expectation = expected;
}

function docString(step: PickleStep): string {
  const content = step.argument?.docString?.content;
  if (content === undefined) throw new Error(`no text below: ${step.text}`);
  return content;
}

function cells(step: PickleStep): string[][] {
  const rows = step.argument?.dataTable?.rows ?? [];
  return rows.map(row => row.cells.map(cell => cell.value));
}

function table(step: PickleStep): Table {
  const [header = [], ...rows] = cells(step);
  const isVoid = header.length === 1 && header[0] === '';
  return isVoid ? { header: [], rows: rows.map(() => []) } : { header, rows };
}

function pairs(step: PickleStep): Record<string, string> {
  return Object.fromEntries(cells(step).map(([key, value]) => [key, value]));
}
