/**
 * The editor of a query. It lives in a shadow root, where the editor's styles need no permission from the page's
 * policy.
 */
import { autocompletion, closeBrackets, closeCompletion, completionStatus } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, insertNewlineAndIndent } from '@codemirror/commands';
import { HighlightStyle, StreamLanguage, bracketMatching, syntaxHighlighting } from '@codemirror/language';
import { linter, lintKeymap } from '@codemirror/lint';
import { Annotation, EditorState } from '@codemirror/state';
import { EditorView, keymap, placeholder } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useEffect, useRef } from 'preact/hooks';
import { cypherLanguage } from './cypher-language.js';
import type { EditorProps } from './editor-props.js';
import { typeOverSelection } from './type-over-selection.js';

const THEME = EditorView.theme({
  '&': { color: 'var(--text)', backgroundColor: 'transparent', fontSize: '13.5px', maxHeight: '40vh' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.55', overflow: 'auto' },
  '.cm-content': { padding: '7px 0', caretColor: 'var(--accent)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-placeholder': { color: 'var(--soft)' },
  '.cm-cursor': { borderLeftColor: 'var(--accent)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': {
    background: 'var(--selection) !important',
  },
  '.cm-tooltip': {
    background: 'var(--surface)',
    color: 'var(--text)',
    border: '1px solid var(--line)',
    borderRadius: '8px',
    overflow: 'hidden',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { background: 'var(--accent)', color: 'var(--on-accent)' },
  '.cm-lintRange': {
    // An image would have to be allowed by the page's policy.
    backgroundImage: 'none !important',
    textDecoration: 'underline wavy 1px',
    textUnderlineOffset: '3px',
  },
  '.cm-lintRange-error': { textDecorationColor: 'var(--bad)' },
  '.cm-lintRange-warning': { textDecorationColor: 'var(--warn)' },
  '.cm-lintPoint-error:after': { borderBottomColor: 'var(--bad)' },
  '.cm-diagnostic': { padding: '6px 10px', maxWidth: '420px', whiteSpace: 'pre-wrap' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--bad)' },
  '.cm-diagnostic-warning': { borderLeftColor: 'var(--warn)' },
  '.cm-panels': { background: 'var(--raised)', color: 'var(--text)' },
  '.cm-completionDetail': { color: 'var(--soft)', fontStyle: 'normal' },
});
/** Since the last keystroke. */
const CHECK_AFTER_MILLIS = 400;
const HIGHLIGHT = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--code-keyword)', fontWeight: '600' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--code-string)' },
  { tag: tags.number, color: 'var(--code-number)' },
  { tag: [tags.comment, tags.lineComment], color: 'var(--soft)' },
  { tag: [tags.atom, tags.labelName, tags.typeName], color: 'var(--code-name)' },
  { tag: [tags.standard(tags.name), tags.function(tags.name)], color: 'var(--code-name)' },
]);

/** Marks a change to the text of the properties: the page knows it, and may have a newer one already. */
const isFromPage = Annotation.define<boolean>();

export function CodeEditor(props: EditorProps) {
  const container = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>();
  const latest = useRef(props);
  latest.current = props;
  const said = useRef<string[]>([]);

  useEffect(() => {
    const root = container.current!.shadowRoot ?? container.current!.attachShadow({ mode: 'open' });
    const recall = (get: (() => string | undefined) | undefined, atEdge: (editor: EditorView) => boolean) => {
      return (editor: EditorView): boolean => {
        if (get === undefined || completionStatus(editor.state) !== null || !atEdge(editor)) return false;
        const text = get();
        if (text === undefined) return false;
        replace(editor, text);
        return true;
      };
    };
    const run = (editor: EditorView): boolean => {
      closeCompletion(editor);
      latest.current.onRun?.();
      return true;
    };
    const runnable =
      props.onRun === undefined
        ? []
        : [
            { key: 'Mod-Enter', run },
            { key: 'Enter', run },
            { key: 'Shift-Enter', run: insertNewlineAndIndent },
          ];
    const editor = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc: props.text,
        extensions: [
          keymap.of([
            ...runnable,
            { key: 'ArrowUp', run: recall(() => latest.current.onOlder?.(), isAtFirstLine) },
            { key: 'ArrowDown', run: recall(() => latest.current.onNewer?.(), isAtLastLine) },
          ]),
          history(),
          typeOverSelection,
          closeBrackets(),
          bracketMatching(),
          StreamLanguage.define(cypherLanguage),
          syntaxHighlighting(HIGHLIGHT),
          autocompletion({ override: [context => latest.current.complete?.(context) ?? null] }),
          ...(props.check === undefined ? [] : [linter(props.check, { delay: CHECK_AFTER_MILLIS })]),
          placeholder(props.hint),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ 'aria-label': props.label }),
          EditorView.updateListener.of(update => {
            if (!update.docChanged || update.transactions.some(each => each.annotation(isFromPage))) return;
            const written = update.state.doc.toString();
            said.current.push(written);
            latest.current.onChange(written);
          }),
          THEME,
          keymap.of([...defaultKeymap, ...historyKeymap, ...lintKeymap]),
        ],
      }),
    });
    view.current = editor;
    latest.current.onReady?.();
    return () => editor.destroy();
  }, []);

  useEffect(() => {
    // Text typed here returns later as a property, when more may have been typed.
    const container = said.current.lastIndexOf(props.text);
    if (container !== -1) said.current.splice(0, container + 1);
    else if (view.current !== undefined && view.current.state.doc.toString() !== props.text)
      replace(view.current, props.text, true);
  }, [props.text]);

  return <div class="editor" ref={container} />;
}

function replace(editor: EditorView, text: string, fromPage = false): void {
  const changes = { from: 0, to: editor.state.doc.length, insert: text };
  editor.dispatch({ changes, selection: { anchor: text.length }, annotations: isFromPage.of(fromPage) });
}

function isAtFirstLine({ state }: EditorView): boolean {
  return state.doc.lines === 1 && state.doc.lineAt(state.selection.main.head).number === 1;
}

function isAtLastLine({ state }: EditorView): boolean {
  return state.doc.lines === 1 && state.doc.lineAt(state.selection.main.head).number === state.doc.lines;
}
