/** Reads external JSON lines and CSV, chunk by chunk. */
import { mapSet, parseJson } from '@weir/model';
import { csvFields, CsvRowEnds, messageOf } from '@weir/platform';
import type { Value, ValueMap } from '@weir/model';
import { runtimeError, wrongSignature } from '../operations/runtime-errors.js';
import type { RunState } from '../run/run-state.js';
import { linesFromOutside } from './lines-from-outside.js';
import type { StreamProcedure } from '../registry/procedure-definition.js';

async function* jsonLines(state: RunState, [url]: readonly Value[]): AsyncIterable<Value[][]> {
  for await (const { lines, first } of linesFromOutside(state, url!)) {
    const rows: Value[][] = [];
    lines.forEach((line, i) => {
      if (line.trim() !== '') rows.push([numbered('Line', first + i, () => parseJson(line))]);
    });
    yield rows;
  }
}

/** Adds the line or row number to an error. */
function numbered<T>(unit: 'Line' | 'Row', number: number, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw runtimeError(`${unit} ${number}: ${messageOf(error)}`);
  }
}

async function* csv(state: RunState, args: readonly Value[]): AsyncIterable<Value[][]> {
  const [url, withHeaders, separator] = args;
  if (typeof separator !== 'string' || separator === '') throw wrongSignature('loadCsv', args);
  const dialect = { delimiter: separator, quote: '"', escape: undefined };
  let headers: readonly string[] | undefined;
  for await (const { lines, first } of linesFromOutside(state, url!, new CsvRowEnds(dialect))) {
    const rows: Value[][] = [];
    lines.forEach((line, i) => {
      const fields = numbered('Row', first + i, () => csvFields(line, dialect));
      if (withHeaders !== true) rows.push([fields]);
      else if (headers === undefined) headers = fields;
      else rows.push([named(headers, fields)]);
    });
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
    description: 'Returns one row per line of JSON',
    inputs: [{ name: 'url', type: 'STRING' }],
    requiredInputs: 1,
    outputs: [{ name: 'value', type: 'ANY' }],
    mode: 'READ',
    stream: jsonLines,
  },
  {
    kind: 'stream',
    name: 'loadCsv',
    description: 'Returns one row per record of a CSV file, as LOAD CSV does',
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
