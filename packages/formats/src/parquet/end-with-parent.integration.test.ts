import { spawn } from 'node:child_process';
import { once } from 'node:events';

test('a process that is busy computing ends with its parent', async () => {
  const module = new URL('./end-with-parent.js', import.meta.url).href;
  const program = `import { endWithParent } from '${module}';
    endWithParent();
    process.stdout.write('busy', () => { for (;;); });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  expect(child.exitCode).toBeNull();
  const ended = once(child, 'exit');
  // As the operating system does when a process is killed.
  child.stdin.destroy();
  expect(await ended).toEqual([null, 'SIGKILL']);
});
