/** Writes the lines of an export to the graph. */
export interface TransferService {
  /**
   * Adds the nodes and edges of the lines to the graph. Existing ones do not change.
   * @param text whole lines.
   * @param firstLine number of the first one, for errors.
   * @returns when everything is durable. Rejects with `request.invalid` for a line that cannot be read; earlier lines
   * may have been written.
   */
  importLines(text: string, firstLine: number): Promise<ImportOutcome>;
}

export interface TransferCounts {
  readonly nodes: number;
  readonly edges: number;
}

export interface ImportOutcome extends TransferCounts {
  /** Whether the first line of an export was among them. */
  readonly start: boolean;
  /** Counts in the last line of an export, if it was among them. */
  readonly end: TransferCounts | undefined;
}
