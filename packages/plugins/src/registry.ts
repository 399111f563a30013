/**
 * The kinds that extensions have added to this process. Built-in kinds are looked up in addition to these: see
 * `sourceDeclarations` and `destinationDeclarations` of `@weir/definitions`.
 */
import { WeirError } from '@weir/model/extension';
import type {
  AnyDestinationKind,
  AnyFormatKind,
  AnySourceKind,
  AnyStoreKind,
  Extension,
} from './extension.js';
import { Kinds } from './kinds.js';

export const sourceKinds = new Kinds<AnySourceKind>('source');
export const destinationKinds = new Kinds<AnyDestinationKind>('destination');
export const storeKinds = new Kinds<AnyStoreKind>('store');
export const formatKinds = new Kinds<AnyFormatKind>('format');

/** @throws WeirError `config.invalid` for an incomplete kind, or one whose type is taken. */
export function registerKinds(
  { sources = [], destinations = [], stores = [], formats = [] }: Extension,
  module: string,
): void {
  for (const kind of sources) sourceKinds.add(complete(kind, 'source', module), module);
  for (const kind of destinations) destinationKinds.add(complete(kind, 'destination', module), module);
  for (const kind of formats) formatKinds.add(complete(kind, 'format', module), module);
  for (const kind of stores) storeKinds.add(complete(kind, 'store', module), module);
}

/** Extensions may be plain JavaScript, without type checks. */
function complete<K extends AnySourceKind | AnyDestinationKind | AnyStoreKind | AnyFormatKind>(
  kind: K,
  what: string,
  module: string,
): K {
  const { type, description, fields, open } = kind as Partial<AnySourceKind>;
  const isComplete =
    typeof type === 'string' &&
    /^[A-Za-z][\w-]*\.[A-Za-z][\w-]*$/.test(type) &&
    typeof description === 'string' &&
    typeof fields === 'function' &&
    typeof open === 'function';
  if (isComplete) return kind;
  throw new WeirError(
    'config.invalid',
    `The ${what} '${String(type)}' of ${module} is incomplete: it needs a type with a namespace, such as acme.Folder, a description, ` +
      'and the functions `fields` and `open`. `defineSource` makes `open` from `read`',
  );
}

export { IN_PROCESS } from './kinds.js';
export { maskedFields } from './masked-fields.js';
