/**
 * Compares a response with a recorded one: same structure, fields and types, with integers distinct from floats, and
 * the same values unless they depend on the run or the machine. Texts of errors may differ; their presence may not.
 */

/** Values of these depend on the run or the product; their presence and types do not. */
const RUN_DEPENDENT: ReadonlySet<string> = new Set([
  ...[
    'version',
    'gitCommit',
    'gitCommitDate',
    'javaVersion',
    'javaRuntimeVersion',
    'javaAvailableProcessors',
  ],
  ...['javaMaxMemory', 'persistenceWriteVersion', 'persistorType', 'address', 'port', 'pid'],
  ...['softLimit', 'hardLimit', 'inMemorySoftNodeLimit', 'inMemoryHardNodeLimit', 'defaultApiVersion'],
  ...[
    'atTime',
    'startTime',
    'timestamp',
    'totalRuntime',
    'internalId',
    'value',
    'outputHashCode',
    'requestId',
  ],
  ...['count', 'oneMinute', 'fiveMinute', 'fifteenMinute', 'overall', 'ingestedCount', 'bufferSize'],
  ...['message', 'error', 'path', 'icon', 'includeCancellations', 'writeLatencyMs', 'readLatencyMs'],
]);

/** Absent if the build does not know them, or if they were not given. */
const OPTIONAL: ReadonlySet<string> = new Set(['gitCommit', 'gitCommitDate', 'includeCancellations']);

/** Fields of our responses that the recording lacks. */
const ADDED: ReadonlySet<string> = new Set([
  ...[
    'resultId',
    'isInitialResult',
    'expressionFailures',
    'rejectedCount',
    'readCount',
    'progress',
    'doneCount',
    'onFailure',
    'warnings',
  ],
]);

/** Lists whose elements are all compared with the first one. */
const SAMPLED: ReadonlySet<string> = new Set([
  'counters',
  'timers',
  'gauges',
  'metricsReporterTypes',
  'journal',
]);

export interface LikenessOptions {
  /** Compares values, not only structure and types. */
  readonly values: boolean;
}

/** Returns the differences, one line each; empty: none. */
export function differences(expected: string, found: string, options: LikenessOptions): string[] {
  if (expected === '' || found === '')
    return expected === found ? [] : [`body ${show(found)}, not ${show(expected)}`];
  const lines: string[] = [];
  compare(parseExact(expected), parseExact(found), '', '', options, lines);
  return lines;
}

/** Parses JSON and keeps floats distinct from integers; `undefined` if it is invalid. */
function parseExact(text: string): unknown {
  const marked = text.replace(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g, token =>
    token.startsWith('"') ? token : /[.eE]/.test(token) ? `{"#float":"${token}"}` : token,
  );
  try {
    return JSON.parse(marked) as unknown;
  } catch {
    return undefined;
  }
}

function compare(
  expected: unknown,
  found: unknown,
  path: string,
  key: string,
  options: LikenessOptions,
  lines: string[],
): void {
  const [wanted, kind] = [kindOf(expected), kindOf(found)];
  if (wanted !== kind) {
    // A measured value may happen to be whole, or unknown.
    const isMeasured = !options.values || RUN_DEPENDENT.has(key);
    if (isMeasured && (key === 'value' || (isNumber(wanted) && isNumber(kind)))) return;
    lines.push(`${path || 'body'}: ${kind} ${show(found)}, not ${wanted} ${show(expected)}`);
  } else if (wanted === 'array')
    compareLists(expected as unknown[], found as unknown[], path, key, options, lines);
  else if (wanted === 'object') compareFields(expected as Fields, found as Fields, path, options, lines);
  else if (options.values && !RUN_DEPENDENT.has(key) && show(expected) !== show(found)) {
    lines.push(`${path || 'body'}: ${show(found)}, not ${show(expected)}`);
  }
}

type Fields = Readonly<Record<string, unknown>>;

function compareFields(
  expected: Fields,
  found: Fields,
  path: string,
  options: LikenessOptions,
  lines: string[],
): void {
  for (const [name, value] of Object.entries(expected)) {
    if (Object.hasOwn(found, name)) compare(value, found[name], `${path}.${name}`, name, options, lines);
    else if (!OPTIONAL.has(name)) lines.push(`${path}.${name} is missing`);
  }
  for (const name of Object.keys(found)) {
    if (!Object.hasOwn(expected, name) && !ADDED.has(name)) lines.push(`${path}.${name} is too much`);
  }
}

function compareLists(
  expected: readonly unknown[],
  found: readonly unknown[],
  path: string,
  key: string,
  options: LikenessOptions,
  lines: string[],
): void {
  if (SAMPLED.has(key)) {
    const [sample] = expected;
    if (sample === undefined) return;
    const shape = { values: false };
    for (const [i, each] of found.entries()) compare(sample, each, `${path}[${i}]`, key, shape, lines);
    return;
  }
  if (options.values ? expected.length !== found.length : expected.length > 0 && found.length === 0) {
    lines.push(`${path || 'body'} has ${found.length} elements, not ${expected.length}`);
  }
  const [wanted, given] = [byName(expected), byName(found)];
  for (let i = 0; i < Math.min(expected.length, found.length); i++) {
    compare(wanted[i], given[i], `${path}[${i}]`, key, options, lines);
  }
}

/** Lists of named items have no order. */
function byName(list: readonly unknown[]): readonly unknown[] {
  const nameOf = (each: unknown): string =>
    typeof each === 'object' && each !== null && 'name' in each && typeof each.name === 'string'
      ? each.name
      : '';
  return list.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : nameOf(a) > nameOf(b) ? 1 : 0));
}

function isNumber(kind: string): boolean {
  return kind === 'float' || kind === 'integer';
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (value === undefined) return 'no JSON';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'object') return '#float' in value ? 'float' : 'object';
  return typeof value === 'number' ? 'integer' : typeof value;
}

function show(value: unknown): string {
  const text = typeof value === 'object' && value !== null && '#float' in value ? value['#float'] : value;
  const shown = JSON.stringify(text) ?? 'nothing';
  return shown.length > 120 ? `${shown.slice(0, 120)}...` : shown;
}
