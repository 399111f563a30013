/** What the modules that a program names make in this thread. */
import type { ModuleReference, TextOpener } from '@weir/contract';
import { type Clock, messageOf, type ValueMap, WeirError } from '@weir/model';

let elsewhere: { readonly there: string; readonly here: string } | undefined;

/** Modules of the program are named by a process on another machine, where it may lie elsewhere. For this thread. */
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
 * What the module exports under `name`: an object, or a function that makes one of the options, and of the clock where it
 * needs one.
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
