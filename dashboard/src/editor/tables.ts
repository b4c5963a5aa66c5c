import { Node, type Editor } from '@tiptap/core';
import { closeHistory } from '@tiptap/pm/history';
import type { Node as Block } from '@tiptap/pm/model';
import { TextSelection, type EditorState } from '@tiptap/pm/state';
import { pastedOf, textAlign } from './attributes.ts';
import type { Placed } from './places.ts';

/** Maximum number of columns of a table. */
export const MAX_TABLE_COLUMNS = 8;

const Table = Node.create({
  name: 'table',
  group: 'simple',
  content: 'tableRow+',
  isolating: true,
  draggable: true,
  parseHTML: () => [{ tag: 'table' }],
  renderHTML: () => ['table', { 'data-block': 'table' }, ['tbody', 0]],
});

const TableRow = Node.create({
  name: 'tableRow',
  content: 'tableCell+',
  parseHTML: () => [{ tag: 'tr' }],
  renderHTML: () => ['tr', 0],
});

const TableCell = Node.create({
  name: 'tableCell',
  content: 'inline*',
  isolating: true,
  addAttributes: () => ({
    isHeader: {
      default: null,
      rendered: false,
      parseHTML: (element: object) =>
        (element as { readonly localName: string }).localName === 'th' || pastedOf(element, 'data-header') !== null
          ? true
          : null,
    },
    textAlign,
  }),
  parseHTML: () => [{ tag: 'td' }, { tag: 'th' }],
  // Render header cells as `td`, because an empty `th` would be a header without a name. The editor shows header cells
  // in bold.
  renderHTML: ({ HTMLAttributes, node }) => [
    'td',
    { ...HTMLAttributes, ...(node.attrs['isHeader'] === true && { 'data-header': '' }) },
    0,
  ],
  addKeyboardShortcuts() {
    // A cell cannot be split, so Enter inserts a line break.
    return {
      Enter: () => this.editor.isActive('tableCell') && this.editor.commands.insertContent({ type: 'hardBreak' }),
    };
  },
});

/** Extensions for data tables. */
export const TABLES = [Table, TableRow, TableCell];

/** Returns whether all rows of a table have the same number of cells, and not more than the maximum. */
export function isEven(table: Block): boolean {
  const columns = table.firstChild?.childCount ?? 0;
  return columns <= MAX_TABLE_COLUMNS && table.children.every(({ childCount }) => childCount === columns);
}

/** A position in a table, counted from 0. */
interface CellPlace {
  readonly row: number;
  readonly column: number;
}

type Cells = readonly (readonly Block[])[];

/**
 * Commands that change the rows and columns of a table. `change` returns the new cells, or undefined if the change is
 * not allowed.
 */
export const TABLE_CHANGES: readonly {
  readonly label: string;
  readonly change: (cells: Cells, at: CellPlace, empty: (like: Block | undefined) => Block) => Cells | undefined;
}[] = [
  {
    label: 'Add row',
    change: (cells, { row }, empty) =>
      cells.toSpliced(
        row + 1,
        0,
        (cells[row] ?? []).map(() => empty(undefined)),
      ),
  },
  {
    label: 'Add column',
    change: (cells, { column }, empty) =>
      (cells[0]?.length ?? 0) < MAX_TABLE_COLUMNS
        ? cells.map((row) => row.toSpliced(column + 1, 0, empty(row[column])))
        : undefined,
  },
  { label: 'Delete row', change: (cells, { row }) => (cells.length > 1 ? cells.toSpliced(row, 1) : undefined) },
  {
    label: 'Delete column',
    change: (cells, { column }) =>
      (cells[0]?.length ?? 0) > 1 ? cells.map((row) => row.toSpliced(column, 1)) : undefined,
  },
];

/** Changes the rows or columns of a table at the caret, or at the end of the table if the caret is elsewhere. */
export function changeTable(
  { schema, state, view }: Editor,
  { node, pos }: Placed,
  change: (typeof TABLE_CHANGES)[number]['change'],
): void {
  const [row, cell] = [schema.nodes['tableRow'], schema.nodes['tableCell']];
  if (!row || !cell) return;
  const empty = (like: Block | undefined): Block => cell.create({ isHeader: like?.attrs['isHeader'] ?? null });
  const changed = change(
    node.children.map(({ children }) => children),
    cellAt(state, node),
    empty,
  );
  if (!changed) return;
  const made = node.type.create(
    node.attrs,
    changed.map((cells) => row.create(null, [...cells])),
  );
  const tr = closeHistory(state.tr).replaceWith(pos, pos + node.nodeSize, made);
  const caret = Math.min(state.selection.from, pos + made.nodeSize - 1);
  view.dispatch(tr.setSelection(TextSelection.near(tr.doc.resolve(caret), -1)).scrollIntoView());
  view.focus();
}

function cellAt({ selection: { $from } }: EditorState, table: Block): CellPlace {
  for (let depth = $from.depth; depth > 1; depth -= 1) {
    if ($from.node(depth).type.name !== 'tableRow') continue;
    return { row: $from.index(depth - 1), column: $from.index(depth) };
  }
  return { row: table.childCount - 1, column: (table.firstChild?.childCount ?? 1) - 1 };
}

/** Turns the first row of a table into header cells, or back into normal cells. */
export function setHeader({ state, view }: Editor, { node, pos }: Placed, isHeader: boolean): void {
  const { tr } = state;
  let at = pos + 2;
  for (const cell of node.firstChild?.children ?? []) {
    tr.setNodeMarkup(at, undefined, { ...cell.attrs, isHeader: isHeader || null });
    at += cell.nodeSize;
  }
  view.dispatch(tr);
}
