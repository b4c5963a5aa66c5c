import { useState, type ReactNode } from 'react';
import { type Editor, useEditorState } from '@tiptap/react';
import { NodeSelection, TextSelection } from '@tiptap/pm/state';
import { ArrowDown, ArrowUp, ChevronDown, ChevronUp, Copy, SquareDashed, Trash2 } from 'lucide-react';
import { IconButton } from '../components/button.tsx';
import type { Choice } from '../components/choice.ts';
import { FONTS } from '../design-options.ts';
import { BlockSettings, hasSettings } from './block-settings.tsx';
import { NAMES } from './kinds.ts';
import { changeBlock, doubleBlock, moveBlock, type Placed, placesOf, removeBlock, unwrapBlock } from './places.ts';
import { Select } from '../components/select.tsx';
import { RemotePictures } from './remote-pictures.tsx';
import { ColourSetting, NumberSetting } from './settings.tsx';
import { TableSettings } from './table-settings.tsx';

const COLOURS = [
  { name: 'accent', label: 'Buttons and links' },
  { name: 'text', label: 'Text' },
  { name: 'surface', label: 'Content background' },
  { name: 'background', label: 'Page background' },
] as const;

interface Props {
  readonly editor: Editor;
  readonly fields: readonly Choice[];
  readonly faults: readonly { readonly path: string; readonly text: string }[];
  readonly notes: ReactNode;
}

/** Renders the panel with the settings of the current block, of the blocks that contain it, and of the whole email. */
export function Panel({ editor, faults, fields, notes }: Props): ReactNode {
  const places = useEditorState({
    editor,
    // Find the blocks again after each edit, because edits change positions.
    selector: ({ editor: { state } }) => chosenOf(state),
    equalityFn: hasSameSettings,
  });
  const [inner, ...around] = places;
  const [isOpen, setOpen] = useState(false);
  const title = inner && (NAMES[inner.node.type.name] ?? inner.node.type.name);
  return (
    // On small screens, the panel stays at the bottom of the window and opens on request.
    <aside aria-label="Block settings" className="pr-panel">
      <FaultList editor={editor} faults={faults} />
      <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} className="pr-panel-switch">
        Settings{title !== undefined && `: ${title}`}
        {isOpen ? <ChevronDown className="size-4" aria-hidden /> : <ChevronUp className="size-4" aria-hidden />}
      </button>
      <div className="flex flex-col gap-5 p-4" data-open={isOpen}>
        {inner && <One key={keyOf(inner)} editor={editor} fields={fields} place={inner} isInner />}
        {around
          // Columns have no settings, but can be duplicated and deleted as a whole.
          .filter(({ node }) => node.type.name === 'columns' || hasSettings(node.type.name))
          .map((place) => (
            <One key={keyOf(place)} editor={editor} fields={fields} place={place} />
          ))}
        {notes}
        <RemotePictures editor={editor} />
        <MailSettings editor={editor} />
      </div>
    </aside>
  );
}

function keyOf({ node, pos }: Placed): string {
  return `${node.type.name} ${pos}`;
}

/** Returns the selected merge field, if any, followed by the blocks of `placesOf`. */
function chosenOf(state: Editor['state']): readonly Placed[] {
  const { selection } = state;
  const isTag = selection instanceof NodeSelection && selection.node.type.name === 'mergeTag';
  return [...(isTag ? [{ node: selection.node, pos: selection.from }] : []), ...placesOf(state)];
}

/**
 * Returns whether the panel looks the same for other blocks. Only the settings of a table depend on its content, so the
 * panel is not rendered again for each key that the user types. Pure.
 */
function hasSameSettings(places: readonly Placed[], others: readonly Placed[] | null): boolean {
  return (
    places.length === others?.length &&
    places.every(({ node, pos }, index) => {
      const other = others[index];
      if (other?.pos !== pos) return false;
      return node === other.node || (node.type.name !== 'table' && node.hasMarkup(other.node.type, other.node.attrs));
    })
  );
}

function One(props: {
  readonly editor: Editor;
  readonly fields: readonly Choice[];
  readonly place: Placed;
  readonly isInner?: boolean;
}): ReactNode {
  const { editor, fields, isInner = false, place } = props;
  const name = NAMES[place.node.type.name] ?? place.node.type.name;
  return (
    <section aria-label={name} className="flex flex-col gap-3">
      <div className="flex items-center justify-between gap-2">
        <h2 className="font-medium">{name}</h2>
        <Acts editor={editor} place={place} name={name} mayMove={isInner} />
      </div>
      {place.node.type.name === 'table' && <TableSettings editor={editor} place={place} />}
      <BlockSettings node={place.node} fields={fields} onChange={(attrs) => changeBlock(editor, place.pos, attrs)} />
    </section>
  );
}

function Acts(props: {
  readonly editor: Editor;
  readonly place: Placed;
  readonly name: string;
  readonly mayMove: boolean;
}): ReactNode {
  const { editor, mayMove, name, place } = props;
  const { type } = place.node;
  if (type.name === 'mergeTag' || type.name === 'column') return null;
  const isWrap = type.name === 'section' || type.name === 'condition';
  const what = name.toLowerCase();
  return (
    <div className="-my-1 flex">
      {mayMove && (
        <>
          <IconButton label="Move up (Alt+↑)" onClick={() => moveBlock(editor, -1)}>
            <ArrowUp aria-hidden />
          </IconButton>
          <IconButton label="Move down (Alt+↓)" onClick={() => moveBlock(editor, 1)}>
            <ArrowDown aria-hidden />
          </IconButton>
        </>
      )}
      {isWrap && (
        <IconButton label={`Remove the ${what} and keep its content`} onClick={() => unwrapBlock(editor, place.pos)}>
          <SquareDashed aria-hidden />
        </IconButton>
      )}
      <IconButton label={`Duplicate ${what}`} onClick={() => doubleBlock(editor, place.pos)}>
        <Copy aria-hidden />
      </IconButton>
      <IconButton label={`Delete ${what}`} onClick={() => removeBlock(editor, place.pos)}>
        <Trash2 aria-hidden />
      </IconButton>
    </div>
  );
}

/** Renders the errors in the email. Each error links to the block that contains it. */
function FaultList(props: {
  readonly editor: Editor;
  readonly faults: readonly { readonly path: string; readonly text: string }[];
}): ReactNode {
  const { editor, faults } = props;
  if (faults.length === 0) return null;
  return (
    <div role="alert" className="pr-faults rounded-control bg-bad-soft px-3 py-2 text-sm text-bad">
      <p className="font-medium">Fix these errors before sending:</p>
      <ul className="mt-1 flex flex-col gap-1">
        {faults.map(({ path, text }) => (
          <li key={`${path} ${text}`}>
            <button type="button" className="text-left underline" onClick={() => goTo(editor, path)}>
              {nameAt(editor, path)}
            </button>{' '}
            {text}
          </li>
        ))}
      </ul>
    </div>
  );
}

/**
 * Returns the name and the position of the node at a path in a design, such as `content.2.content.0.attrs.href`. If the
 * node does not exist, returns those of the last node on the path that exists. The position of the whole email is -1.
 */
function nodeAt({ state: { doc } }: Editor, path: string): { readonly name: string; readonly pos: number } {
  let node = doc;
  let pos = -1;
  for (const [, index = ''] of path.matchAll(/content\.(\d+)/g)) {
    const at = Number(index);
    const child = node.isAtom ? null : node.maybeChild(at);
    if (!child || child.isText) break;
    let before = pos + 1;
    for (let each = 0; each < at; each += 1) before += node.child(each).nodeSize;
    [node, pos] = [child, before];
  }
  return { name: NAMES[node.type.name] ?? 'Email', pos };
}

function nameAt(editor: Editor, path: string): string {
  return nodeAt(editor, path).name;
}

function goTo(editor: Editor, path: string): void {
  const { pos } = nodeAt(editor, path);
  const { state, view } = editor;
  const node = pos < 0 ? null : state.doc.nodeAt(pos);
  if (!node) return;
  const selection = node.isAtom ? NodeSelection.create(state.doc, pos) : TextSelection.near(state.doc.resolve(pos + 1));
  view.dispatch(state.tr.setSelection(selection).scrollIntoView());
  view.focus();
}

/** Renders the settings of the whole email: colors, font, width, and rounded corners. */
function MailSettings({ editor }: { readonly editor: Editor }): ReactNode {
  const attrs = useEditorState({ editor, selector: ({ editor: { state } }) => state.doc.attrs });
  const set = (name: string, value: unknown): void => {
    editor.view.dispatch(editor.state.tr.setDocAttribute(name, value));
  };
  const textOf = (name: string): string => (typeof attrs[name] === 'string' ? attrs[name] : '');
  return (
    <details className="group border-t border-line pt-4 first:border-t-0 first:pt-0">
      <summary className="cursor-pointer font-medium">Email settings</summary>
      <div className="mt-3 flex flex-col gap-3">
        {COLOURS.map(({ label, name }) => (
          <ColourSetting key={name} label={label} value={textOf(name)} onChange={(value) => set(name, value)} />
        ))}
        <Select
          label="Font"
          isLabelShown
          choices={FONTS}
          value={textOf('font') || 'sans'}
          onChange={(font) => set('font', font === 'sans' ? null : font)}
        />
        <NumberSetting
          label="Width (pixels)"
          value={attrs['width']}
          least={320}
          most={800}
          onChange={(width) => set('width', width)}
        />
        <NumberSetting
          label="Rounded corners (pixels)"
          value={attrs['radius']}
          least={0}
          most={32}
          onChange={(radius) => set('radius', radius)}
        />
      </div>
    </details>
  );
}
