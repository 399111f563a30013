/** The command `watch`. */
import { type StandingResult, type WeirClient, WeirClientError, writeExactly } from '@weir/client';
import type { WatchCommand } from '../arguments/watch-command-line.js';
import { suggestion } from '../arguments/read-arguments.js';
import type { CommandContext } from '../command-context.js';
import { TablePrinter } from '../queries/table-printer.js';
import { connectTo, failureLines, isReaderGone, READER_GONE } from '../server-connection.js';

/** @returns the exit code: 0 also if Ctrl-C ends the command, which is its usual end. */
export async function runWatch(command: WatchCommand, context: CommandContext): Promise<number> {
  const { console, signal } = context;
  const client = connectTo(command.server);
  try {
    await printResults(client, command, context);
    return 0;
  } catch (error) {
    if (signal.aborted) return 0;
    if (isReaderGone(error)) return READER_GONE;
    if (error instanceof WeirClientError && error.code === 'standing.not-found')
      console.line(await unknownName(client, command.name));
    else for (const line of failureLines(error, command.server)) console.line(line);
    return 1;
  }
}

async function printResults(
  client: WeirClient,
  { name, format, count }: WatchCommand,
  { console, signal, clock, terminalColumns }: CommandContext,
): Promise<void> {
  const stream = client.results(name, {
    signal,
    onGap: ({ message }) => console.line(`Some results were lost: ${message}`),
    onReconnect: ({ message }, millis) =>
      console.line(`${message}; connecting again in ${(millis / 1000).toFixed(1)} s`),
  });
  await stream.opened;
  console.line(`Watching ${name}; Ctrl-C ends`);
  const print = resultPrinter(format, terminalColumns);
  let printed = 0;
  try {
    for await (const result of stream) {
      await console.result(print.result(result, clock.now()));
      if (++printed === count) break;
    }
  } finally {
    // A failure means that the reader of the output has left.
    await console.result(print.end()).catch(() => undefined);
  }
}

interface ResultPrinter {
  result(result: StandingResult, now: number): string;
  end(): string;
}

function resultPrinter(format: WatchCommand['format'], terminalColumns: number | undefined): ResultPrinter {
  switch (format) {
    case 'table': {
      const table = new TablePrinter(terminalColumns);
      return {
        result: ({ meta, data }, now) => {
          const columns = ['time', 'event', ...Object.keys(data)];
          const event = meta.isPositiveMatch ? 'match' : 'retraction';
          const time = new Date(now).toISOString().slice(11, 19);
          return (
            table.row(columns, [time, event.padEnd('retraction'.length), ...Object.values(data)]) +
            table.flush()
          );
        },
        end: () => '',
      };
    }
    case 'json': {
      let isFirst = true;
      return {
        result: result => {
          const start = isFirst ? '[' : ',';
          isFirst = false;
          return `${start}\n  ${writeExactly(result)}`;
        },
        end: () => (isFirst ? '[]\n' : '\n]\n'),
      };
    }
    case 'jsonl':
      return { result: result => `${writeExactly(result)}\n`, end: () => '' };
  }
}

async function unknownName(client: WeirClient, name: string): Promise<string> {
  const names = (await client.standingQueries.list().catch(() => [])).map(query => query.name);
  const near = suggestion(name, names);
  const known =
    names.length === 0 ? 'there are no standing queries' : `the standing queries are ${names.join(', ')}`;
  return `Unknown standing query '${name}'${near === '' ? `; ${known}` : near}`;
}
