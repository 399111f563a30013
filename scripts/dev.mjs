/**
 * Developer commands without a separate file in this folder: `node scripts/dev.mjs COMMAND [options]`, or `npm run
 * COMMAND -- [options]`. Each row of the table names a program and the projects to build before it runs. `--help` lists
 * them.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { EVERYTHING, fail, prepare, PROGRAM, ROOT } from './build/prepare.mjs';

const STANDING_QUERY = 'scripts/commands/standing-query.mjs';

/**
 * `program` is relative to the root; `args` precede the arguments of the command line. A program with `hasHelp` prints
 * its own help.
 */
const COMMANDS = {
  bench: {
    about: 'measure throughput, latency, memory and storage',
    builds: EVERYTHING,
    program: 'bench/dist/main.js',
    hasHelp: true,
  },
  load: {
    about: 'run many subscribers and clients while records arrive',
    options: '[--seconds N] [--subscribers N] [--clients N] [--rate N]',
    builds: EVERYTHING,
    program: 'bench/dist/load/load.js',
  },
  soak: {
    about: 'run a long ingest that must stay in constant memory',
    options: '[--minutes N] [--awake N]',
    builds: EVERYTHING,
    program: 'bench/dist/load/soak.js',
  },
  oracle: {
    about: 'compare random cases with a naive recomputation',
    options: '[--seed N] [--cases N] [--minutes N]',
    program: 'scripts/commands/oracle.mjs',
  },
  chaos: {
    about: 'run a gateway under random faults',
    options: '[--minutes N] [--seed N]',
    builds: EVERYTHING,
    program: 'test/dist/chaos/main.js',
  },
  tck: {
    about: 'run the openCypher conformance kit in a folder',
    options: 'DIR [--engine NAME] [--filter TEXT] [--gaps FILE] [--limit MS] [--verbose]',
    builds: EVERYTHING,
    program: 'test/dist/tck/main.js',
  },
  captures: {
    about: 'replay recorded exchanges of the REST API',
    options: 'DIR [--version v1|v2] [--all]',
    builds: EVERYTHING,
    program: 'test/dist/captures/main.js',
  },
  'access-log': {
    about: 'run the access-log recipe on a file and check what it reports',
    options: 'FILE',
    builds: PROGRAM,
    program: 'scripts/commands/access-log.mjs',
  },
  samples: {
    about: 'write or serve a sample stream',
    options: 'NAME [options]',
    builds: PROGRAM,
    program: 'packages/samples/dist/cli.js',
    hasHelp: true,
  },
  explain: {
    about: 'show the parts of a standing query on a running gateway',
    options: 'URL NAME [NODE]',
    program: STANDING_QUERY,
    args: ['explain'],
  },
  audit: {
    about: "recompute a sample of a standing query's results",
    options: 'URL NAME [--sample N] [--seed N] [--whole]',
    program: STANDING_QUERY,
    args: ['audit'],
  },
  profile: {
    about: 'list the functions of CPU profiles by their own time',
    options: 'FILE ...',
    program: 'scripts/commands/profile.mjs',
  },
  screenshots: {
    about: 'take the screenshots of the docs from the running demo',
    builds: EVERYTHING,
    program: 'test/dist/explorer/screenshots.js',
  },
  vscode: {
    about: 'package the extension for Visual Studio Code as a .vsix file',
    options: '[FILE]',
    builds: EVERYTHING,
    program: 'scripts/commands/vscode.mjs',
  },
  'lint-api': {
    about: 'lint the OpenAPI documents, as npm run check does',
    builds: EVERYTHING,
    program: 'scripts/commands/lint-api.mjs',
  },
  'api-reports': {
    about: 'compare the public types of the packages with api-reports/, or update those',
    options: '[--write]',
    builds: EVERYTHING,
    program: 'scripts/commands/api-reports.mjs',
  },
};

const [name, ...args] = process.argv.slice(2);
if (name === undefined || isHelp(name)) {
  process.stdout.write(`Usage: node scripts/dev.mjs COMMAND [options]\n\n${rowsOf(Object.keys(COMMANDS))}`);
} else if (!Object.hasOwn(COMMANDS, name)) {
  fail(`unknown command '${name}'; node scripts/dev.mjs --help lists the commands`);
} else if (args.some(isHelp) && !COMMANDS[name].hasHelp) {
  process.stdout.write(rowsOf([name]));
} else {
  await run(COMMANDS[name]);
}

async function run({ builds, program, args: first = [] }) {
  if (builds !== undefined) await prepare(builds);
  const file = join(ROOT, program);
  process.argv = [process.execPath, file, ...first, ...args];
  await import(pathToFileURL(file).href);
}

function isHelp(arg) {
  return arg === '--help' || arg === '-h';
}

function rowsOf(names) {
  const width = Math.max(...names.map(each => each.length));
  return names
    .map(each => {
      const { about, options } = COMMANDS[each];
      return `  ${each.padEnd(width)}  ${about}${options === undefined ? '' : `: ${options}`}\n`;
    })
    .join('');
}
