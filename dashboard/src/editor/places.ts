import type { Editor } from '@tiptap/core';
import { closeHistory } from '@tiptap/pm/history';
import { Fragment, type Node } from '@tiptap/pm/model';
import { isEven } from './tables.ts';
import { NodeSelection, TextSelection, type EditorState, type Transaction } from '@tiptap/pm/state';

const CONTAINERS: ReadonlySet<string> = new Set(['doc', 'section', 'column', 'condition']);

/** A block and its position in the document. */
export interface Placed {
  readonly node: Node;
  readonly pos: number;
}

/** Returns the selected or current block, followed by the blocks that contain it, innermost first. */
export function placesOf({ selection }: EditorState): readonly Placed[] {
  const { $from } = selection;
  const found: Placed[] = [];
  if (selection instanceof NodeSelection && selection.node.isBlock) {
    found.push({ node: selection.node, pos: selection.from });
  }
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    const node = $from.node(depth);
    const isBlock = CONTAINERS.has($from.node(depth - 1).type.name);
    if (isBlock || node.type.name === 'columns') found.push({ node, pos: $from.before(depth) });
  }
  return found;
}

/**
 * Returns the block at a position in the document. If the block cannot be moved separately, returns the innermost
 * block around it that can be moved. Pure.
 */
export function blockAt(
  doc: Node,
  found: { readonly pos: number; readonly inside: number } | null,
): Placed | undefined {
  if (!found) return undefined;
  let $pos = doc.resolve(found.inside === -1 ? found.pos : found.inside);
  while (!CONTAINERS.has($pos.parent.type.name)) $pos = doc.resolve($pos.before());
  const node = $pos.nodeAfter ?? $pos.nodeBefore;
  return node ? { node, pos: node === $pos.nodeAfter ? $pos.pos : $pos.pos - node.nodeSize } : undefined;
}

/**
 * Returns whether a node follows the rules that the schema cannot express. Even inside a condition, a section must not
 * contain a section, and a column must not contain sections or columns. All rows of a table must have the same number
 * of cells, at most `MAX_TABLE_COLUMNS`. `refused` are the types of blocks that the surrounding blocks do not allow.
 * Pure.
 */
export function isSound(node: Node, refused: readonly string[] = []): boolean {
  if (node.isTextblock || node.isLeaf) return true;
  if (node.type.name === 'table') return isEven(node);
  const { name } = node.type;
  const within = name === 'column' ? ['section', 'columns'] : name === 'section' ? [...refused, 'section'] : refused;
  for (let index = 0; index < node.childCount; index += 1) {
    const child = node.child(index);
    if (refused.includes(child.type.name) || within.includes(child.type.name) || !isSound(child, within)) return false;
  }
  return true;
}

/** Returns whether tables are allowed at the caret. Pure. */
export function mayHoldTables({ selection: { $from } }: EditorState): boolean {
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    if (['listItem', 'blockquote', 'tableCell'].includes($from.node(depth).type.name)) return false;
  }
  return true;
}

/** Returns a transaction that is a separate undo step, even if it follows another transaction immediately. */
function stepOf({ tr }: EditorState): Transaction {
  return closeHistory(tr);
}

/**
 * Inserts a block after the current block, or replaces the current block if it is an empty paragraph. Inserts the block
 * at the deepest level that allows it. Without a current block, inserts the block at the end. Returns false if the
 * block is not allowed anywhere.
 */
export function putBlock(editor: Editor, block: Node): boolean {
  const { state } = editor;
  const spots = placesOf(state).map(({ node, pos }): readonly [from: number, to: number] => {
    const isBare = node.type.name === 'paragraph' && node.content.size === 0;
    return [isBare ? pos : pos + node.nodeSize, pos + node.nodeSize];
  });
  const { size } = state.doc.content;
  // There is no current block if the caret is between two blocks, or if the whole email is selected.
  for (const [from, to] of spots.length === 0 ? [[size, size] as const] : spots) {
    const tr = tried(stepOf(state), from, to, block);
    if (!tr) continue;
    editor.view.dispatch(selectIn(tr, from).scrollIntoView());
    editor.view.focus();
    return true;
  }
  return false;
}

/** Replaces a range with a block. Returns undefined if the block is not allowed there. */
function tried(tr: Transaction, from: number, to: number, block: Node): Transaction | undefined {
  const $from = tr.doc.resolve(from);
  if (!$from.parent.canReplaceWith($from.index(), tr.doc.resolve(to).index(), block.type)) return undefined;
  tr.replaceWith(from, to, block);
  return isSound(tr.doc) ? tr : undefined;
}

/** Moves the caret to the start of the text in the block at `pos`. If the block has no text, selects the block. */
function selectIn(tr: Transaction, pos: number): Transaction {
  const node = tr.doc.nodeAt(pos);
  if (!node) return tr;
  const isWritten = !node.isAtom;
  return tr.setSelection(isWritten ? TextSelection.near(tr.doc.resolve(pos + 1)) : NodeSelection.create(tr.doc, pos));
}

/** Moves the innermost block before or after its neighbor. Returns false if this is not possible. */
export function moveBlock(editor: Editor, by: -1 | 1): boolean {
  const { state, view } = editor;
  const place = placesOf(state)[0];
  if (!place) return false;
  const { node, pos } = place;
  const $pos = state.doc.resolve(pos);
  const neighbour = $pos.parent.maybeChild($pos.index() + by);
  if (!neighbour || !CONTAINERS.has($pos.parent.type.name)) return false;
  const to = by === -1 ? pos - neighbour.nodeSize : pos + neighbour.nodeSize;
  const within = state.selection.from - pos;
  const tr = stepOf(state)
    .delete(pos, pos + node.nodeSize)
    .insert(to, node);
  const isWhole = state.selection instanceof NodeSelection && state.selection.node.isBlock;
  tr.setSelection(isWhole ? NodeSelection.create(tr.doc, to) : TextSelection.near(tr.doc.resolve(to + within)));
  view.dispatch(tr.scrollIntoView());
  return true;
}

/** Removes a block. If its container has no other blocks, puts an empty paragraph in its place. */
export function removeBlock({ state, view }: Editor, pos: number): void {
  const node = state.doc.nodeAt(pos);
  if (!node) return;
  const $pos = state.doc.resolve(pos);
  const isLast = $pos.parent.childCount === 1;
  const paragraph = state.schema.nodes['paragraph']?.create();
  const tr = stepOf(state).replaceWith(pos, pos + node.nodeSize, isLast && paragraph ? paragraph : Fragment.empty);
  tr.setSelection(TextSelection.near(tr.doc.resolve(Math.min(pos + 1, tr.doc.content.size)), -1));
  view.dispatch(tr.scrollIntoView());
  view.focus();
}

/** Duplicates a block. */
export function doubleBlock({ state, view }: Editor, pos: number): void {
  const node = state.doc.nodeAt(pos);
  if (!node) return;
  const at = pos + node.nodeSize;
  view.dispatch(selectIn(stepOf(state).insert(at, node), at).scrollIntoView());
  view.focus();
}

/**
 * Removes a section or a condition, but keeps the blocks that it contains. Changes nothing if these blocks are not
 * allowed outside.
 */
export function unwrapBlock({ state, view }: Editor, pos: number): void {
  const node = state.doc.nodeAt(pos);
  if (!node) return;
  const tr = stepOf(state).replaceWith(pos, pos + node.nodeSize, node.content);
  if (isSound(tr.doc)) view.dispatch(selectIn(tr, pos).scrollIntoView());
  view.focus();
}

/** Changes the attributes of a block. */
export function changeBlock({ state, view }: Editor, pos: number, attrs: Readonly<Record<string, unknown>>): void {
  const node = state.doc.nodeAt(pos);
  if (!node) return;
  const { selection } = state;
  const tr = state.tr.setNodeMarkup(pos, undefined, { ...node.attrs, ...attrs });
  // Select the node again, because changing its markup has removed the selection.
  if (selection instanceof NodeSelection && selection.from === pos) tr.setSelection(NodeSelection.create(tr.doc, pos));
  view.dispatch(tr);
}
