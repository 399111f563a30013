/** Loads modules of a program in this thread and calls their factories. */
import type { ModuleReference, TextOpener } from '@weir/contract';
import { type ValueMap } from '@weir/model';
import { type Clock, messageOf, WeirError } from '@weir/platform';

let elsewhere: { readonly there: string; readonly here: string } | undefined;

/**
 * Maps the location of the program's modules in a process on another machine to their location here. Applies to this
 * thread.
 */
export function findModulesHere(there: string, here: string): void {
  elsewhere = { there, here };
}

function urlHere(module: string): string {
  if (elsewhere === undefined || !module.startsWith(elsewhere.there)) return module;
  return elsewhere.here + module.slice(elsewhere.there.length);
}

/** @throws WeirError `config.invalid` */
export function loadTextOpener(reference: ModuleReference | undefined): Promise<TextOpener | undefined> {
  return reference === undefined
    ? Promise.resolve(undefined)
    : fromModule<TextOpener>(reference, 'textOpener');
}

/**
 * Returns the module's export `name`: an object, or the result of a factory that is called with the options and, if
 * needed, the clock.
 * @throws WeirError `config.invalid`
 */
export async function fromModule<T>(reference: ModuleReference, name: string, clock?: Clock): Promise<T> {
  const { module, options } = reference;
  let factory: unknown;
  try {
    factory = ((await import(urlHere(module))) as Record<string, unknown>)[name];
  } catch (cause) {
    throw new WeirError('config.invalid', `The module ${module} cannot be loaded: ${reason(cause)}`, {
      cause,
    });
  }
  if (typeof factory === 'object' && factory !== null) return factory as T;
  if (typeof factory !== 'function') {
    throw new WeirError('config.invalid', `The module ${module} has no exported function \`${name}\``);
  }
  try {
    return await (factory as (options: ValueMap, clock?: Clock) => T | Promise<T>)(options, clock);
  } catch (cause) {
    if (cause instanceof WeirError) throw cause;
    throw new WeirError('config.invalid', `\`${name}\` of the module ${module} failed: ${reason(cause)}`, {
      cause,
    });
  }
}

function reason(thrown: unknown): string {
  return messageOf(thrown);
}
