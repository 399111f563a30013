/** Runs command lines that arrive as messages, one after the other; see program-host.ts. */
import { pathToFileURL } from 'node:url';
import { projectFile } from '../support/project-file.js';
import { type CommandRequest, END } from './program-host.js';

const { run } = (await import(pathToFileURL(projectFile('apps/gateway/dist/cli/run.js')).href)) as {
  run(args: readonly string[]): Promise<number>;
};

process.on('message', ({ folder, args }: CommandRequest) => {
  process.chdir(folder);
  // Those of the run before.
  for (const signal of ['SIGINT', 'SIGTERM']) process.removeAllListeners(signal);
  void run(args)
    .catch((error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      return 1;
    })
    .then(code => {
      process.stdout.write(`${END}\n`);
      process.stderr.write(`${END}\n`);
      process.send!(code);
    });
});
