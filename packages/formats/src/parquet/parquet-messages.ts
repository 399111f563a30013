/**
 * Messages between a source and its Parquet process. The source makes one request at a time; before the process
 * responds, it may request bytes of the file, several ranges concurrently. Opening a file closes the previous one.
 */

/** Maps the columns of a file to rows. */
export interface RowShape {
  /** Columns that all rows have: null if the file lacks them. */
  readonly columns: readonly string[];
  /** Columns that a valid file must have. */
  readonly required: readonly string[];
  /** Constant values of all rows, as a packed map; they override columns of the file with the same names. */
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
