/** Creates the source for a definition, by its type. */
import { type SourceDefinition, sourceDeclarations } from '@weir/definitions';
import type { PreparedSource, SourceContext } from '@weir/formats/kinds';
import { WeirError } from '@weir/platform';

/**
 * Checks conditions that only the running process knows: whether the file may be read, or the address reached.
 * @param stream its name.
 * @throws WeirError `ingest.file-not-found`, `ingest.file-not-allowed`, `ingest.invalid`.
 */
export async function prepareSource(
  stream: string,
  source: SourceDefinition,
  context: SourceContext,
): Promise<PreparedSource> {
  const kind = sourceDeclarations().get(source.type);
  if (kind !== undefined) return kind.prepare(source, context, stream);
  throw new WeirError(
    'ingest.invalid',
    `No extension provides the source ${source.type}: load the extension that does at startup`,
  );
}

/** @throws WeirError `ingest.no-dry-run` for types without dry runs. */
export function refuseTrial({ type }: SourceDefinition): void {
  const reason = sourceDeclarations().get(type)?.noDryRun;
  if (reason !== undefined) throw new WeirError('ingest.no-dry-run', reason);
}
