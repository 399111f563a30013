declare module '@pushcorn/hocon-parser' {
  /** @param options.url a file's path. Rejects with what cannot be read. */
  export default function parse(options: {
    readonly url: string;
    readonly strict?: boolean;
  }): Promise<unknown>;
}
