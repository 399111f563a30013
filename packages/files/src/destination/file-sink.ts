/**
 * Appends one JSON line per result to a file. A line that a crash truncated is removed before the next one is written:
 * its result was not acknowledged, and is delivered again. If the definition says so, full files are numbered.
 */
import { rename } from 'node:fs/promises';
import { isError, WeirError } from '@weir/platform';
import type { StandingOutput } from '@weir/contract';
import type { FileDestination } from '../definition/file-destination.js';
import type { OutputStructure } from '@weir/formats/forms';
import { Appender, mendLastLine } from '@weir/formats/files';
import { FileTurns } from './file-turns.js';
import { RotatedFiles } from './rotated-files.js';
import { BaseSink, type DeliveryReport, failuresOf, reportOf, type SinkSupports } from '@weir/plugins';
import { resultText } from '@weir/formats/encoders';
import type { SinkContext } from '@weir/formats/kinds';

export class FileSink extends BaseSink {
  readonly supports: SinkSupports = { order: true, retry: false, batch: 256 };
  private file: Appender | undefined;
  private path = '';
  private turns: FileTurns | undefined;
  private rotated: RotatedFiles | undefined;
  private release: (() => void) | undefined;
  private mayBeTorn = false;

  constructor(
    private readonly definition: FileDestination,
    private readonly structure: OutputStructure,
    private readonly context: SinkContext,
  ) {
    super();
  }

  protected async openSink(): Promise<void> {
    const { path, rotate } = this.definition;
    const { files, environment } = this.context;
    this.path = await files.check(path);
    this.release = files.claim(this.path, rotate !== undefined);
    try {
      if (rotate !== undefined) {
        this.turns = new FileTurns(this.path, rotate, environment.clock);
        const check = (rotated: string): Promise<string> => files.check(rotated);
        this.rotated = new RotatedFiles(this.path, rotate, environment.clock, check);
      }
      // A pipe is not inspected: that would wait for a writer.
      await this.turns?.inspect();
      await this.mend();
      this.file = await Appender.open(this.path, environment.scheduler);
    } catch (error) {
      const reason = reasonOf(error);
      throw new WeirError('output.invalid', `Cannot write to ${path}: ${reason}`, { cause: error });
    }
    if (this.rotated !== undefined) await files.check(await this.rotated.nextPath());
    void this.tidy();
  }

  protected async deliverBatch(results: readonly StandingOutput[]): Promise<DeliveryReport> {
    const { path } = this.definition;
    const lines = results.map(result => resultText(result, this.structure) + '\n');
    let written = 0;
    try {
      while (written < lines.length) {
        if (this.mayBeTorn) await this.mend();
        const count = this.turns?.room(lines, written) ?? lines.length;
        if (count === 0) await this.nextFile();
        else await this.write(lines.slice(written, written + count).join(''));
        written += count;
      }
      return reportOf(results.length, []);
    } catch (error) {
      const reason = `${path} could not be written: ${String(error)}`;
      return reportOf(results.length, failuresOf(results.slice(written), reason, true));
    }
  }

  protected async closeSink(): Promise<void> {
    await this.letGo();
    await this.rotated?.settled();
    this.release?.();
  }

  private async letGo(): Promise<void> {
    const { file } = this;
    this.file = undefined;
    await file?.close();
  }

  private async write(text: string): Promise<void> {
    if (this.isClosed) throw new Error('closed');
    this.file ??= await Appender.open(this.path, this.context.environment.scheduler);
    if (this.isClosed) await this.letGo();
    if (this.file === undefined) throw new Error('closed');
    this.mayBeTorn = true;
    await this.file.append(text);
    this.mayBeTorn = false;
    this.turns?.wrote(text);
  }

  private async mend(): Promise<void> {
    await mendLastLine(this.path);
    await this.turns?.inspect();
    this.mayBeTorn = false;
  }

  private async nextFile(): Promise<void> {
    await this.letGo();
    await rename(this.path, await this.context.files.check(await this.rotated!.nextPath()));
    this.turns!.moved();
    await this.tidy();
  }

  private async tidy(): Promise<void> {
    const { logger } = this.context.environment;
    await this.rotated?.tidy(error =>
      logger.log(
        'warn',
        `Could not compress or remove full files of ${this.definition.path}: ${reasonOf(error)}`,
      ),
    );
  }
}

function reasonOf(error: unknown): string {
  if (!isError(error)) return String(error);
  return (error as NodeJS.ErrnoException).code === 'ENXIO' ? 'it is a pipe without a reader' : error.message;
}
