/** Lines of an export, written to the graph. */
export interface TransferService {
  /**
   * Adds what the lines say to what is there; what is there already changes nothing.
   * @param text whole lines.
   * @param firstLine number of the first of them, for errors.
   * @returns when everything is durable.
   * Rejects with `request.invalid` for a line that cannot be read; those before it may have been written.
   */
  importLines(text: string, firstLine: number): Promise<ImportOutcome>;
}

export interface TransferCounts {
  readonly nodes: number;
  readonly edges: number;
}

export interface ImportOutcome extends TransferCounts {
  /** A first line was among them. */
  readonly start: boolean;
  /** What a last line among them says was exported. */
  readonly end: TransferCounts | undefined;
}
