/**
 * What a source and its process that reads Parquet tell each other. The source asks one thing at a time; before the
 * process answers, it may ask for bytes of the file, several at once. Opening a file ends with the one before.
 */

/** What becomes of the columns of a file. */
export interface RowShape {
  /** Columns that rows have in any case: null where the file has none of that name. */
  readonly columns: readonly string[];
  /** Columns without which the file is none of its kind. */
  readonly required: readonly string[];
  /** Values of all rows, a packed map; the file's own columns of the same names count for nothing. */
  readonly fixed: Uint8Array;
}

export type ToParquet =
  | {
      readonly kind: 'open';
      readonly size: number;
      readonly maximumGroupBytes: number;
      readonly shape: RowShape | undefined;
    }
  | { readonly kind: 'rows'; readonly from: number; readonly maximum: number }
  | { readonly kind: 'bytes'; readonly id: number; readonly bytes: Uint8Array };

export type FromParquet =
  | { readonly kind: 'want'; readonly id: number; readonly offset: number; readonly length: number }
  | { readonly kind: 'opened'; readonly rows: number }
  | { readonly kind: 'rows'; readonly bytes: Uint8Array; readonly bounds: Uint32Array }
  | { readonly kind: 'failed'; readonly reason: string; readonly isTooLarge: boolean };
