/** All configuration keys of the reference are read; exactly those without effect are reported. */
import { readFileSync } from 'node:fs';
import { GatewayProcess } from '../support/gateway-process.js';
import { projectFile } from '../support/project-file.js';

const FILE = projectFile('test/reference/reference.conf');

test('reads every key, and reports those without effect', async () => {
  const keys = readFileSync(FILE, 'utf8')
    .split('\n')
    .flatMap(line => {
      const [, key, comment] = /^quine\.(\S+) = [^#]+(#.*)?$/.exec(line) ?? [];
      return key === undefined ? [] : [{ key, isVain: comment !== undefined }];
    });
  const gateway = await GatewayProcess.start('--config', FILE);
  try {
    const reported = gateway.status.seen.flatMap(
      line => /^Configuration key '(\S+)' in/.exec(line)?.[1] ?? [],
    );
    const isReported = ({ key }: { key: string }): boolean =>
      reported.some(each => key === each || key.startsWith(`${each}.`));
    expect(keys.filter(isReported).map(({ key }) => key)).toEqual(
      keys.filter(({ isVain }) => isVain).map(({ key }) => key),
    );
    expect(
      reported.filter(each => !keys.some(({ key }) => key === each || key.startsWith(`${each}.`))),
    ).toEqual([]);
    expect((await gateway.fetch('/api/v1/admin/liveness')).status).toBe(204);
  } finally {
    await gateway.kill();
  }
});
