/** JSON text within a response, for values that JavaScript's numbers and maps cannot represent. */
export class RawJson {
  constructor(readonly text: string) {}
}
