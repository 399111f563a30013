/**
 * Unpacks all frames of a Zstandard stream: Node's stream ends silently after the first. Four bytes may represent a
 * block of 128 KiB, so the input is unpacked in small steps, each only after the earlier output was consumed.
 */
import { Transform } from 'node:stream';
import { Decompress } from 'fzstd';
import { isError } from '@weir/platform';

/** Packed bytes per step: at most eight megabytes unpacked. */
const STEP_BYTES = 256;

export class ZstdStream extends Transform {
  private hasRoom = true;
  private readonly library = new Decompress(piece => (this.hasRoom = this.push(Buffer.from(piece))));
  /** Continues with the input left when the output was full. */
  private nextStep: (() => void) | undefined;

  override _transform(block: Buffer, _encoding: string, done: (error?: Error) => void): void {
    let at = 0;
    const step = (): void => {
      this.nextStep = undefined;
      while (at < block.length) {
        const error = this.attempt(block.subarray(at, (at += STEP_BYTES)), false);
        if (error !== undefined) return done(error);
        if (!this.hasRoom && at < block.length) {
          this.nextStep = step;
          return;
        }
      }
      done();
    };
    step();
  }

  override _flush(done: (error?: Error) => void): void {
    done(this.attempt(Buffer.alloc(0), true));
  }

  override _read(size: number): void {
    this.hasRoom = true;
    if (this.nextStep === undefined) super._read(size);
    else this.nextStep();
  }

  private attempt(block: Buffer, isLast: boolean): Error | undefined {
    try {
      this.library.push(block, isLast);
      return undefined;
    } catch (error) {
      return isError(error) ? error : new Error(String(error));
    }
  }
}
