import { LONGEST_LINE } from '@weir/formats/forms';
import type { S3SourceDefinition } from '../definition/s3-source.js';
import { asNumber, cutterOf, scannerOf, withHeaderRow } from '@weir/formats/sources';
import type { PreparedSource, SourceContext } from '@weir/formats/kinds';
import { checkEncoding, needsRandomAccess } from '@weir/formats/cutting';
import { prepareS3 } from './prepare-aws.js';

export async function prepareS3Object(
  source: S3SourceDefinition,
  context: SourceContext,
): Promise<PreparedSource> {
  const { characterEncoding: encoding, maximumLineSize = LONGEST_LINE, format } = source;
  checkEncoding(encoding);
  if (format.type === 'Parquet' && source.recordDecoders.length > 0) throw needsRandomAccess();
  const open = await prepareS3(source, context);
  const range = { startAtOffset: Number(source.startOffset), limit: asNumber(source.limit) };
  const cutter = await cutterOf(format, maximumLineSize, context.environment.scheduler);
  const common = { encoding, maximumLineSize, scanner: scannerOf(format), cutter };
  return withHeaderRow(range, format, fields => open({ ...common, ...fields }));
}
