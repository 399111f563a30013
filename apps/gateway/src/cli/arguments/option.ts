/** Options of a command, as they are parsed and as the help shows them. */
export interface OptionSpec {
  readonly type: 'string' | 'boolean';
  /** One letter. */
  readonly short?: string;
  /** Another name of the option, without dashes. */
  readonly alias?: string;
  /** The option may be repeated. */
  readonly multiple?: true;
  /** Shown in the help for options with a value: `<file>`. */
  readonly value?: string;
  /** One line for the help, without a period. */
  readonly meaning: string;
}

export type OptionSpecs = Readonly<Record<string, OptionSpec>>;
