/** Unpacks Zstandard while it comes, all frames of it: the stream that Node has ends with the first one, and says nothing. */
import { Transform } from 'node:stream';
import { Decompress } from 'fzstd';

export class ZstdStream extends Transform {
  private readonly library = new Decompress(piece => this.push(Buffer.from(piece)));

  override _transform(block: Buffer, _encoding: string, done: (error?: Error) => void): void {
    done(this.attempt(block, false));
  }

  override _flush(done: (error?: Error) => void): void {
    done(this.attempt(Buffer.alloc(0), true));
  }

  private attempt(block: Buffer, isLast: boolean): Error | undefined {
    try {
      this.library.push(block, isLast);
      return undefined;
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  }
}
