/**
 * What a source and its process that reads Parquet tell each other. The source asks one thing at a time; before the
 * process answers, it may ask for bytes of the file, several at once.
 */

export type ToParquet =
  | { readonly kind: 'open'; readonly size: number; readonly maximumGroupBytes: number }
  | { readonly kind: 'rows'; readonly from: number; readonly maximum: number }
  | { readonly kind: 'bytes'; readonly id: number; readonly bytes: Uint8Array };

export type FromParquet =
  | { readonly kind: 'want'; readonly id: number; readonly offset: number; readonly length: number }
  | { readonly kind: 'opened'; readonly rows: number }
  | { readonly kind: 'rows'; readonly bytes: Uint8Array; readonly bounds: Uint32Array }
  | { readonly kind: 'failed'; readonly reason: string; readonly isTooLarge: boolean };
