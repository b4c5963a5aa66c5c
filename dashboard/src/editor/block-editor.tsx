import { type CSSProperties, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { type Content, type Editor, EditorContent, type EditorOptions, useEditor, useEditorState } from '@tiptap/react';
import type { Choice } from '../components/choice.ts';
import { FONTS } from '../design-options.ts';
import { NewImage } from '../images/dialogs.ts';
import { addPictures, filesOf, pasteWithPictures, pictureOf } from './pictures.ts';
import { type DesignBlock, designOfDocument, toDocument } from './design.ts';
import { BLOCKS } from './extensions.ts';
import { WithGrip } from './grip.tsx';
import type { Kind } from './kinds.ts';
import { Panel } from './panel.tsx';
import { cleanPaste } from './paste.ts';
import { isSound, mayHoldTables, moveBlock, putBlock } from './places.ts';
import { SlashMenu, useSlash } from './slash.tsx';
import { Toolbar } from './toolbar.tsx';
import type { EditHistory } from './tool-button.tsx';
import './editor.css';
import { Extension } from '@tiptap/core';
import { Dropcursor, Gapcursor, Placeholder, UndoRedo } from '@tiptap/extensions';
import { redoDepth, undoDepth } from '@tiptap/pm/history';
import { Plugin } from '@tiptap/pm/state';

/**
 * Enforces the rules of `isSound`, which the schema cannot express. Rejects any change that violates a rule, for
 * example dropping a section into a column.
 */
const Sound = Extension.create({
  name: 'sound',
  addProseMirrorPlugins: () => [new Plugin({ filterTransaction: (tr) => !tr.docChanged || isSound(tr.doc) })],
});

const Keys = Extension.create({
  name: 'keys',
  addKeyboardShortcuts() {
    return {
      'Alt-ArrowUp': () => moveBlock(this.editor, -1),
      'Alt-ArrowDown': () => moveBlock(this.editor, 1),
    };
  },
});

/** Extensions that define the behavior of the editor. The blocks are defined elsewhere. */
const RULES = [
  Sound,
  Keys,
  UndoRedo,
  Gapcursor,
  Dropcursor.configure({ color: false, class: 'pr-drop' }),
  Placeholder.configure({
    placeholder: ({ node }) => (node.type.name === 'tableCell' ? '' : 'Write, or type / to insert a block'),
    showOnlyCurrent: true,
  }),
];

/** Properties of `BlockEditor`. */
export interface BlockEditorProps {
  /** Initial design of the editor. Later values are ignored. */
  readonly design: DesignBlock;
  /** Called with the whole design after each change. */
  readonly onChange: (design: DesignBlock) => void;
  /** Labels of the merge tags by name. */
  readonly fields: readonly Choice[];
  /** Errors that the server found in the design, with their paths. */
  readonly faults: readonly { readonly path: string; readonly text: string }[];
  /** Whether to show the email at the width of a phone. */
  readonly isPhone: boolean;
  /** Whether to show the email in dark mode colors. */
  readonly isDark: boolean;
  /** Remarks about the email, shown with the settings. */
  readonly notes?: ReactNode;
  /** Called when undo or redo becomes available or unavailable. */
  readonly onHistory: (history: EditHistory) => void;
}

/** Renders a block editor in which the email looks almost the same as in the recipients' email clients. */
export default function BlockEditor(props: BlockEditorProps): ReactNode {
  const { design, faults, fields, isDark, isPhone, notes, onChange, onHistory } = props;
  /** Type of block to insert once the user has chosen an image. */
  const [adding, setAdding] = useState<Kind>();
  const keys = useRef<(event: KeyboardEvent) => boolean>(() => false);
  const editor = useBlocks(design, onChange, keys);
  const put = (kind: Kind): void => {
    if ('block' in kind) putBlock(editor, editor.schema.nodeFromJSON(kind.block));
    else setAdding(kind);
  };
  const slash = useSlash(editor, put);
  useHistory(editor, onHistory);
  keys.current = slash.onKey;
  return (
    <div className="pr-editor flex flex-col">
      <div className="pr-sides">
        {/* The toolbar stays visible while the text is visible, and does not cover other parts of the page. */}
        <div className="pr-canvas">
          <Toolbar editor={editor} fields={fields} onPut={put} />
          <div className="relative">
            <Canvas editor={editor} isDark={isDark} isPhone={isPhone} />
            <SlashMenu slash={slash} />
          </div>
        </div>
        <Panel editor={editor} fields={fields} faults={faults} notes={notes} />
      </div>
      {adding && 'type' in adding && (
        <NewImage
          onClose={() => setAdding(undefined)}
          onAdded={(image) => {
            // A video block has no width of its own, because its image fills the width of the email.
            const video = { type: 'video', attrs: { src: image.url, alt: image.alt } };
            putBlock(editor, editor.schema.nodeFromJSON(adding.type === 'video' ? video : pictureOf(image)));
          }}
        />
      )}
    </div>
  );
}

/**
 * Creates the editor with options that never change. If the options changed, the editor would render the text again,
 * and a key press that the browser is still processing would be lost.
 */
function useBlocks(
  design: DesignBlock,
  onChange: BlockEditorProps['onChange'],
  keys: RefObject<(event: KeyboardEvent) => boolean>,
): Editor {
  const report = useRef(onChange);
  useEffect(() => {
    report.current = onChange;
  }, [onChange]);
  const [options] = useState<Partial<EditorOptions>>(() => ({
    extensions: [...BLOCKS, ...RULES],
    // Safe cast: a design is an editor document in JSON, and nothing modifies its arrays.
    content: toDocument(design) as Content,
    injectCSS: false,
    onUpdate: ({ editor: changed }) => report.current(designOfDocument(changed.state.doc)),
    editorProps: {
      attributes: ATTRIBUTES,
      transformPastedHTML: (html, view) => cleanPaste(html, mayHoldTables(view.state)),
      scrollThreshold: BELOW_TOOLBAR,
      scrollMargin: BELOW_TOOLBAR,
      handleKeyDown: (_view, event) => keys.current(event),
      handlePaste: (view, event) =>
        pasteWithPictures(view, event.clipboardData) || addPictures(view, filesOf(event.clipboardData)),
      handleDrop: (view, event, _slice, isMoved) =>
        !isMoved && addPictures(view, filesOf(event.dataTransfer), { left: event.clientX, top: event.clientY }),
    },
  }));
  return useEditor(options);
}

/**
 * Minimum distance in pixels between the caret and the edges of the window. The toolbars cover the top, and on small
 * screens, the settings cover the bottom.
 */
const BELOW_TOOLBAR = { top: 210, right: 0, bottom: 64, left: 0 };

const ATTRIBUTES = {
  role: 'textbox',
  'aria-multiline': 'true',
  'aria-label': 'Email content',
  class: 'pr-mail',
};

function useHistory(editor: Editor, onHistory: BlockEditorProps['onHistory']): void {
  const { mayRedo, mayUndo } = useEditorState({
    editor,
    selector: ({ editor: { state } }) => ({ mayUndo: undoDepth(state) > 0, mayRedo: redoDepth(state) > 0 }),
  });
  useEffect(() => {
    onHistory({
      mayUndo,
      mayRedo,
      undo: () => editor.chain().focus().undo().run(),
      redo: () => editor.chain().focus().redo().run(),
    });
  }, [editor, mayRedo, mayUndo, onHistory]);
}

function Canvas(props: { readonly editor: Editor; readonly isDark: boolean; readonly isPhone: boolean }): ReactNode {
  const { editor, isDark, isPhone } = props;
  const attrs = useEditorState({ editor, selector: ({ editor: { state } }) => state.doc.attrs });
  return (
    <div className="pr-page" data-dark={isDark || undefined} data-phone={isPhone || undefined} style={themeOf(attrs)}>
      <div className="pr-card">
        <WithGrip editor={editor}>
          <EditorContent editor={editor} />
        </WithGrip>
        <p className="pr-foot">
          Your postal address and an unsubscribe link are added here if the email doesn’t already contain them.
        </p>
      </div>
    </div>
  );
}

/** Returns the colors, the font, and the width of the email as CSS variables. */
function themeOf(attrs: Readonly<Record<string, unknown>>): CSSProperties {
  const given: Record<string, string> = {};
  for (const name of ['background', 'surface', 'text', 'accent']) {
    if (typeof attrs[name] === 'string') given[`--mail-${name}`] = attrs[name];
  }
  const font = FONTS.find(({ value }) => value === attrs['font']);
  if (font) given['--mail-font'] = font.stack;
  if (typeof attrs['width'] === 'number') given['--mail-width'] = `${attrs['width']}px`;
  if (typeof attrs['radius'] === 'number') given['--mail-radius'] = `${attrs['radius']}px`;
  return given;
}
