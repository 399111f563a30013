/** A part of an answer that is JSON text already: of values that JavaScript's numbers and maps can't hold. */
export class RawJson {
  constructor(readonly text: string) {}
}
