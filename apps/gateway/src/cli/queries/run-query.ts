/** The command `query`. */
import { readFile } from 'node:fs/promises';
import { text as textOf } from 'node:stream/consumers';
import { messageOf } from '@weir/platform';
import type { QueryCommand } from '../arguments/query-command-line.js';
import { invalid } from '../arguments/read-arguments.js';
import type { CommandContext } from '../command-context.js';
import { connectTo, failureLines, INTERRUPTED, isReaderGone, READER_GONE } from '../server-connection.js';
import { printQuery, summary } from './print-query.js';
import { durationOf, readParameters, timeOf } from './query-values.js';

/**
 * @returns the exit code.
 * @throws WeirError `cli.invalid`
 */
export async function runQuery(command: QueryCommand, context: CommandContext): Promise<number> {
  const { console, clock, terminalColumns, signal, after } = context;
  const { server, source, format } = command;
  const query = {
    text: 'text' in source ? source.text : await readQuery(source.file, context),
    parameters: await readParameters(command.parametersFile, command.parameters),
    atTime: command.atTime === undefined ? undefined : timeOf(command.atTime),
    timeout: command.timeout === undefined ? undefined : durationOf(command.timeout),
    format,
  };
  const target = { write: (text: string) => console.result(text), columns: terminalColumns, after };
  const started = clock.now();
  try {
    const rows = await printQuery(connectTo(server), query, target, signal);
    if (format === 'table') console.line(summary(rows, clock.now() - started));
    return 0;
  } catch (error) {
    if (signal.aborted) {
      console.line('The query was canceled');
      return INTERRUPTED;
    }
    if (isReaderGone(error)) return READER_GONE;
    for (const line of failureLines(error, server)) console.line(line);
    return 1;
  }
}

async function readQuery(file: string, { input }: CommandContext): Promise<string> {
  try {
    return file === '-' ? await textOf(input) : await readFile(file, 'utf8');
  } catch (cause) {
    throw invalid(`Cannot read the query from ${file}: ${messageOf(cause)}`);
  }
}
