/** Texts of the forms that are generated from the OpenAPI document. */
export const formTexts = {
  moreOptions: 'More options',
  moreKinds: (count: number) => `${count} more`,
  asJson: (label: string) => `${label} as JSON`,
  addItem: (item: string | undefined) => (item === undefined ? 'Add' : `Add ${item.toLowerCase()}`),
  removeItem: 'Remove',
  missing: 'This field is required.',
  missingFields: (labels: readonly string[]) =>
    `${labels.length === 1 ? 'This field is' : 'These fields are'} required: ${labels.join(', ')}.`,
  badJson: 'This is not valid JSON.',
  request: 'Request',
  create: 'Create',
  created: (name: string) => `${name} was created`,
  queryHints: {
    query: 'MATCH (n) WHERE id(n) = idFrom($that.id) SET n = $that',
    'pattern.query': "MATCH (a)-[:knows]->(b) WHERE b.name = 'Ada' RETURN DISTINCT id(a) AS id",
  } as Readonly<Record<string, string>>,
};
