/** Answers editors: diagnostics of a query, completions at a position, and the types of words. */
import type {
  CheckedQuery,
  DescribedWord,
  QueryCompletion,
  QueryCompletions,
  QueryDiagnostic,
} from '@weir/api';
import { completionContext, type CompletionContext, queryKind, wordAt, wordKinds } from '@weir/cypher';
import type { StreamingGraph } from '@weir/contract';
import { closestTo, WeirError } from '@weir/platform';
import type { Callable, QueryNames } from './query-names.js';

const MOST_ITEMS = 200;

export class QueryLanguage {
  constructor(
    private readonly graph: StreamingGraph,
    private readonly names: QueryNames,
  ) {}

  /** Rejects only when the graph cannot be queried. */
  async check(text: string, parameters: readonly string[] | undefined): Promise<CheckedQuery> {
    try {
      const { columns, isReadOnly, canContainAllNodeScan } = await this.graph.admin.inspect(text, parameters);
      const kind = columns.length === 0 ? 'sideEffects' : queryKind(text);
      const diagnostics = canContainAllNodeScan ? [scanWarning(text)] : [];
      if (isReadOnly) diagnostics.push(...(await this.unknownNames(text)));
      return { kind, columns: [...columns], isReadOnly, canContainAllNodeScan, diagnostics };
    } catch (thrown) {
      const error = WeirError.from(thrown);
      if (!error.code.startsWith('cypher.')) throw error;
      const wrong = {
        kind: 'unknown',
        columns: [],
        isReadOnly: false,
        canContainAllNodeScan: false,
      } as const;
      return { ...wrong, columns: [], diagnostics: [diagnosticOf(error, text)] };
    }
  }

  async complete(text: string, offset: number): Promise<QueryCompletions> {
    const at = Math.min(offset, text.length);
    const context = completionContext(text, at);
    if (context === undefined) return { from: at, to: at, items: [], isIncomplete: false };
    const items = (await this.itemsAt(context)).filter(item => fits(item, context.prefix));
    const { from, to } = context;
    return { from, to, items: items.slice(0, MOST_ITEMS), isIncomplete: items.length > MOST_ITEMS };
  }

  async describe(text: string, offset: number): Promise<DescribedWord> {
    const found = wordAt(text, offset);
    if (found === undefined) return { from: offset, to: offset, word: '', signatures: [], documentation: '' };
    const { functions, procedures } = await this.names.callables();
    const name = found.word.toLowerCase();
    const all = [...functions, ...procedures].filter(each => each.name.toLowerCase() === name);
    const signatures = all.map(({ signature }) => signature);
    return { ...found, signatures, documentation: all[0]?.description ?? '' };
  }

  private async itemsAt(context: CompletionContext): Promise<QueryCompletion[]> {
    const { names, keywords, variables, path, yieldsOf } = context;
    const items: QueryCompletion[] = variables.map(({ name, kind }) => ({
      label: name,
      insert: quoted(name),
      kind: 'variable',
      detail: kind === 'unknown' ? 'value' : kind,
    }));
    if (yieldsOf !== undefined) items.push(...(await this.columnsOf(yieldsOf)));
    const found = { label: 'labels', edgeType: 'edgeTypes', property: 'properties' } as const;
    for (const kind of ['label', 'edgeType', 'property'] as const) {
      if (!names.includes(kind) || path.split('.').length > 2) continue;
      const known = await this.names.inGraph(found[kind]);
      items.push(...known.map(name => ({ label: name, insert: quoted(name), kind })));
    }
    for (const word of keywords) items.push({ label: word, insert: word, kind: 'keyword' });
    if (names.includes('function'))
      items.push(...callablesIn('function', path, (await this.names.callables()).functions));
    if (names.includes('procedure'))
      items.push(...callablesIn('procedure', path, (await this.names.callables()).procedures));
    return items;
  }

  /** Warnings about labels and edge types that a query reads although the graph has none. */
  private async unknownNames(text: string): Promise<QueryDiagnostic[]> {
    const warnings: QueryDiagnostic[] = [];
    for (const { from, to, kind } of wordKinds(text)) {
      if (kind !== 'label' && kind !== 'edgeType') continue;
      const name = unquoted(text.slice(from, to));
      const list = kind === 'label' ? 'labels' : 'edgeTypes';
      if ((await this.names.inGraph(list)).includes(name)) continue;
      const names = await this.names.inGraphNow(list);
      // None are known while the graph is empty, or busy.
      if (names.length > 0 && !names.includes(name))
        warnings.push(unknownName(text, from, to, kind, name, names));
    }
    return warnings;
  }

  /** `name :: (column :: TYPE, ...)` */
  private async columnsOf(procedure: string): Promise<QueryCompletion[]> {
    const { procedures } = await this.names.callables();
    const known = procedures.find(({ name }) => name.toLowerCase() === procedure.toLowerCase());
    const columns = /:: \((.*)\)$/.exec(known?.signature ?? '')?.[1] ?? '';
    return [...columns.matchAll(/(\w+) :: ([^,]+)/g)].map(([, name, type]) => ({
      label: name!,
      insert: name!,
      kind: 'column',
      detail: type!,
    }));
  }
}

/** @param path the part of the name already written, such as `text.`. */
function callablesIn(
  kind: 'function' | 'procedure',
  path: string,
  callables: readonly Callable[],
): QueryCompletion[] {
  const seen = new Set<string>();
  return callables
    .filter(
      ({ name }) => name.toLowerCase().startsWith(path.toLowerCase()) && !seen.has(name) && seen.add(name),
    )
    .map(({ name, signature, description }) => ({
      label: name,
      insert: name.slice(path.length),
      kind,
      detail: signature,
      documentation: description,
    }));
}

/** For a dotted name, compares the part after the written path; a quoted name matches without its quotes. */
function fits({ kind, label, insert }: QueryCompletion, prefix: string): boolean {
  const text = kind === 'function' || kind === 'procedure' ? insert : label;
  return text.toLowerCase().startsWith(prefix.toLowerCase());
}

/** Quotes a name that is not an identifier. */
function quoted(name: string): string {
  return /^[\p{ID_Start}\p{Pc}]\p{ID_Continue}*$/u.test(name) ? name : `\`${name.replaceAll('`', '``')}\``;
}

function unquoted(word: string): string {
  return word.startsWith('`') ? word.slice(1, -1).replaceAll('``', '`') : word;
}

function unknownName(
  text: string,
  from: number,
  to: number,
  kind: 'label' | 'edgeType',
  name: string,
  names: readonly string[],
): QueryDiagnostic {
  const near = closestTo(name, names);
  const hint = near === undefined ? '' : ` (did you mean ${near}?)`;
  const message =
    kind === 'label' ? `No node has the label '${name}'${hint}` : `No edge has the type '${name}'${hint}`;
  const before = text.slice(0, from).split('\n');
  const line = before.length;
  return {
    severity: 'warning',
    code: 'query.unknown-name',
    message,
    from,
    to,
    line,
    column: before.at(-1)!.length + 1,
  };
}

function scanWarning(text: string): QueryDiagnostic {
  const message =
    'This query may scan all nodes of the graph. Start at one node with WHERE id(n) = idFrom(...)';
  return { severity: 'warning', code: 'query.scan', message, from: 0, to: text.length, line: 1, column: 1 };
}

function diagnosticOf({ code, message, position }: WeirError, text: string): QueryDiagnostic {
  const said = message.split('\n\n')[0]!.replace(/^\w+Error(?: at \d+\.\d+)? /, '');
  const from = Math.min(position?.offset ?? 0, text.length);
  const word = wordAt(text, from);
  const to = word?.to ?? Math.min(from + 1, text.length);
  const { line = 1, column = 1 } = position ?? {};
  return {
    severity: 'error',
    code,
    message: said,
    from,
    to: position === undefined ? text.length : to,
    line,
    column,
  };
}
