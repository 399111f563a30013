/**
 * `npm start`: runs the gateway with the demo recipe, fed by a sample stream that this script starts too. `npm start --
 * <options>` passes the options to the gateway. An option that selects what to run or where the data is (a recipe, a
 * data directory, a store, a configuration, help, the version), or a command, replaces the demo.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { fail, prepare, PROGRAM, ROOT } from './build/prepare.mjs';

const INSTEAD_OF_DEMO =
  /^(?:-[rxhv].*|--(?:recipe|recipe-value|data|store|config|force-config|no-delete|help|version)(?:=.*)?|-D.*)$/;
const SAMPLE_STREAM = 'processes --seed 1 --sensors 20 --rate 50 --attack-every 60 --serve 0'.split(' ');

const options = process.argv.slice(2);
await prepare(PROGRAM);
const isCommand = options.length > 0 && !options[0].startsWith('-');
if (!isCommand && !options.some(option => INSTEAD_OF_DEMO.test(option))) {
  // Prepended, so that an option without its value does not consume one of these.
  options.unshift('--recipe', 'process-tree', '--recipe-value', `events_url=${await startSampleStream()}`);
}

nameCommit(process.env);

// In this process, so that there is only one to stop or signal.
const gateway = join(ROOT, 'apps', 'gateway', 'bin', 'weir.mjs');
process.argv = [process.execPath, gateway, ...options];
await import(pathToFileURL(gateway).href);

/** Sets the commit that the service reports (`admin/build-info`); a container image sets it itself. */
function nameCommit(environment) {
  if (environment.WEIR_GIT_COMMIT !== undefined || !existsSync(join(ROOT, '.git'))) return;
  const { status, stdout } = spawnSync('git', ['log', '-1', '--format=%H %cI'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  if (status !== 0) return;
  [environment.WEIR_GIT_COMMIT, environment.WEIR_GIT_COMMIT_DATE] = stdout.trim().split(' ');
}

/** @returns the address of the stream, which ends with this process, however that ends. */
async function startSampleStream() {
  const program = join(ROOT, 'packages', 'samples', 'dist', 'cli.js');
  const child = spawn(process.execPath, [program, ...SAMPLE_STREAM], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  child.once('exit', code => {
    if (code) process.stderr.write(`The sample stream ended with exit code ${code}\n`);
  });
  for await (const line of createInterface({ input: child.stdout })) {
    process.stderr.write(`${line}\n`);
    child.unref();
    child.channel.unref();
    child.stdout.unref();
    return line.slice(line.indexOf('http'));
  }
  return fail('the sample stream could not be started');
}
