/** A Compose file as Docker Compose reads it: variables and merge keys are resolved. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

export interface ComposeService {
  readonly image: string;
  readonly pull_policy?: string;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly volumes: readonly string[];
  readonly environment?: Readonly<Record<string, string | number>>;
  readonly ports?: readonly string[];
  readonly networks: readonly string[];
  readonly command?: readonly string[];
  readonly restart: string;
  readonly healthcheck: { readonly test: readonly string[] };
  readonly deploy: {
    readonly resources: { readonly limits: { readonly cpus: string; readonly memory: string } };
  };
  readonly stop_grace_period?: string;
  readonly profiles?: readonly string[];
}

export interface ComposeFile {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean } | null>>;
  readonly volumes: Readonly<Record<string, null>>;
  readonly configs?: Readonly<Record<string, { readonly content: string }>>;
}

/** @throws Error for a missing required variable. */
export function readComposeFile(path: string, variables: ReadonlyMap<string, string>): ComposeFile {
  return parse(put(readFileSync(path, 'utf8'), variables), { merge: true }) as ComposeFile;
}

/** `${NAME}`, `${NAME:-default}`, `${NAME:?description}`; comments contain none. */
function put(text: string, variables: ReadonlyMap<string, string>): string {
  return text.replaceAll(
    /\$\{(\w+)(?::([-?])([^}]*))?\}/g,
    (_, name: string, kind?: string, more?: string) => {
      const value = variables.get(name);
      if (value !== undefined && value !== '') return value;
      if (kind === '?') throw new Error(`${name} is missing: ${more}`);
      return more ?? '';
    },
  );
}

/** The port of this machine that is mapped to that of the container. */
export function publishedPort({ ports }: ComposeService): number {
  return Number(/^127\.0\.0\.1:(\d+):8080$/.exec(ports![0]!)![1]);
}

/** Members that share the graph, including spare ones. */
export function memberNames({ services }: ComposeFile): string[] {
  return Object.keys(services).filter(
    name => services[name]!.environment?.['WEIR_CLUSTER_MEMBER'] !== undefined,
  );
}
