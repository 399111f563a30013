/** Creates the requests of a destination with a preset or a template. A message is rendered once, for all its retries. */
import { queryJson, type Value } from '@weir/model';
import { type Clock, WeirError } from '@weir/platform';
import type { Message, MessageOrigin } from '@weir/plugins';
import { filled, filledText, messageScope, type Scope } from '@weir/plugins/placeholders';
import type { HttpTemplate, RequestTemplate, TemplateFields } from '../definition/http-template.js';

export interface TemplatedRequest {
  readonly method: 'POST' | 'PUT' | 'PATCH';
  /** Is appended to the URL. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Whether the body consists of lines, which can follow those of another request. */
  readonly hasLines: boolean;
}

export class TemplatedRequests {
  private readonly rendered = new WeakMap<Message, TemplatedRequest>();

  private constructor(
    private readonly template: HttpTemplate,
    private readonly values: Readonly<Record<string, string>>,
    private readonly origin: MessageOrigin,
    private readonly clock: Clock,
  ) {}

  /** @returns `undefined` if the destination has neither. @throws WeirError `output.invalid`. */
  static async of(
    { preset, values = {}, template }: TemplateFields,
    origin: MessageOrigin,
    clock: Clock,
  ): Promise<TemplatedRequests | undefined> {
    if (preset !== undefined && template !== undefined)
      throw new WeirError('output.invalid', 'Give either a preset or a template, not both.');
    if (template !== undefined) return new TemplatedRequests(checked(template), values, origin, clock);
    if (preset === undefined) return undefined;
    const { presetOf } = await import('./presets.js');
    const { required = [], defaults = {}, ...ofPreset } = presetOf(preset);
    const missing = required.find(name => !Object.hasOwn(values, name));
    if (missing !== undefined)
      throw new WeirError('output.invalid', `The preset ${preset} needs the value ${missing} in \`values\`.`);
    const known = [...required, ...Object.keys(defaults)];
    const unknown = Object.keys(values).find(name => !known.includes(name));
    if (unknown !== undefined)
      throw new WeirError(
        'output.invalid',
        `The preset ${preset} has no value ${unknown}; it has ${known.join(', ')}.`,
      );
    return new TemplatedRequests(ofPreset, { ...defaults, ...values }, origin, clock);
  }

  get response(): 'Status' | 'ElasticBulk' {
    return this.template.response ?? 'Status';
  }

  /** @param message JSON with metadata. @returns `undefined` if the template has no request for it. */
  requestOf(message: Message): TemplatedRequest | undefined {
    const template = message.isRetraction ? this.template.retraction : this.template.match;
    if (template === undefined) return undefined;
    let request = this.rendered.get(message);
    if (request === undefined) {
      request = render(template, this.scopeOf(message));
      this.rendered.set(message, request);
    }
    return request;
  }

  private scopeOf(message: Message): Scope {
    const millis = this.clock.now();
    const scope = {
      ...messageScope(message, this.origin),
      time: new Date(millis).toISOString(),
      millis,
      seconds: millis / 1000,
      nanos: `${millis}000000`,
    };
    // Values may have placeholders too, but not for one another.
    const values = Object.fromEntries(
      Object.entries(this.values).map(([name, value]) => [name, filledText(value, scope)]),
    );
    return { ...scope, values };
  }
}

function checked(template: HttpTemplate): HttpTemplate {
  for (const { body, lines } of [template.match, template.retraction ?? template.match])
    if ((body === undefined) === (lines === undefined))
      throw new WeirError('output.invalid', 'A request of a template needs either a body or lines.');
  return template;
}

function render(template: RequestTemplate, scope: Scope): TemplatedRequest {
  const { method = 'POST', path = '', headers = {}, body, lines } = template;
  const values = lines ?? [body];
  const texts = values.map(value => queryJson(filled(value, scope) as Value));
  return {
    method,
    path: filledText(path, scope, encodeURIComponent),
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name.toLowerCase(),
        headerText(filledText(value, scope)),
      ]),
    ),
    body: Buffer.from(lines === undefined ? texts[0]! : texts.join('\n') + '\n'),
    hasLines: lines !== undefined,
  };
}

/** Characters that a header cannot contain are percent-encoded. */
function headerText(text: string): string {
  return text.replace(/[^\x20-\x7e]/gu, encodeURIComponent);
}
