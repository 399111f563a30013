/** Version 2 definition of uploaded files as a source. */
import { z } from 'zod';
import type { Running, SourceForms } from '@weir/formats/forms';

export function fileUploadSourceOf({ form, fileFormat }: SourceForms) {
  return form.member({ type: z.literal('WebSocketFileUpload'), format: fileFormat }).meta({
    'x-label': 'File upload',
    'x-common': 2,
    description: 'Records of files that clients upload over WebSockets',
  });
}

export type FileUploadDefinition = Running<z.output<ReturnType<typeof fileUploadSourceOf>>>;
