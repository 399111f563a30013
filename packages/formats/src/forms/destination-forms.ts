/** Common parts of the schemas of all destinations, created once for each form. */
import type { Form } from '@weir/plugins/form';
import { deadLetterFormatOf, withInfoEnvelope } from './dead-letter-format.js';
import { outputFormat, requiredFormat } from './output-format.js';

export interface DestinationForms {
  readonly form: Form;
  /** Results as bytes. Required in the strict form; older forms have a default. */
  readonly resultFormat: typeof outputFormat;
  /** Unreadable records as bytes. */
  readonly outputFormat: ReturnType<typeof deadLetterFormatOf>;
  /** Unreadable records as text. */
  readonly envelopeFormat: ReturnType<typeof envelopeFormatOf>;
}

export function destinationFormsOf(form: Form): DestinationForms {
  return {
    form,
    resultFormat: form.isStrict ? (requiredFormat as unknown as typeof outputFormat) : outputFormat,
    outputFormat: deadLetterFormatOf(form),
    envelopeFormat: envelopeFormatOf(form),
  };
}

function envelopeFormatOf(form: Form) {
  return form.object({ withInfoEnvelope }).default({ withInfoEnvelope: false });
}
