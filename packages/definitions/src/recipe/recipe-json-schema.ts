/** JSON Schema of recipe files, for editors and other programs. */
import { z } from 'zod';
import { recipeV1Schema } from './recipe-v1.js';
import { recipeV2Schema } from './recipe-v2.js';

const SCHEMAS = { 1: recipeV1Schema, 2: recipeV2Schema } as const;

/** Returns a JSON Schema, draft 2020-12, of recipe files of a version. */
export function recipeJsonSchema(version: 1 | 2): object {
  return {
    ...z.toJSONSchema(SCHEMAS[version], { io: 'input', unrepresentable: 'any' }),
    title: `Weir recipe, version ${version}`,
  };
}
