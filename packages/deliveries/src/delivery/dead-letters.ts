/**
 * A file of results that could not be delivered, one JSON object per line: time, standing query and output, reason, and
 * the result in its sent form. It grows up to a limit; then further undeliverable results wait for room.
 */
import { createReadStream } from 'node:fs';
import { appendFile, mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { parseJson, type ValueMap } from '@weir/model';
import { maskedText, WeirError } from '@weir/platform';
import type { StandingOutput } from '@weir/contract';
import { mendLastLine } from '@weir/formats/files';
import { resultText } from '@weir/formats/encoders';
import type { DeliveryFailure } from '@weir/plugins';

/** Default maximum size of an output's dead letters in bytes. */
export const DEFAULT_DEAD_LETTER_BYTES = 128 * 1024 * 1024;

/** Results are private to the owner of the process. */
const PRIVATE = { mode: 0o600 } as const;
const PRIVATE_FOLDER = 0o700;
const RESULTS_AT_ONCE = 256;
/** Suffix of dead letters being redelivered; after a crash some of them may have arrived. */
const ON_THE_WAY = '.redelivering';

export interface DeadLetterOptions {
  /** Returns the path of the file; rejects if it is not allowed. */
  locate(): Promise<string>;
  readonly standing: string;
  readonly output: string;
  readonly limitBytes: number;
}

export interface DeadLetterStatus {
  readonly file: string;
  readonly bytes: number;
  readonly limitBytes: number;
}

export class DeadLetters {
  private path: string | undefined = undefined;
  private mayBeTorn = false;

  constructor(private readonly options: DeadLetterOptions) {}

  /**
   * Rejects if the file cannot be written; with `output.dead-letters-full` if there is not enough room for all of them.
   */
  async add(failures: readonly DeliveryFailure[], millis: number): Promise<void> {
    this.path ??= await this.prepared();
    const { standing, output, limitBytes } = this.options;
    const time = new Date(millis).toISOString();
    let text = '';
    for (const { result, reason } of failures) {
      const head = JSON.stringify({ time, standingQuery: standing, output, reason: maskedText(reason) });
      text += `${head.slice(0, -1)},"result":${resultText(result, { type: 'WithMetadata' })}}\n`;
    }
    const size = await sizeOf(this.path);
    if (size > 0 && size + Buffer.byteLength(text) > limitBytes) {
      throw new WeirError(
        'output.dead-letters-full',
        `${this.path} has reached its limit of ${limitBytes} bytes. Redeliver its results, or move the file away.`,
      );
    }
    await this.append(this.path, text);
  }

  /** After a failed write, such as on a full disk, the file may end in the middle of a line. */
  private async append(path: string, text: string): Promise<void> {
    if (this.mayBeTorn) await mendLastLine(path);
    this.mayBeTorn = true;
    await appendFile(path, text, PRIVATE);
    this.mayBeTorn = false;
  }

  /** Rejects with `output.file-not-allowed` or `output.invalid`. */
  async check(): Promise<void> {
    await this.options.locate();
  }

  async status(): Promise<DeadLetterStatus> {
    const file = await this.options.locate();
    const bytes = (await sizeOf(file)) + (await sizeOf(file + ON_THE_WAY));
    return { file, bytes, limitBytes: this.options.limitBytes };
  }

  /**
   * Delivers all dead letters, in order, and removes them. Those added meanwhile remain for the next call.
   * @param deliver if it rejects, nothing is removed, and the next call begins with the same results.
   */
  async redeliver(deliver: (results: readonly StandingOutput[]) => Promise<void>): Promise<void> {
    this.path ??= await this.prepared();
    const taken = this.path + ON_THE_WAY;
    if ((await sizeOf(taken)) === 0) {
      if ((await sizeOf(this.path)) === 0) return;
      await rename(this.path, taken);
    }
    const left: string[] = [];
    let batch: StandingOutput[] = [];
    for await (const line of createInterface({ input: createReadStream(taken), crlfDelay: Infinity })) {
      const result = this.resultOf(line);
      if (result === undefined) left.push(line);
      else batch.push(result);
      if (batch.length < RESULTS_AT_ONCE) continue;
      await deliver(batch);
      batch = [];
    }
    if (batch.length > 0) await deliver(batch);
    if (left.length > 0) await this.append(this.path, left.map(line => `${line}\n`).join(''));
    await rm(taken);
  }

  /** `undefined` if the line is not a dead letter of this output: several may share a file. */
  private resultOf(line: string): StandingOutput | undefined {
    try {
      const letter = parseJson(line) as ValueMap;
      const { standing, output } = this.options;
      if (letter['standingQuery'] !== standing || letter['output'] !== output) return undefined;
      const { meta, data } = letter['result'] as { meta: ValueMap; data: ValueMap };
      if (typeof meta['resultId'] !== 'string') return undefined;
      // Outputs do not know which results are initial, so that is not stored here.
      return { ...(meta as unknown as Omit<StandingOutput, 'data'>), isInitialResult: false, data };
    } catch {
      return undefined;
    }
  }

  private async prepared(): Promise<string> {
    const path = await this.options.locate();
    await mkdir(dirname(path), { recursive: true, mode: PRIVATE_FOLDER });
    await mendLastLine(path);
    return path;
  }
}

/** 0 for a missing file. */
async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
    throw error;
  }
}
