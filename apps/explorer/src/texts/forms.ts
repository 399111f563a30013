/** Texts of the forms that are generated from the OpenAPI document. */
export const formTexts = {
  chooseKind: 'Kind',
  optional: 'Optional',
  moreOptions: 'More options',
  addItem: 'Add',
  removeItem: 'Remove',
  missing: 'This field is required.',
  badJson: 'This is not valid JSON.',
  request: 'Request',
  create: 'Create',
  created: (name: string) => `${name} was created`,
  queryHints: {
    query: 'MATCH (n) WHERE id(n) = idFrom($that.id) SET n = $that',
    'pattern.query': "MATCH (a)-[:knows]->(b) WHERE b.name = 'Ada' RETURN DISTINCT id(a) AS id",
  } as Readonly<Record<string, string>>,
};
