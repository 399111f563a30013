/**
 * Unpacks Zstandard while it comes, all frames of it: the stream that Node has ends with the first one, and says nothing.
 * Four bytes may be a block of 128 KiB, so little is unpacked at a time, and only when somebody has taken what came before.
 */
import { Transform } from 'node:stream';
import { Decompress } from 'fzstd';
import { isError } from '@weir/model';

/** Of what is packed: at most eight megabytes unpacked. */
const STEP_BYTES = 256;

export class ZstdStream extends Transform {
  private hasRoom = true;
  private readonly library = new Decompress(piece => (this.hasRoom = this.push(Buffer.from(piece))));
  /** Goes on with what was left when there was no room. */
  private goOn: (() => void) | undefined;

  override _transform(block: Buffer, _encoding: string, done: (error?: Error) => void): void {
    let at = 0;
    const step = (): void => {
      this.goOn = undefined;
      while (at < block.length) {
        const error = this.attempt(block.subarray(at, (at += STEP_BYTES)), false);
        if (error !== undefined) return done(error);
        if (!this.hasRoom && at < block.length) {
          this.goOn = step;
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
    if (this.goOn === undefined) super._read(size);
    else this.goOn();
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
