/** Standard output, as results see it. */
export interface ResultWriter {
  /** Whole lines. @returns when there is room for more; rejects when nobody reads any more. */
  write(text: string): Promise<void>;
}
