/** Writes unreadable records as lines of a file or of standard output. */
import { messageOf, WeirError } from '@weir/platform';
import { Appender, isRecordLine, mendLastLine } from '@weir/formats/files';
import { ALL_TAKEN, type DeadLetterContext, type Taker } from '@weir/formats/kinds';
import { linesOf } from '@weir/formats/encoders';

export function openPrintTaker({ writer }: DeadLetterContext): Taker {
  return {
    name: 'standard output',
    take: async records => {
      await writer.write(linesOf(records));
      return ALL_TAKEN;
    },
    close: () => Promise.resolve(),
  };
}

/** @throws WeirError `output.invalid`, `output.file-not-allowed`. */
export async function openFileTaker(
  { path }: { readonly path: string },
  { files, environment }: DeadLetterContext,
): Promise<Taker> {
  const target = await files.check(path, isRecordLine);
  try {
    await mendLastLine(target);
    const file = await Appender.open(target, environment.scheduler);
    let mayBeTorn = false;
    return {
      name: path,
      take: async records => {
        if (mayBeTorn) await mendLastLine(target);
        mayBeTorn = true;
        await file.append(linesOf(records));
        mayBeTorn = false;
        return ALL_TAKEN;
      },
      close: () => file.close(),
    };
  } catch (cause) {
    throw new WeirError('output.invalid', `Cannot write to ${path}: ${messageOf(cause)}`, { cause });
  }
}
