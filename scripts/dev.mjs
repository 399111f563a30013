/**
 * The commands for developers that have no file of their own in this folder: `node scripts/dev.mjs COMMAND [options]`, or
 * `npm run COMMAND -- [options]`. Each row of the table names a program and what to build before it runs. `--help` lists them.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { EVERYTHING, fail, prepare, PROGRAM, ROOT } from './build/prepare.mjs';

const STANDING_QUERY = 'scripts/commands/standing-query.mjs';

/** `program` is relative to the root. `args` precede those of the command line. */
const COMMANDS = {
  bench: {
    about: 'measure throughput, latency, memory and storage',
    builds: EVERYTHING,
    program: 'bench/dist/main.js',
  },
  load: {
    about: 'many subscribers and clients while records arrive (--seconds N)',
    builds: EVERYTHING,
    program: 'bench/dist/load.js',
  },
  soak: {
    about: 'long ingest that must run in constant memory (--minutes N)',
    builds: EVERYTHING,
    program: 'bench/dist/soak.js',
  },
  oracle: {
    about: 'random cases compared with a naive recomputation (--seed N, --cases N, --minutes N)',
    program: 'scripts/commands/oracle.mjs',
  },
  chaos: {
    about: 'a gateway under random faults (--minutes N, --seed N)',
    builds: EVERYTHING,
    program: 'test/dist/chaos/main.js',
  },
  tck: {
    about: 'the openCypher conformance kit in a folder (DIR)',
    builds: EVERYTHING,
    program: 'test/dist/tck/main.js',
  },
  captures: {
    about: 'replay recorded exchanges of the REST API (DIR)',
    builds: EVERYTHING,
    program: 'test/dist/captures/main.js',
  },
  'access-log': {
    about: 'run the access-log recipe on a file and check what it reports (FILE)',
    builds: PROGRAM,
    program: 'scripts/commands/access-log.mjs',
  },
  samples: {
    about: 'write or serve sample streams (--help lists them)',
    builds: PROGRAM,
    program: 'packages/samples/dist/cli.js',
  },
  explain: {
    about: 'show the parts of a standing query on a running gateway (URL NAME [NODE])',
    program: STANDING_QUERY,
    args: ['explain'],
  },
  audit: {
    about: "recompute a sample of a standing query's results (URL NAME [--sample N] [--seed N] [--whole])",
    program: STANDING_QUERY,
    args: ['audit'],
  },
  profile: {
    about: 'list the functions of CPU profiles by their own time (FILE ...)',
    program: 'scripts/commands/profile.mjs',
  },
  'lint-api': {
    about: 'lint the OpenAPI documents; part of npm run check',
    builds: EVERYTHING,
    program: 'scripts/commands/lint-api.mjs',
  },
};

const [name, ...args] = process.argv.slice(2);
if (name === undefined || name === '--help' || name === '-h') {
  process.stdout.write(usage());
} else if (!Object.hasOwn(COMMANDS, name)) {
  fail(`unknown command '${name}'; node scripts/dev.mjs --help lists the commands`);
} else {
  const { builds, program, args: first = [] } = COMMANDS[name];
  if (builds !== undefined) await prepare(builds);
  const file = join(ROOT, program);
  process.argv = [process.execPath, file, ...first, ...args];
  await import(pathToFileURL(file).href);
}

function usage() {
  const width = Math.max(...Object.keys(COMMANDS).map(each => each.length));
  const rows = Object.entries(COMMANDS).map(([each, { about }]) => `  ${each.padEnd(width)}  ${about}\n`);
  return `Usage: node scripts/dev.mjs COMMAND [options]\n\n${rows.join('')}`;
}
