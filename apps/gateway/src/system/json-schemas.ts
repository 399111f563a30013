/** JSON Schemas of the files that users write, keyed by file name. */
import { recipeJsonSchema } from '@weir/definitions';
import { z } from 'zod';
import type { Setting } from '../config/setting.js';
import { SETTINGS } from '../config/settings.js';

export const JSON_SCHEMAS: Readonly<Record<string, () => object>> = {
  'recipe-v1.json': () => recipeJsonSchema(1),
  'recipe-v2.json': () => recipeJsonSchema(2),
  'configuration.json': configurationJsonSchema,
};

interface Group {
  readonly properties: Record<string, object>;
}

/** Groups of settings reject unknown keys. The root allows other groups, which belong to other programs. */
function configurationJsonSchema(): object {
  const root: Group & object = { properties: {} };
  for (const [key, setting] of Object.entries(SETTINGS)) {
    if (setting.idle === undefined) addSetting(root, key.split('.'), setting);
  }
  const settings = root.properties;
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Weir configuration',
    type: 'object',
    properties: { ...settings, weir: { type: 'object', properties: settings } },
  };
}

function addSetting(group: Group, [step, ...rest]: readonly string[], setting: Setting): void {
  const { properties } = group;
  if (rest.length === 0) {
    properties[step!] = { ...schemaOf(setting), description: setting.meaning };
    return;
  }
  const inner = (properties[step!] ??= { type: 'object', properties: {} }) as Partial<Group>;
  // A key that is both a setting and a group stays a setting.
  if (inner.properties !== undefined) addSetting(inner as Group, rest, setting);
}

function schemaOf({ schema }: Setting): object {
  const { $schema: _, ...own } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return own;
}
