/** Standard output, as results see it. */
export interface ResultWriter {
  /** Whole lines. @returns when there is room for more; rejects when nobody reads any more. */
  write(text: string): Promise<void>;
  /** Where people watch who want a short line for each result; absent: lines are whole. */
  readonly terminal?: ResultTerminal | undefined;
}

export interface ResultTerminal {
  /** Characters that fit in a line. */
  columns(): number;
  readonly isColoured: boolean;
}

export const STANDARD_OUTPUT: ResultWriter = {
  write: text =>
    new Promise((resolve, reject) => {
      process.stdout.write(text, error => (error ? reject(error) : resolve()));
    }),
};
