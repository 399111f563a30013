/** What the schemas of all destinations have in common, made once for each form. */
import type { Form } from '@weir/plugins/form';
import { deadLetterFormatOf, withInfoEnvelope } from './dead-letter-format.js';
import { outputFormat, requiredFormat } from './output-format.js';

export interface DestinationForms {
  readonly form: Form;
  /** Results as bytes. The strict form requires it, where older forms have a default. */
  readonly resultFormat: typeof outputFormat;
  /** Records that could not be read, as bytes. */
  readonly outputFormat: ReturnType<typeof deadLetterFormatOf>;
  /** The same, where they are texts. */
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
