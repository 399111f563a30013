/** An error that was found, and the step of the schedule at that time. */
export interface Finding {
  readonly step: number;
  readonly what: string;
}

export class Findings {
  /** The current step. */
  step = 0;
  readonly list: Finding[] = [];
  private announce!: () => void;
  /** Resolves with the first finding. */
  readonly first = new Promise<void>(resolve => (this.announce = resolve));

  constructor(private readonly say: (line: string) => void) {}

  add(what: string): void {
    this.list.push({ step: this.step, what });
    this.say(`VIOLATION in step ${this.step}: ${what}`);
    this.announce();
  }

  get any(): boolean {
    return this.list.length > 0;
  }
}
