/** Standard output, as sinks use it. */
export interface ResultWriter {
  /** Writes whole lines. @returns when there is room for more; rejects once the reader has left. */
  write(text: string): Promise<void>;
  /** Set if the output is a terminal, which gets a short line for each result; absent: lines are complete. */
  readonly terminal?: ResultTerminal | undefined;
}

export interface ResultTerminal {
  /** Number of characters that fit in a line. */
  columns(): number;
  readonly isColored: boolean;
}

export const STANDARD_OUTPUT: ResultWriter = {
  write: text =>
    new Promise((resolve, reject) => {
      process.stdout.write(text, error => (error ? reject(error) : resolve()));
    }),
};
