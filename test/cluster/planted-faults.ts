/** Mistakes that the simulation must find; each takes away what one part of the cluster is for. */
export interface PlantedFaults {
  /** A row is written whoever owns the shard. */
  readonly isUnfenced: boolean;
  /** What is lost on the way stays lost. */
  readonly neverResends: boolean;
  /** A write is answered when it is asked for. */
  readonly answersEarly: boolean;
  /** Nobody looks again when another shard begins a new epoch. */
  readonly forgetsResync: boolean;
}

export const NO_FAULTS: PlantedFaults = {
  isUnfenced: false,
  neverResends: false,
  answersEarly: false,
  forgetsResync: false,
};
