/** What a scenario of openCypher's conformance kit says, once its Gherkin is read and its outlines are expanded. */

export interface Table {
  readonly header: readonly string[];
  /** Cells as written: values in the kit's own notation. */
  readonly rows: readonly (readonly string[])[];
}

export interface ProcedureDeclaration {
  /** `name(input :: TYPE, ...) :: (output :: TYPE, ...)` */
  readonly signature: string;
  /** What it answers: inputs first, then outputs. */
  readonly table: Table;
}

export interface ExpectedError {
  readonly type: string;
  readonly phase: 'compile time' | 'runtime' | 'any time';
  /** `*` is any. */
  readonly detail: string;
}

export type Expectation =
  | { readonly kind: 'empty' }
  | { readonly kind: 'error'; readonly error: ExpectedError }
  | {
      readonly kind: 'table';
      readonly table: Table;
      readonly inOrder: boolean;
      readonly ignoreListOrder: boolean;
    };

/** One query with what is expected of it. A scenario may go on with control queries on the same graph. */
export interface Execution {
  readonly query: string;
  readonly expectation: Expectation | undefined;
  /** Changes by name, as `+nodes`; those that are not named are zero. `undefined`: not checked. */
  readonly sideEffects: Readonly<Record<string, number>> | undefined;
}

export interface Scenario {
  /** The feature's file and name, the scenario's name, and the number of the outline's example. */
  readonly feature: string;
  readonly name: string;
  readonly tags: readonly string[];
  /** The graph it starts on: `empty` or a named one. */
  readonly graph: string;
  readonly setup: readonly string[];
  readonly procedures: readonly ProcedureDeclaration[];
  /** In the kit's notation. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly executions: readonly Execution[];
}
