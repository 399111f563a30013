/** Texts of the forms for styles. */
export const styleTexts = {
  edgeTitle: 'Edge styles',
  edgeFormTitle: 'Style of these edges',
  addEdge: 'Add an edge style',
  edgeType: 'Edge type',
  width: 'Width',
  widthBy: 'Width by value of',
  defaultColor: 'default',
  byDegree: 'Number of edges',
  secondCaption: 'Second property of the caption',
  secondHint: 'none',
  preview: 'Preview',
  example: 'Example',
  pickIcon: 'Choose an icon',
  searchIcons: 'Search icons',
  noIcons: 'No icon has this name.',
  noIcon: 'No icon',
  moreIcons: (count: number) => `${count} more. Enter a part of the name.`,
  keep: 'Save this style',
  onServer: 'On the server, for everyone',
  inBrowser: 'In this browser only, above the styles of everyone',
  own: 'this browser',
  useOwn: (count: number) =>
    `Use the ${count === 1 ? 'style' : `${count} styles`} of this browser, above those of everyone`,
  lists:
    'Styles are saved on the server for everyone, or in this browser only. Quick queries are for everyone.',
} as const;
