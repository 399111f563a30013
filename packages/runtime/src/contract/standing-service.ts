/** Plans of standing queries on a worker. */
export interface StandingService {
  /**
   * Registers a plan, so that its messages are understood. It starts to match with `start`, after every worker has
   * registered it. Its results belong to the standing query `log`.
   * @returns the columns of its results. Rejects with `standing.invalid-pattern` or `cypher.*`; then nothing is left.
   */
  register(plan: PlanDefinition, log: number): Promise<readonly string[]>;
  /** Only compiles. @returns the columns. Rejects as `register` does. */
  inspect(query: string, mode: PlanDefinition['mode']): Promise<readonly string[]>;
  start(plan: number): Promise<void>;
  /** Removes the plan; nodes drop its state. */
  remove(plan: number): Promise<void>;
  /** Shows plans to nodes that existed before them. */
  propagate(includeSleeping: boolean, parallelism: number): Promise<void>;
}

export interface PlanDefinition {
  readonly plan: number;
  readonly query: string;
  readonly mode: 'DistinctId' | 'MultipleValues';
  /** Whether its results name the records that caused them. */
  readonly tracksOrigins: boolean;
}
