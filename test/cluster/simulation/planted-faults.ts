/** Faults that the simulation must find; each disables one protection of the cluster. */
export interface PlantedFaults {
  /** A row is written without checking the owner of the shard. */
  readonly isUnfenced: boolean;
  /** Lost frames stay lost. */
  readonly neverResends: boolean;
  /** A write is acknowledged before it is stored. */
  readonly answersEarly: boolean;
  /** Recovery is skipped when another shard begins a new epoch. */
  readonly forgetsResync: boolean;
  /** A snapshot counts as if it included rows that were written after it. */
  readonly placesSnapshotsLate: boolean;
  /** A member answers reads for longer after its last sign than others wait. */
  readonly holdsTooLong: boolean;
}

export const NO_FAULTS: PlantedFaults = {
  isUnfenced: false,
  neverResends: false,
  answersEarly: false,
  forgetsResync: false,
  placesSnapshotsLate: false,
  holdsTooLong: false,
};
