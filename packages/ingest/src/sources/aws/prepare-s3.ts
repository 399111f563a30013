import { LONGEST_LINE, type S3SourceDefinition } from '@weir/definitions';
import { asNumber, cutterOf, scannerOf, withHeaderRow } from '../file-records.js';
import type { PreparedSource, SourceContext } from '../prepared-source.js';
import { notAtAnyPlace } from '../random-access.js';
import { checkEncoding } from '../text-encoding.js';
import { prepareS3 } from './prepare-aws.js';

export async function prepareS3Object(
  source: S3SourceDefinition,
  context: SourceContext,
): Promise<PreparedSource> {
  const { characterEncoding: encoding, maximumLineSize = LONGEST_LINE, format } = source;
  checkEncoding(encoding);
  if (format.type === 'Parquet' && source.recordDecoders.length > 0) throw notAtAnyPlace();
  const open = await prepareS3(source, context);
  const range = { startAtOffset: Number(source.startOffset), limit: asNumber(source.limit) };
  const cutter = await cutterOf(format, maximumLineSize, context.environment.scheduler);
  const common = { encoding, maximumLineSize, scanner: scannerOf(format), cutter };
  return withHeaderRow(range, format, fields => open({ ...common, ...fields }));
}
