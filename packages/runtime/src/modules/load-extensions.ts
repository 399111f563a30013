/** Loads the extension modules of a program. Each thread loads them separately. */
import type { ModuleReference } from '@weir/contract';
import { shareEngineValues } from '@weir/model';
import { WeirError } from '@weir/platform';
import type { Extension } from '@weir/plugins';
import { IN_PROCESS, registerKinds } from '@weir/plugins/registry';
import type { LocalExtension } from '../contract/graph-options.js';
import { fromModule } from './load-module.js';

/**
 * Loads extensions and registers their sources, formats, destinations and stores in this thread. To be called before
 * the first definition is read.
 * @throws WeirError `config.invalid` if a module cannot be used.
 */
export async function loadExtensions(references: readonly ModuleReference[]): Promise<readonly Extension[]> {
  if (references.length === 0) return [];
  shareEngineValues();
  const loaded: Extension[] = [];
  for (const reference of references) {
    const extension = await fromModule<Extension>(reference, 'extensions');
    checkFunctions(extension, reference.module);
    registerKinds(extension, reference.module);
    loaded.push(extension);
  }
  return loaded;
}

/**
 * Registers extensions that are passed as objects, and loads the others.
 * @returns the extensions that other threads have to load.
 * @throws WeirError `config.invalid`.
 */
export async function useExtensions(
  extensions: readonly (ModuleReference | LocalExtension)[],
): Promise<readonly ModuleReference[]> {
  for (const extension of extensions) if (!isModule(extension)) registerKinds(extension, IN_PROCESS);
  const modules = modulesOf(extensions);
  await loadExtensions(modules);
  return modules;
}

/** Returns the extensions that other threads load too. */
export function modulesOf(
  extensions: readonly (ModuleReference | LocalExtension)[],
): readonly ModuleReference[] {
  return extensions.filter(isModule);
}

function isModule(extension: ModuleReference | LocalExtension): extension is ModuleReference {
  return 'module' in extension;
}

/** Modules may be plain JavaScript that no compiler has checked. */
function checkFunctions(
  { functions = [], aggregates = [], procedures = [] }: Extension,
  module: string,
): void {
  const incomplete = [
    ...functions.filter(({ name, evaluate }) => !isNamed(name) || typeof evaluate !== 'function'),
    ...aggregates.filter(({ name, create }) => !isNamed(name) || typeof create !== 'function'),
    ...procedures.filter(each => {
      const work: unknown = each.kind === 'stream' ? each.stream : each.run;
      return !isNamed(each.name) || typeof work !== 'function';
    }),
  ];
  if (incomplete.length === 0) return;
  const names = incomplete.map(({ name }) => `\`${String(name)}\``).join(', ');
  throw new WeirError(
    'config.invalid',
    `The module ${module} has functions or procedures that cannot be called: ${names}. ` +
      'Each needs a name, and `evaluate` (a function), `create` (an aggregate), `run` or `stream` (a procedure)',
  );
}

function isNamed(name: unknown): boolean {
  return typeof name === 'string' && name !== '';
}
