import { NodeSelection } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { ApiProblem, type Answer } from '../api.ts';
import { toast } from '../components/toast.tsx';
import { BINARY, KINDS } from '../images/image-parts.ts';
import { resized } from '../images/resize.ts';
import { refresh } from '../reading.ts';
import { transferOf } from '../transfer.ts';
import type { DesignBlock } from './design.ts';
import { isSound } from './places.ts';

const MAIL_WIDTH = 552;

/**
 * Returns a block for an image of the account. The width of the block is limited to the default width of the content of
 * an email. Pure.
 */
export function pictureOf({ alt, url, width }: Pick<Answer<'POST /images'>, 'alt' | 'url' | 'width'>): DesignBlock {
  return { type: 'image', attrs: { src: url, alt, width: Math.min(width, MAIL_WIDTH) } };
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

/** Matches an image whose file is part of pasted HTML. */
const IN_HTML = /<img[^>]+src\s*=\s*["']data:image\//i;

/**
 * Uploads the images that are part of pasted HTML, then pastes the HTML with their URLs. Images that cannot be uploaded
 * are left out. Returns whether the HTML contains such images.
 */
export function pasteWithPictures(view: EditorView, data: DataTransfer | null): boolean {
  const html = data?.getData('text/html') ?? '';
  if (!IN_HTML.test(html)) return false;
  void pasteUploaded(view, html);
  return true;
}

async function pasteUploaded(view: EditorView, html: string): Promise<void> {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const [index, element] of [...body.querySelectorAll<HTMLImageElement>('img[src^="data:" i]')].entries()) {
    const file = fileOf(element.getAttribute('src') ?? '', `pasted-${index + 1}`);
    const image = file && (await uploaded(file));
    if (!image) element.remove();
    else element.setAttribute('src', image.url);
  }
  refresh(['GET /images']);
  if (!view.isDestroyed) view.pasteHTML(body.outerHTML);
}

/** Returns the image in a data URL in base64 format (RFC 2397). Returns undefined for any other URL. */
function fileOf(url: string, name: string): File | undefined {
  const [, type = '', base64 = ''] = /^data:(image\/[\w.+-]+);base64,([\w+/=\s]+)$/i.exec(url) ?? [];
  try {
    const bytes = Uint8Array.from(atob(base64), (character) => character.codePointAt(0) ?? 0);
    return bytes.length > 0 ? new File([bytes], `${name}.${type.slice('image/'.length)}`, { type }) : undefined;
  } catch {
    return undefined;
  }
}

/** Uploads an image. If this fails, shows the reason and returns undefined. */
async function uploaded(file: File): Promise<Answer<'POST /images'> | undefined> {
  try {
    const transfer = transferOf(new AbortController().signal, () => undefined);
    const query = { name: file.name };
    return await transfer.upload('POST /images', await resized(file), { query, contentType: BINARY });
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    toast(`“${file.name}” wasn’t uploaded: ${error.message} ${error.fix}`, true);
    return undefined;
  }
}

/** Uploads images one after another. If one fails, the others are still uploaded. */
async function addAll(view: EditorView, files: readonly File[], dropped: number | undefined): Promise<void> {
  for (const file of files) {
    const image = await uploaded(file);
    if (view.isDestroyed) return;
    if (image) put(view, pictureOf(image), dropped);
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
