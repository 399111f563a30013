#!/usr/bin/env node
/** The command line of the sample streams. */
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { SAMPLE_NAMES, sampleLines, type SampleName, type SampleOptions } from './sample-lines.js';
import { startSseServer } from './sse-server.js';
import { writeLines } from './write-lines.js';

const USAGE = `Usage: samples <${SAMPLE_NAMES.join(' | ')}> [options]

  --seed N           the same seed gives the same bytes (default 1)
  --records N        number of records (default unlimited)
  --shuffle N        delays records by up to about N positions (default 0)
  --sensors N        processes: number of machines (default 200)
  --attack-every N   processes: one attack per N events (default none)
  --out FILE         write lines to a file (default standard output)
  --serve PORT       serve the stream as server-sent events instead; 0 uses a free port
  --rate N           events per second when serving (default 50)
`;

class UsageError extends Error {}

async function main(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      seed: { type: 'string', default: '1' },
      records: { type: 'string' },
      shuffle: { type: 'string', default: '0' },
      sensors: { type: 'string' },
      'attack-every': { type: 'string' },
      out: { type: 'string' },
      serve: { type: 'string' },
      rate: { type: 'string', default: '50' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) {
    process.stdout.write(USAGE);
    return;
  }
  const name = SAMPLE_NAMES.find(known => known === positionals[0]);
  if (name === undefined || positionals.length !== 1) throw new UsageError('name one sample stream');
  const options: SampleOptions = {
    seed: wholeNumber('seed', values.seed),
    shuffle: wholeNumber('shuffle', values.shuffle),
    ...(values.records === undefined ? {} : { records: wholeNumber('records', values.records) }),
    ...(values.sensors === undefined ? {} : { sensors: wholeNumber('sensors', values.sensors) }),
    ...(values['attack-every'] === undefined
      ? {}
      : { attackEvery: wholeNumber('attack-every', values['attack-every']) }),
  };
  if (values.serve !== undefined) {
    await serve(name, options, wholeNumber('serve', values.serve), wholeNumber('rate', values.rate));
  } else {
    await write(name, options, values.out);
  }
}

async function serve(name: SampleName, options: SampleOptions, port: number, rate: number): Promise<void> {
  if (rate < 1) throw new UsageError('--rate must be at least 1');
  const pace = { now: () => performance.now(), wait: async (millis: number) => void (await wait(millis)) };
  const server = await startSseServer({ lines: () => sampleLines(name, options), rate, port, pace });
  // If another program started this one, exit when it does, however it ends.
  process.once('disconnect', () => void server.close());
  process.stdout.write(`Sample stream ${name} available at ${server.url}\n`);
}

async function write(name: SampleName, options: SampleOptions, file: string | undefined): Promise<void> {
  if (file === undefined) {
    await writeLines(sampleLines(name, options), process.stdout);
    return;
  }
  const out = createWriteStream(file);
  const count = await writeLines(sampleLines(name, options), out);
  out.end();
  await finished(out);
  process.stderr.write(`${count} records written to ${file}\n`);
}

function wholeNumber(option: string, text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new UsageError(`--${option} expects an integer, not '${text}'`);
  return Number(text);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EPIPE') return;
  const isUsage = error instanceof UsageError || (code ?? '').startsWith('ERR_PARSE_ARGS');
  process.stderr.write(`Error: ${message}\n${isUsage ? USAGE : ''}`);
  process.exitCode = 1;
});
