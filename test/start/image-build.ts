/**
 * Runs a Dockerfile without containers: each stage is a folder, absolute paths are below it, COPY copies, and RUN runs
 * there with this machine's Node. Container-only features (users, owners, volumes) are recorded instead.
 */
import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join, matchesGlob, relative } from 'node:path';
import { promisify } from 'node:util';
import { type Copy, DockerfileParser, type Entrypoint, From, type Instruction } from 'dockerfile-ast';

const run = promisify(execFile);

export interface Stage {
  /** Replaces `/`. */
  readonly root: string;
  readonly image: string;
  readonly environment: Record<string, string>;
  directory: string;
  user: string;
  entrypoint: readonly string[];
  health: readonly string[];
  readonly volumes: string[];
  /** `owner path` of each `chown`. */
  readonly owners: string[];
}

/** Path of a stage's file on this machine. */
export function outside({ root, directory }: Stage, path: string): string {
  return path.startsWith('/') ? join(root, path) : join(root, directory, path);
}

/** @param folder an empty one. @returns the last stage. */
export async function buildImage(context: string, folder: string): Promise<Stage> {
  const stages = new Map<string, Stage>();
  const text = await readFile(join(context, 'Dockerfile'), 'utf8');
  let stage: Stage | undefined;
  for (const instruction of DockerfileParser.parse(text).getInstructions()) {
    if (instruction instanceof From) {
      const name = instruction.getBuildStage() ?? String(stages.size);
      stage = await begin(join(folder, name), instruction.getImage()!);
      stages.set(name, stage);
    } else await follow(instruction, stage!, stages, context);
  }
  return stage!;
}

async function begin(root: string, image: string): Promise<Stage> {
  await mkdir(join(root, '.tools'), { recursive: true });
  // Ownership exists only in containers; here it is recorded.
  await writeFile(join(root, '.tools/chown'), `#!/bin/sh\necho "$@" >> '${root}/.tools/owners'\n`);
  await chmod(join(root, '.tools/chown'), 0o755);
  const nothing = { entrypoint: [], health: [], volumes: [], owners: [] };
  return { root, image, environment: {}, directory: '/', user: 'root', ...nothing };
}

async function follow(
  instruction: Instruction,
  stage: Stage,
  stages: ReadonlyMap<string, Stage>,
  context: string,
): Promise<void> {
  const words = instruction.getArguments().map(each => each.getValue());
  switch (instruction.getKeyword()) {
    case 'WORKDIR':
      stage.directory = words[0]!;
      return void (await mkdir(outside(stage, words[0]!), { recursive: true }));
    case 'ENV':
      for (const word of words) {
        const [name, value] = word.split('=') as [string, string];
        stage.environment[name] = value;
      }
      return;
    case 'USER':
      stage.user = words[0]!;
      return;
    case 'VOLUME':
      return void stage.volumes.push(...words);
    case 'EXPOSE':
    case 'LABEL':
      return;
    case 'COPY': {
      const from = (instruction as Copy).getFromFlag()?.getValue();
      if ((instruction as Copy).getFlags().some(flag => flag.getName() === 'parents'))
        return copyWithParents(words, stage, context);
      return copy(words, stage, from === undefined || from === null ? undefined : stages.get(from)!, context);
    }
    case 'RUN':
      return execute(instruction.getArgumentsContent()!, stage);
    case 'ENTRYPOINT':
      stage.entrypoint = (instruction as Entrypoint).getJSONStrings().map(each => each.getJSONValue());
      return;
    case 'HEALTHCHECK':
      stage.health = JSON.parse(/\[.*\]$/.exec(instruction.getArgumentsContent()!)![0]) as string[];
      return;
    default:
      throw new Error(`${instruction.getKeyword()} is not known here`);
  }
}

async function copy(
  words: readonly string[],
  stage: Stage,
  from: Stage | undefined,
  context: string,
): Promise<void> {
  const target = outside(stage, words.at(-1)!);
  const isIgnored = from === undefined ? await ignoredIn(context) : () => false;
  for (const source of words.slice(0, -1)) {
    const path = from === undefined ? join(context, source) : outside(from, source);
    // The contents of a folder go into the target, a file too if the target is a folder.
    const into = words.at(-1)!.endsWith('/') ? join(target, basename(path)) : target;
    await cp(path, into, {
      recursive: true,
      verbatimSymlinks: true,
      filter: each => !isIgnored(relative(context, each)),
    });
  }
}

/** Each file keeps its path. Patterns have one `*`, for a folder. */
async function copyWithParents(words: readonly string[], stage: Stage, context: string): Promise<void> {
  for (const pattern of words.slice(0, -1)) {
    const [before, after] = pattern.split('*') as [string, string];
    for (const folder of await readdir(join(context, before))) {
      const path = `${before}${folder}${after}`;
      const text = await readFile(join(context, path)).catch(() => undefined);
      if (text === undefined) continue;
      const target = join(outside(stage, words.at(-1)!), path);
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, text);
    }
  }
}

async function ignoredIn(context: string): Promise<(path: string) => boolean> {
  const lines = (await readFile(join(context, '.dockerignore'), 'utf8'))
    .split('\n')
    .filter(line => line !== '');
  return path => lines.some(line => matchesGlob(path, line));
}

async function execute(command: string, stage: Stage): Promise<void> {
  const local = command.replaceAll(/(?<=^|\s)\/(?=\w)/g, `${stage.root}/`);
  const { PATH, HOME, npm_config_registry: registry } = process.env;
  await run('sh', ['-ec', local], {
    cwd: join(stage.root, stage.directory),
    maxBuffer: 1 << 26,
    env: {
      PATH: `${stage.root}/.tools:${PATH!}`,
      HOME,
      npm_config_prefer_offline: 'true',
      ...(registry === undefined ? {} : { npm_config_registry: registry }),
      ...stage.environment,
    },
  });
  const owners = await readFile(join(stage.root, '.tools/owners'), 'utf8').catch(() => '');
  stage.owners.splice(
    0,
    Infinity,
    ...owners
      .replaceAll(stage.root, '')
      .split('\n')
      .filter(line => line !== ''),
  );
}
