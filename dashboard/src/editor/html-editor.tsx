import { useEffect, useId, useRef, useState, type ReactNode, type RefObject } from 'react';
import { defaultKeymap, history, historyKeymap, redo, redoDepth, undo, undoDepth } from '@codemirror/commands';
import { html } from '@codemirror/lang-html';
import { bracketMatching, HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { lintGutter, setDiagnostics, type Diagnostic } from '@codemirror/lint';
import { Compartment, EditorState } from '@codemirror/state';
import {
  Decoration,
  drawSelection,
  EditorView,
  highlightActiveLine,
  keymap,
  lineNumbers,
  MatchDecorator,
  ViewPlugin,
  type DecorationSet,
  type ViewUpdate,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { EditHistory } from './tool-button.tsx';
import './html-editor.css';

/** An error in the HTML and its position. Lines and columns are counted from 1. */
export interface HtmlFault {
  readonly line: number;
  readonly column: number;
  readonly text: string;
}

interface HtmlEditorProps {
  /** Initial HTML of the editor. Later values are ignored. */
  readonly value: string;
  readonly onChange: (html: string) => void;
  readonly faults: readonly HtmlFault[];
  /** The editor sets this ref to a function that inserts text at the caret. */
  readonly insert: RefObject<((text: string) => void) | undefined>;
  /** Called when undo or redo becomes available or unavailable. */
  readonly onHistory: (history: EditHistory) => void;
}

const NO_STEPS = { mayUndo: false, mayRedo: false };

/**
 * Renders an HTML editor with line numbers, syntax highlighting, search, and error markers. The Tab key moves the focus
 * out of the editor.
 */
export default function HtmlEditor({ faults, insert, onChange, onHistory, value }: HtmlEditorProps): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const change = useRef(onChange);
  const label = useId();
  const [{ mayRedo, mayUndo }, setSteps] = useState(NO_STEPS);
  useEffect(() => {
    onHistory({
      mayUndo,
      mayRedo,
      undo: () => view.current && undo(view.current),
      redo: () => view.current && redo(view.current),
    });
  }, [mayRedo, mayUndo, onHistory]);
  useEffect(() => {
    change.current = onChange;
  }, [onChange]);
  useEffect(() => {
    if (!box.current) return undefined;
    const reported = EditorView.updateListener.of((update) => {
      if (!update.docChanged) return;
      change.current(update.state.doc.toString());
      setSteps(stepsOf(update.state));
    });
    // The tab index tells accessibility checkers that the keyboard can scroll the text.
    const labelled = EditorView.contentAttributes.of({ 'aria-label': 'HTML', tabindex: '0' });
    const made = new EditorView({
      parent: box.current,
      state: EditorState.create({ doc: value, extensions: [...EXTENSIONS, reported, labelled] }),
    });
    view.current = made;
    insert.current = (text) => {
      made.dispatch(made.state.replaceSelection(text), { scrollIntoView: true });
      made.focus();
    };
    let isGone = false;
    void addSearch(made, () => isGone);
    return () => {
      isGone = true;
      made.destroy();
    };
    // The initial value is only used once.
  }, [insert]);
  useEffect(() => {
    const { current } = view;
    if (current) current.dispatch(setDiagnostics(current.state, diagnosticsOf(current.state, faults)));
  }, [faults]);
  return (
    <div className="flex flex-col gap-1.5">
      <span id={label} className="text-sm font-medium text-ink-2">
        HTML
      </span>
      <div ref={box} role="group" aria-labelledby={label} className="pr-html" />
      <FaultList faults={faults} onChoose={(fault) => goTo(view.current, fault)} />
    </div>
  );
}

function FaultList(props: {
  readonly faults: readonly HtmlFault[];
  readonly onChoose: (fault: HtmlFault) => void;
}): ReactNode {
  const { faults, onChoose } = props;
  if (faults.length === 0) return null;
  return (
    <div role="alert" className="rounded-control bg-bad-soft px-3 py-2 text-sm text-bad">
      <ul>
        {faults.map((fault) => (
          <li key={`${fault.line} ${fault.column} ${fault.text}`}>
            <button type="button" className="underline" onClick={() => onChoose(fault)}>
              Line {fault.line}
            </button>{' '}
            {fault.text}
          </li>
        ))}
      </ul>
    </div>
  );
}

function stepsOf(state: EditorState): typeof NO_STEPS {
  return { mayUndo: undoDepth(state) > 0, mayRedo: redoDepth(state) > 0 };
}

/** Returns the position of an error, clamped to the existing lines, because the HTML may have become shorter. */
function placeOf({ doc }: EditorState, { column, line }: HtmlFault): number {
  const found = doc.line(Math.max(1, Math.min(line, doc.lines)));
  return Math.min(found.from + Math.max(0, column - 1), found.to);
}

function diagnosticsOf(state: EditorState, faults: readonly HtmlFault[]): readonly Diagnostic[] {
  return faults.map((fault) => {
    const from = placeOf(state, fault);
    return { from, to: Math.min(from + 1, state.doc.length), severity: 'error', message: fault.text };
  });
}

function goTo(view: EditorView | undefined, fault: HtmlFault): void {
  if (!view) return;
  view.dispatch({ selection: { anchor: placeOf(view.state, fault) }, scrollIntoView: true });
  view.focus();
}

const LIQUID = new MatchDecorator({
  regexp: /\{\{[^{}]*\}\}|\{%[^{}%]*%\}/g,
  decoration: Decoration.mark({ class: 'pr-liquid' }),
});

/** Highlights merge tags and conditions in the HTML. */
const liquid = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = LIQUID.createDeco(view);
    }
    update(update: ViewUpdate): void {
      this.decorations = LIQUID.updateDeco(update, this.decorations);
    }
  },
  { decorations: ({ decorations }) => decorations },
);

/** Use the colors of the theme, so that the editor supports dark mode. */
const COLOURS = HighlightStyle.define([
  { tag: tags.tagName, color: 'var(--accent-ink)' },
  { tag: tags.attributeName, color: 'var(--ok)' },
  { tag: [tags.attributeValue, tags.string], color: 'var(--warn)' },
  { tag: [tags.comment, tags.documentMeta], color: 'var(--ink-3)' },
  { tag: [tags.keyword, tags.propertyName], color: 'var(--info)' },
  { tag: tags.invalid, color: 'var(--bad)' },
]);

const SEARCH = new Compartment();

/** Adds the search, whose script is loaded after the editor. If this fails, the search of the browser remains. */
async function addSearch(view: EditorView, isGone: () => boolean): Promise<void> {
  const added = await import('./html-search.ts').catch(() => undefined);
  if (added && !isGone()) view.dispatch({ effects: SEARCH.reconfigure(added.HTML_SEARCH) });
}

const EXTENSIONS = [
  lineNumbers(),
  history(),
  drawSelection(),
  bracketMatching(),
  highlightActiveLine(),
  html({ autoCloseTags: true }),
  syntaxHighlighting(COLOURS),
  liquid,
  lintGutter(),
  EditorView.lineWrapping,
  keymap.of([...defaultKeymap, ...historyKeymap]),
  SEARCH.of([]),
];
