/** CSV rows: lists of strings, or maps if the columns have names. */
import { mapSet, type Value, type ValueMap } from '@weir/model';
import { type CsvDialect, csvFields, messageOf } from '@weir/platform';
import type { RecordChunk, RecordFormat } from '@weir/contract';
import { ChunkTexts, NOT_UTF8 } from './record-text.js';

export class CsvFormat implements RecordFormat {
  constructor(private readonly options: CsvDialect & { readonly headers: readonly string[] | null }) {}

  parse(
    chunk: RecordChunk,
    accept: (value: Value, index: number) => void,
    reject: (index: number, reason: string) => void,
  ): void {
    const { headers } = this.options;
    const texts = new ChunkTexts(chunk);
    const count = chunk.bounds.length >>> 1;
    for (let index = 0; index < count; index++) {
      // Fields are new strings, so a temporary text is sufficient.
      const text = texts.passing(index);
      if (text === undefined) {
        reject(index, NOT_UTF8);
        continue;
      }
      let fields: string[];
      try {
        fields = csvFields(text, this.options);
      } catch (error) {
        reject(index, messageOf(error));
        continue;
      }
      accept(headers === null ? fields : named(fields, headers), index);
    }
  }
}

/** Fields without a name are dropped, names without a field are absent. */
function named(fields: readonly string[], headers: readonly string[]): ValueMap {
  const map: ValueMap = {};
  const count = Math.min(fields.length, headers.length);
  for (let i = 0; i < count; i++) mapSet(map, headers[i]!, fields[i]!);
  return map;
}
