/** Requests in the form that an HTTP endpoint expects: a preset for a known service, or a template. */
import { z } from 'zod';
import { keyed } from '@weir/formats/forms';
import { SECRET_MASK } from '@weir/platform';
import type { Form } from '@weir/plugins/form';

export const PRESETS = [
  'PagerDuty',
  'Opsgenie',
  'SplunkHec',
  'ElasticBulk',
  'DatadogEvents',
  'Teams',
  'ClickHouse',
  'Loki',
  'CloudEvents',
] as const;

export type PresetName = (typeof PRESETS)[number];

export function requestTemplateOf(form: Form) {
  return form.object({
    method: z.enum(['POST', 'PUT', 'PATCH']).optional().meta({ description: 'Default: POST' }),
    path: z.string().optional().meta({ description: 'Is appended to the path of the URL' }),
    headers: keyed(z.string())
      .optional()
      .meta({ description: 'In addition to those of the destination; their values are masked in responses' }),
    body: z.unknown().optional().meta({ description: 'JSON value with placeholders such as {{data.user}}' }),
    lines: z
      .array(z.unknown())
      .min(1)
      .optional()
      .meta({ description: 'JSON values that are sent instead of a body, one in each line' }),
  });
}

export function httpTemplateOf(form: Form) {
  return form
    .object({
      match: requestTemplateOf(form).meta({ description: 'Request for a match' }),
      retraction: requestTemplateOf(form)
        .optional()
        .meta({ description: 'Request for a retraction; without it, retractions are dropped' }),
      response: z.enum(['Status', 'ElasticBulk']).optional().meta({
        description:
          'How an accepted request is recognized. Status (default): by the status. ElasticBulk: also by the item errors in the response',
      }),
    })
    .meta({ description: 'Requests with placeholders in place of the result as JSON' });
}

export type RequestTemplate = z.output<ReturnType<typeof requestTemplateOf>>;
export type HttpTemplate = z.output<ReturnType<typeof httpTemplateOf>>;

export function templateFieldsOf(form: Form) {
  return {
    preset: z
      .enum(PRESETS)
      .optional()
      .meta({ description: 'Sends what this service expects. A retraction resolves the alert of its match' }),
    values: keyed(z.string()).optional().meta({
      description: 'Values of the preset or for {{values.NAME}} in the template; masked in responses',
    }),
    template: httpTemplateOf(form).optional(),
  };
}

export interface TemplateFields {
  readonly preset?: PresetName | undefined;
  readonly values?: Readonly<Record<string, string>> | undefined;
  readonly template?: HttpTemplate | undefined;
}

/** Returns the fields for display: only the names of values and headers are shown. */
export function maskedTemplate({ values, template }: TemplateFields): TemplateFields {
  return {
    ...(values === undefined ? {} : { values: masked(values) }),
    ...(template === undefined
      ? {}
      : {
          template: {
            ...template,
            match: maskedRequest(template.match),
            ...(template.retraction === undefined ? {} : { retraction: maskedRequest(template.retraction) }),
          },
        }),
  };
}

function maskedRequest(request: RequestTemplate): RequestTemplate {
  return request.headers === undefined ? request : { ...request, headers: masked(request.headers) };
}

function masked(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.keys(values).map(name => [name, SECRET_MASK]));
}
