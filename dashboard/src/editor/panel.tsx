import type { ReactNode } from 'react';
import { useEditorState, type Editor } from '@tiptap/react';
import { NodeSelection } from '@tiptap/pm/state';
import { ArrowDown, ArrowUp, Copy, SquareDashed, Trash2 } from 'lucide-react';
import { IconButton } from '../components/button.tsx';
import type { Choice } from '../components/choice.ts';
import { BlockSettings, hasSettings } from './block-settings.tsx';
import { NAMES } from './kinds.ts';
import { FaultList } from './fault-list.tsx';
import { changeBlock, doubleBlock, moveBlock, placesOf, removeBlock, unwrapBlock, type Placed } from './places.ts';
import { MailSettings } from './mail-settings.tsx';

interface Props {
  readonly editor: Editor;
  readonly fields: readonly Choice[];
  readonly faults: readonly { readonly path: string; readonly text: string }[];
}

/** Beside the text: what is set of the block that is written in or selected, of those around it, and of the whole mail. */
export function Panel({ editor, faults, fields }: Props): ReactNode {
  // Places change with each step, and are cheap to find.
  const places = useEditorState({ editor, selector: ({ editor: { state } }) => chosenOf(state) });
  const [inner, ...around] = places;
  return (
    <aside
      aria-label="Block settings"
      className="sticky top-0 flex max-h-dvh flex-col gap-5 overflow-y-auto border-l border-line p-4 max-lg:static max-lg:max-h-none max-lg:border-t max-lg:border-l-0"
    >
      <FaultList editor={editor} faults={faults} />
      {inner && <One key={keyOf(inner)} editor={editor} fields={fields} place={inner} isInner />}
      {around
        .filter(({ node }) => hasSettings(node.type.name))
        .map((place) => (
          <One key={keyOf(place)} editor={editor} fields={fields} place={place} />
        ))}
      <MailSettings editor={editor} />
    </aside>
  );
}

function keyOf({ node, pos }: Placed): string {
  return `${node.type.name} ${pos}`;
}

/** As `placesOf`, with a merge field that is selected before them. */
function chosenOf(state: Editor['state']): readonly Placed[] {
  const { selection } = state;
  const isTag = selection instanceof NodeSelection && selection.node.type.name === 'mergeTag';
  return [...(isTag ? [{ node: selection.node, pos: selection.from }] : []), ...placesOf(state)];
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
        <h3 className="font-medium">{name}</h3>
        <Acts editor={editor} place={place} name={name} mayMove={isInner} />
      </div>
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
        <IconButton label={`Remove the ${what} and keep its content`} onClick={() => unwrapBlock(editor, place)}>
          <SquareDashed aria-hidden />
        </IconButton>
      )}
      <IconButton label={`Duplicate ${what}`} onClick={() => doubleBlock(editor, place)}>
        <Copy aria-hidden />
      </IconButton>
      <IconButton label={`Delete ${what}`} onClick={() => removeBlock(editor, place)}>
        <Trash2 aria-hidden />
      </IconButton>
    </div>
  );
}
