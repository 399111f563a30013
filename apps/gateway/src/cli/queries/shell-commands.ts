/** Commands of the shell, which begin with a colon. */
import type { WeirClient } from '@weir/client';
import { writeExactly } from '@weir/client';
import { suggestion } from '../arguments/read-arguments.js';
import { ROW_FORMATS, type RowFormat } from '../arguments/query-command-line.js';
import { parameterOf, type Parameters, timeOf } from './query-values.js';
import { rowPrinter } from './row-formats.js';

/** Settings that last until the shell ends. */
export interface ShellState {
  parameters: Parameters;
  format: RowFormat;
  atTime: Date | undefined;
}

export const SHELL_HELP = `A query ends with a semicolon.

:param <name> => <value>   set a parameter; JSON, or else a string
:params                    list the parameters; :params clear removes them
:format <${ROW_FORMATS.join('|')}>   set the format of the rows
:at <time>                 read the graph as of a time; :at now returns to the present
:standing                  list the standing queries
:help                      print this help
:quit                      end the shell, as Ctrl-D does

Ctrl-C cancels the running query. Tab completes a word.
`;

export const SHELL_COMMANDS = [':param', ':params', ':format', ':at', ':standing', ':help', ':quit'];

/**
 * @returns text to print; `undefined` if the shell ends.
 * @throws Error for an invalid command
 */
export async function runShellCommand(
  line: string,
  state: ShellState,
  client: WeirClient,
  terminalColumns: number | undefined,
): Promise<string | undefined> {
  const [, name = '', rest = ''] = /^(:\w*)\s*(.*?)[;\s]*$/s.exec(line) ?? [];
  switch (name) {
    case ':help':
      return SHELL_HELP;
    case ':quit':
    case ':exit':
      return undefined;
    case ':param':
      return setParameter(rest, state);
    case ':params':
      if (rest === 'clear') state.parameters = {};
      return Object.entries(state.parameters)
        .map(([key, value]) => `${key} => ${writeExactly(value)}\n`)
        .join('');
    case ':format': {
      const format = ROW_FORMATS.find(each => each === rest);
      if (format === undefined) throw new Error(`:format expects ${ROW_FORMATS.join(', ')}`);
      state.format = format;
      return '';
    }
    case ':at':
      state.atTime = rest === '' || rest === 'now' ? undefined : timeOf(rest);
      return '';
    case ':standing':
      return listed(client, terminalColumns);
    default:
      throw new Error(`Unknown command ${name}${suggestion(name, SHELL_COMMANDS)}`);
  }
}

function setParameter(text: string, state: ShellState): string {
  const [, name, value] = /^([\p{L}_][\p{L}\p{N}_]*)\s*=>?\s*(.+)$/su.exec(text) ?? [];
  if (name === undefined || value === undefined)
    throw new Error(':param expects a name and a value: :param x => 1');
  const [key, parsed] = parameterOf(`${name}=${value}`);
  state.parameters = { ...state.parameters, [key]: parsed };
  return '';
}

async function listed(client: WeirClient, terminalColumns: number | undefined): Promise<string> {
  const queries = await client.standingQueries.list();
  const printer = rowPrinter('table', terminalColumns);
  const columns = ['name', 'matches', 'query'];
  const rows = queries.map(({ name, stats, pattern }) => [
    name,
    stats['local']?.rates.count ?? null,
    pattern.query,
  ]);
  return rows.map(row => printer.row(columns, row)).join('') + printer.end(columns);
}
