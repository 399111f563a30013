/** A complete service for a test: single-threaded, without storage, on a free port. */
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SILENT, type Environment } from '@weir/platform';
import type { Recipe } from '@weir/recipes';
import { systemEnvironment, type StoreOptions } from '@weir/runtime';
import { loadConfig } from '../config/load-config.js';
import type { SettingKey } from '../config/settings.js';
import { Weir } from '../weir.js';

export interface TestWeir {
  readonly weir: Weir;
  readonly url: string;
  /** The only folder that the service may read and write. */
  readonly folder: string;
  /** Lines on standard error, and text on standard output. */
  readonly lines: readonly string[];
  readonly results: readonly string[];
  readonly shutdownRequested: Promise<void>;
  stop(): Promise<void>;
}

export interface TestWeirOptions {
  readonly settings?: Partial<Record<SettingKey, unknown>>;
  readonly store?: StoreOptions;
  readonly recipe?: Recipe;
  readonly recipeFolder?: string;
  readonly folder?: string;
  readonly environment?: Environment;
}

export async function startWeir(options: TestWeirOptions = {}): Promise<TestWeir> {
  const folder = options.folder ?? (await realpath(await mkdtemp(join(tmpdir(), 'weir-test-'))));
  const lines: string[] = [];
  const results: string[] = [];
  let requestShutdown: () => void = () => undefined;
  const shutdownRequested = new Promise<void>(resolve => (requestShutdown = resolve));
  const weir = await Weir.start({
    config: loadConfig({
      options: { 'webserver.port': 0, workers: 0, ...options.settings },
      properties: new Map(),
      environment: {},
    }).config,
    store: options.store ?? { type: 'memory' },
    environment: options.environment ?? systemEnvironment(SILENT),
    workingDirectory: folder,
    recipe: options.recipe,
    recipeFolder: options.recipeFolder,
    results: {
      write: async text => {
        results.push(text);
      },
    },
    console: { line: text => lines.push(text) },
    onShutdownRequest: requestShutdown,
  });
  return {
    weir,
    url: weir.url ?? '',
    folder,
    lines,
    results,
    shutdownRequested,
    stop: async () => {
      await weir.stop();
      if (options.folder === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}
