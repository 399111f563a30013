/** Plans of standing queries on a worker. */
export interface StandingService {
  /**
   * Makes a plan known, so that its messages are understood; it begins to watch with `start`, when every worker knows
   * it. Its results are those of the standing query `log`.
   * @returns the columns of its results. Rejects with `standing.invalid-pattern` or `cypher.*`; then nothing is left.
   */
  register(plan: PlanDefinition, log: number): Promise<readonly string[]>;
  /** Compiles, and that is all. @returns the columns. Rejects as `register` does. */
  inspect(query: string, mode: PlanDefinition['mode']): Promise<readonly string[]>;
  start(plan: number): Promise<void>;
  /** Nodes drop what is left of it. */
  remove(plan: number): Promise<void>;
  /** Shows plans to nodes that were there before them. */
  propagate(includeSleeping: boolean, parallelism: number): Promise<void>;
}

export interface PlanDefinition {
  readonly plan: number;
  readonly query: string;
  readonly mode: 'DistinctId' | 'MultipleValues';
  /** Its results say which records they come from. */
  readonly tracksOrigins: boolean;
}
