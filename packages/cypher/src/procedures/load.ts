/** Reading from outside: JSON lines and CSV, piece by piece. What may be opened is the caller's to say. */
import { mapSet, parseJson } from '@weir/model';
import type { Value, ValueMap } from '@weir/model';
import { runtimeError, wrongSignature } from '../expression/runtime-errors.js';
import type { RunState } from '../expression/run-state.js';
import type { StreamProcedure } from './procedure-definition.js';

const LINES_AT_ONCE = 512;

async function* batchesOfLines(state: RunState, url: Value): AsyncIterable<string[]> {
  if (typeof url !== 'string') throw wrongSignature('url :: STRING', [url]);
  const open = state.context.openText;
  if (open === undefined) throw runtimeError('Nothing from outside may be opened here');
  let rest = '';
  let lines: string[] = [];
  for await (const piece of open(url)) {
    const parts = (rest + piece).split('\n');
    rest = parts.pop()!;
    for (const line of parts) lines.push(line.endsWith('\r') ? line.slice(0, -1) : line);
    if (lines.length >= LINES_AT_ONCE) {
      yield lines;
      lines = [];
    }
  }
  if (rest !== '') lines.push(rest);
  if (lines.length > 0) yield lines;
}

async function* jsonLines(state: RunState, [url]: readonly Value[]): AsyncIterable<Value[][]> {
  for await (const lines of batchesOfLines(state, url!)) {
    yield lines.filter(line => line.trim() !== '').map(line => [parseJson(line)]);
  }
}

/** The fields of a line; a quote inside a quoted field is doubled. */
export function csvFields(line: string, separator: string): string[] {
  const fields: string[] = [];
  let at = 0;
  for (;;) {
    let field = '';
    if (line[at] === '"') {
      at++;
      for (;;) {
        const quote = line.indexOf('"', at);
        if (quote < 0) throw runtimeError(`A quoted CSV field does not end: ${line.slice(0, 80)}`);
        field += line.slice(at, quote);
        at = quote + 1;
        if (line[at] !== '"') break;
        field += '"';
        at++;
      }
    }
    const end = line.indexOf(separator, at);
    field += line.slice(at, end < 0 ? undefined : end);
    fields.push(field);
    if (end < 0) return fields;
    at = end + separator.length;
  }
}

async function* csv(state: RunState, args: readonly Value[]): AsyncIterable<Value[][]> {
  const [url, withHeaders, separator] = args;
  if (typeof separator !== 'string') throw wrongSignature('loadCsv', args);
  let headers: readonly string[] | undefined;
  for await (const lines of batchesOfLines(state, url!)) {
    const rows: Value[][] = [];
    for (const line of lines) {
      const fields = csvFields(line, separator);
      if (withHeaders !== true) rows.push([fields]);
      else if (headers === undefined) headers = fields;
      else rows.push([named(headers, fields)]);
    }
    yield rows;
  }
}

function named(headers: readonly string[], fields: readonly string[]): ValueMap {
  const map: ValueMap = {};
  headers.forEach((header, i) => mapSet(map, header, fields[i] ?? null));
  return map;
}

export const LOAD_PROCEDURES: readonly StreamProcedure[] = [
  {
    kind: 'stream',
    name: 'loadJsonLines',
    description: 'One row per line of JSON',
    inputs: [{ name: 'url', type: 'STRING' }],
    requiredInputs: 1,
    outputs: [{ name: 'value', type: 'ANY' }],
    mode: 'READ',
    stream: jsonLines,
  },
  {
    kind: 'stream',
    name: 'loadCsv',
    description: 'What LOAD CSV does: one row per line',
    inputs: [
      { name: 'url', type: 'STRING' },
      { name: 'withHeaders', type: 'BOOLEAN' },
      { name: 'fieldTerminator', type: 'STRING' },
    ],
    requiredInputs: 3,
    outputs: [{ name: 'row', type: 'ANY' }],
    mode: 'READ',
    stream: csv,
  },
];
