/** Prints rows in one format: returns the text to write next, possibly none. */
export interface RowPrinter {
  row(columns: readonly string[], values: readonly unknown[]): string;
  /** Text that waits for further rows. */
  flush(): string;
  /** @param columns absent if the server did not report any. */
  end(columns: readonly string[] | undefined): string;
}
