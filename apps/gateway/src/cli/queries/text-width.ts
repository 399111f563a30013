/** Width of text on a terminal: most characters take one column, East Asian ones and emoji take two. */
const WIDE =
  /^(?:\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Emoji_Presentation}|[\u3000-\u303e\uff01-\uff60])/u;
const ASCII = /^[ -~]*$/;
const graphemes = new Intl.Segmenter();

export function textWidth(text: string): number {
  if (ASCII.test(text)) return text.length;
  let width = 0;
  for (const { segment } of graphemes.segment(text)) width += widthOf(segment);
  return width;
}

/** Shortens text that is wider than `most` columns, and marks it with an ellipsis. */
export function shortened(text: string, most: number): string {
  if (textWidth(text) <= most) return text;
  let width = 1;
  let kept = '';
  for (const { segment } of graphemes.segment(text)) {
    width += widthOf(segment);
    if (width > most) break;
    kept += segment;
  }
  return `${kept}…`;
}

function widthOf(segment: string): number {
  return WIDE.test(segment) ? 2 : 1;
}
