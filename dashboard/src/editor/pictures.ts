import { NodeSelection } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { ApiProblem, type Answer } from '../api.ts';
import { toast } from '../components/toast.tsx';
import { BINARY, KINDS } from '../pages/images/image-parts.ts';
import { refresh } from '../reading.ts';
import { transferOf } from '../transfer.ts';
import type { DesignBlock } from './design.ts';
import { isSound } from './places.ts';

const MAIL_WIDTH = 552;

/** Returns a block for an image of the account. The width of the block is limited to the width of the email. Pure. */
export function pictureOf({ url, width }: Pick<Answer<'POST /images'>, 'url' | 'width'>): DesignBlock {
  return { type: 'image', attrs: { src: url, alt: '', width: Math.min(width, MAIL_WIDTH) } };
}

/**
 * Returns the images in data that was pasted or dropped. If the data also contains text, such as table cells, returns
 * no images, because the text is inserted instead.
 */
export function filesOf(data: DataTransfer | null): readonly File[] {
  if (!data || data.types.includes('text/html') || data.types.includes('text/plain')) return [];
  return [...data.files].filter(({ name, type }) =>
    type === '' ? KINDS.some((kind) => name.endsWith(kind)) : type.startsWith('image/'),
  );
}

/** Uploads images, and inserts them where they were dropped or at the caret. Returns whether there are any images. */
export function addPictures(
  view: EditorView,
  files: readonly File[],
  at?: { readonly left: number; readonly top: number },
): boolean {
  const dropped = at && view.posAtCoords(at)?.pos;
  if (files.length > 0) void addAll(view, files, dropped);
  return files.length > 0;
}

/** Uploads images one after another. If one fails, the others are still uploaded. */
async function addAll(view: EditorView, files: readonly File[], dropped: number | undefined): Promise<void> {
  for (const file of files) {
    try {
      const transfer = transferOf(new AbortController().signal, () => undefined);
      const image = await transfer.upload('POST /images', file, { query: { name: file.name }, contentType: BINARY });
      if (view.isDestroyed) return;
      put(view, pictureOf(image), dropped);
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      toast(`“${file.name}” wasn’t uploaded: ${error.message} ${error.fix}`, true);
    }
  }
  refresh(['GET /images']);
}

function put(view: EditorView, block: DesignBlock, dropped: number | undefined): void {
  const { state } = view;
  const $at = state.doc.resolve(Math.min(dropped ?? state.selection.from, state.doc.content.size));
  const node = state.schema.nodeFromJSON(block);
  // Insert the image after the innermost block whose parent allows images.
  for (let depth = $at.depth; depth >= 0; depth -= 1) {
    const index = $at.indexAfter(depth);
    if (!$at.node(depth).canReplaceWith(index, index, node.type)) continue;
    const pos = depth === $at.depth ? $at.pos : $at.after(depth + 1);
    const tr = state.tr.insert(pos, node);
    if (!isSound(tr.doc)) return;
    view.dispatch(tr.setSelection(NodeSelection.create(tr.doc, pos)).scrollIntoView());
    return;
  }
}
