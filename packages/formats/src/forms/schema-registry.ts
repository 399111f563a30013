/** A registry of schemas to which records refer by id. */
import { SECRET_MASK, shownUrl } from '@weir/platform';
import { z } from 'zod';
import type { Form } from '@weir/plugins/form';

const secret = z.string().optional().meta({ description: 'Secret; masked in responses' });

export interface SchemaRegistryDefinition {
  url: string;
  username?: string | undefined;
  password?: string | undefined;
  bearerToken?: string | undefined;
}

export function schemaRegistryOf(form: Form): z.ZodType<SchemaRegistryDefinition> {
  return form.object({
    url: z.string().meta({ description: 'http or https URL', example: 'http://localhost:8081' }),
    username: z.string().optional(),
    password: secret,
    bearerToken: secret,
  });
}

/** The definition without secrets. */
export function maskedRegistry(registry: SchemaRegistryDefinition): SchemaRegistryDefinition {
  const masked = { ...registry, url: shownUrl(registry.url) };
  if (masked.password !== undefined) masked.password = SECRET_MASK;
  if (masked.bearerToken !== undefined) masked.bearerToken = SECRET_MASK;
  return masked;
}
