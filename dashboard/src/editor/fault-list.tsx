import type { ReactNode } from 'react';
import type { Editor } from '@tiptap/react';
import { NodeSelection, TextSelection } from '@tiptap/pm/state';
import { NAMES } from './kinds.ts';

/** What is wrong with the mail, each with a way to where it stands. */
export function FaultList(props: {
  readonly editor: Editor;
  readonly faults: readonly { readonly path: string; readonly text: string }[];
}): ReactNode {
  const { editor, faults } = props;
  if (faults.length === 0) return null;
  return (
    <div role="alert" className="rounded-control bg-bad-soft px-3 py-2 text-sm text-bad">
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

/** The node that a path of a design means, as deep as there is one: `content.2.content.0.attrs.href`. */
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
