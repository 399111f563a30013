/** Runs the steps of the Dockerfile one by one, and starts the result like a container. */
import { execFile } from 'node:child_process';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { GatewayProcess } from '../support/gateway-process.js';
import { isRegistryReachable } from '../support/npm.js';
import { projectFile } from '../support/project-file.js';
import { buildImage, outside, type Stage } from './image-build.js';

const run = promisify(execFile);
/** Everything is installed and compiled again: a minute on an idle machine, longer on a busy one. */
const BUILD_MILLIS = 900_000;

test(
  'the image can be built, runs unprivileged, is healthy, and keeps its data in its volume',
  async () => {
    if (!(await isRegistryReachable())) return;
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'weir-image-')));
    try {
      const image = await buildImage(projectFile(''), folder);
      expect(image.image).toMatch(/^node:\d+\.\d+-slim$/);
      expect(image.user).toBe('node');
      expect(image.volumes).toEqual([image.directory]);
      expect(image.owners).toEqual([`node:node ${image.directory}`]);

      const first = await start(image);
      await first.rows('MATCH (n) WHERE id(n) = idFrom(1) SET n.kept = true');
      await checkHealth(image, first.url);
      expect(await first.stop()).toBe(0);
      await expect(checkHealth(image, first.url)).rejects.toMatchObject({ code: 1 });
      const second = await start(image);
      expect(await second.rows('MATCH (n) WHERE id(n) = idFrom(1) RETURN n.kept')).toEqual([[true]]);
      expect(await second.stop()).toBe(0);

      const recipe = await start(
        image,
        '--recipe',
        'process-tree',
        '--recipe-value',
        'events_url=http://127.0.0.1:9/',
      );
      expect(await recipe.stop()).toBe(0);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
  BUILD_MILLIS,
);

function start(image: Stage, ...options: string[]): Promise<GatewayProcess> {
  const [node, program, ...first] = image.entrypoint;
  expect(node).toBe('node');
  const local = first.map(each => (each.startsWith('/') ? outside(image, each) : each));
  return GatewayProcess.startProgram(outside(image, program!), outside(image, '.'), ...local, ...options);
}

/** Rejects when it is unhealthy. */
async function checkHealth(image: Stage, url: string): Promise<void> {
  const [program, ...args] = image.health;
  expect(program).toBe('node');
  await run(
    process.execPath,
    args.map(each => each.replace('127.0.0.1:8080', `127.0.0.1:${new URL(url).port}`)),
  );
}
