/** Looks up the recipe fields of sources and destinations, by their types in both versions of the API. */
import type { RecipeFields, TargetField } from '@weir/formats/kinds';
import { sourceDeclarations } from '../ingest/source-declarations.js';
import { destinationDeclarations } from '../destinations/destination-declarations.js';

interface FieldsOfTypes {
  readonly variables: ReadonlyMap<unknown, readonly string[]>;
  readonly targets: ReadonlyMap<unknown, TargetField>;
}

let known: FieldsOfTypes | undefined;

function fieldsOfTypes(): FieldsOfTypes {
  if (known !== undefined) return known;
  const variables = new Map<unknown, readonly string[]>();
  const targets = new Map<unknown, TargetField>();
  const learn = (type: string, { variables: fields = [], target }: RecipeFields): void => {
    variables.set(type, [...new Set([...(variables.get(type) ?? []), ...fields])]);
    if (target !== undefined) targets.set(type, target);
  };
  const declarations = [...destinationDeclarations().values(), ...sourceDeclarations().values()];
  for (const { type, recipe = {}, version1 } of declarations) {
    learn(type, recipe);
    if (version1 !== undefined) learn(version1.type, { ...recipe, variables: version1.variables ?? [] });
  }
  return (known = { variables, targets });
}

/**
 * Returns the fields that may be variables of a recipe.
 * @param type of a source or destination, in either version of the API.
 */
export function variableFields(type: unknown): readonly string[] {
  return fieldsOfTypes().variables.get(type) ?? [];
}

/**
 * Returns the field that names the file or address of a source or destination.
 * @param type in either version of the API.
 */
export function targetField(type: unknown): TargetField | undefined {
  return fieldsOfTypes().targets.get(type);
}
