/** From a definition to a source provided by an extension. */
import { messageOf, WeirError } from '@weir/platform';
import type { AnySourceKind } from '@weir/plugins';
import type { RecordDecoder } from '../forms/record-decoders.js';
import type { PreparedSource, SourceContext } from '../kinds/prepared-source.js';

/** @throws WeirError `ingest.invalid`. */
export async function prepareExtensionSource(
  kind: AnySourceKind,
  definition: { readonly recordDecoders: readonly RecordDecoder[] },
  { environment, outgoing, files, isTrial = false }: SourceContext,
  stream: string,
): Promise<PreparedSource> {
  const context = { stream, environment, outgoing, files, isTrial };
  const fields = { ...definition };
  try {
    await kind.check?.(fields, context);
  } catch (cause) {
    if (cause instanceof WeirError) throw cause;
    throw new WeirError(
      'ingest.invalid',
      `The source ${kind.type} rejected the definition: ${messageOf(cause)}`,
      {
        cause,
      },
    );
  }
  return { openSource: () => kind.open(fields, context), decoders: definition.recordDecoders, headers: null };
}
