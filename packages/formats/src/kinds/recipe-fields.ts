/** Fields of a kind with a meaning for recipes. */
export interface RecipeFields {
  /** Fields that may be variables: `a.b` is a field of an object, and `*` is every entry. Default: none. */
  readonly variables?: readonly string[];
  /** The field that names what it reads or writes. A recipe checks it before it starts. */
  readonly target?: TargetField;
}

export interface TargetField {
  readonly field: string;
  /** A path of a file, or a URL with this scheme or its variant over TLS. */
  readonly is: 'file' | 'http' | 'ws';
}
