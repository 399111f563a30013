/**
 * The type of an expression, as far as the text shows. A wrong guess would reject a valid query, so everything
 * uncertain is `any`; null is always possible in addition.
 */
import type { VariableKind } from './semantic-facts.js';

export type ScalarType =
  'any' | 'null' | 'boolean' | 'integer' | 'float' | 'string' | 'map' | 'node' | 'relationship' | 'path';

export interface ListType {
  readonly element: StaticType;
}

export type StaticType = ScalarType | ListType;

export function listOf(element: StaticType): ListType {
  return { element };
}

export function isList(type: StaticType): type is ListType {
  return typeof type === 'object';
}

/** Returns whether it is certainly none of these. Lists are named `list`. */
export function isCertainlyNot(type: StaticType, ...wanted: readonly (ScalarType | 'list')[]): boolean {
  if (type === 'any' || type === 'null') return false;
  return !wanted.includes(isList(type) ? 'list' : type);
}

/** Returns the common type of a value that has one of these types. */
export function joined(types: readonly StaticType[]): StaticType {
  const known = types.filter(type => type !== 'null');
  const first = known[0];
  if (first === undefined) return types.length === 0 ? 'any' : 'null';
  if (known.every(type => type === first)) return first;
  return known.every(isList) ? listOf(joined(known.map(type => type.element))) : 'any';
}

export function elementOf(type: StaticType): StaticType {
  return isList(type) ? type.element : 'any';
}

export function typeName(type: StaticType): string {
  return isList(type) ? 'list' : type;
}

export function kindOf(type: StaticType): VariableKind {
  if (isList(type)) return type.element === 'relationship' ? 'relationships' : 'value';
  if (type === 'any' || type === 'null') return 'unknown';
  return type === 'node' || type === 'relationship' || type === 'path' ? type : 'value';
}

export function typeOfKind(kind: VariableKind): StaticType {
  switch (kind) {
    case 'node':
    case 'relationship':
    case 'path':
      return kind;
    case 'relationships':
      return listOf('relationship');
    default:
      return 'any';
  }
}
