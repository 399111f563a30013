/** A scenario of openCypher's conformance kit, after parsing its Gherkin and expanding outlines. */

export interface Table {
  readonly header: readonly string[];
  /** Cells as written: values in the kit's notation. */
  readonly rows: readonly (readonly string[])[];
}

export interface ProcedureDeclaration {
  /** `name(input :: TYPE, ...) :: (output :: TYPE, ...)` */
  readonly signature: string;
  /** Results: inputs first, then outputs. */
  readonly table: Table;
}

export interface ExpectedError {
  readonly type: string;
  readonly phase: 'compile time' | 'runtime' | 'any time';
  /** `*` matches any detail. */
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

/** One query with its expected outcome. A scenario may continue with control queries on the same graph. */
export interface Execution {
  readonly query: string;
  readonly expectation: Expectation | undefined;
  /** Changes by name, such as `+nodes`; those not listed are zero. `undefined`: not checked. */
  readonly sideEffects: Readonly<Record<string, number>> | undefined;
}

export interface Scenario {
  /** The feature's file and name, the scenario's name, and the number of the outline's example. */
  readonly feature: string;
  readonly name: string;
  readonly tags: readonly string[];
  /** The initial graph: `empty` or a named one. */
  readonly graph: string;
  readonly setup: readonly string[];
  readonly procedures: readonly ProcedureDeclaration[];
  /** In the kit's notation. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly executions: readonly Execution[];
}
