/** Common parts of the schemas of all sources, created once for each form. */
import type { Form } from '@weir/plugins/form';
import { recordDecodersOf } from './record-decoders.js';
import { fileFormatsOf, streamingFormatsOf } from './record-format.js';

export interface SourceForms {
  readonly form: Form;
  readonly fileFormat: ReturnType<typeof fileFormatsOf>;
  readonly streamingFormat: ReturnType<typeof streamingFormatsOf>;
  readonly recordDecoders: ReturnType<typeof recordDecodersOf>;
}

export function sourceFormsOf(form: Form): SourceForms {
  return {
    form,
    fileFormat: fileFormatsOf(form),
    streamingFormat: streamingFormatsOf(form),
    recordDecoders: recordDecodersOf(form),
  };
}
