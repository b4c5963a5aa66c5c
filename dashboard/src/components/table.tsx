import { type ComponentProps, memo, type ReactNode, useRef } from 'react';
import { Link } from '@tanstack/react-router';
import { parseSearch } from '../filters.ts';
import { useKeys } from '../keyboard.ts';
import { Clipped, ClippedTexts } from './clipped.tsx';
import type { Selection } from './selection.tsx';
import { HeadCell, type Sorting, type SortOrder } from './table-head.tsx';

const BOX = 'size-4.5 accent-accent align-middle max-sm:size-5';

/**
 * Renders the checkbox of a row, on top of the row's link. Memoized, so that a click on one checkbox does not render
 * the other rows.
 */
const SelectBox = memo(function Box(props: {
  readonly id: string;
  readonly name: string;
  readonly isTicked: boolean;
  readonly onTick: Selection['tick'];
}): ReactNode {
  const { id, isTicked, name, onTick } = props;
  return (
    <td
      role="cell"
      className="relative z-10 w-11 border-b border-line pl-6 in-[tr:last-child]:border-0 max-sm:order-first max-sm:col-start-1 max-sm:row-span-2 max-sm:w-auto max-sm:self-start max-sm:border-0 max-sm:p-0"
    >
      <input
        type="checkbox"
        aria-label={`Select ${name}`}
        checked={isTicked}
        onChange={({ target }) => onTick(id, target.checked)}
        className={BOX}
      />
    </td>
  );
});

export interface Column<Row> {
  readonly key: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** Truncates long text with an ellipsis. Hover and focus show the full text. */
  readonly isClipped?: boolean;
  /** Aligns the column to the right, for numbers and times. On phones, the cell is at the end of a line. */
  readonly isRight?: boolean;
  /** On phones, puts the cell at the end of a line, for example next to the main cell. */
  readonly isSide?: boolean;
  /** Whether cells of this column contain the link of the row. */
  readonly isMain?: boolean;
  /** Hides the column on phones, where each row is a card. */
  readonly isExtra?: boolean;
  /** On phones, where tables have no headers, shows the header before the value. Used for numbers. */
  readonly isNamed?: boolean;
  /** Hides the header visually. Used for columns with buttons. */
  readonly isHeaderHidden?: boolean;
  /** A Tailwind width, such as `w-32`. Columns without a width share the remaining space. */
  readonly width?: string;
  /** Sort orders that use this column. Clicks on the header switch between them. */
  readonly sorts?: readonly SortOrder[];
}

interface TableProps<Row> {
  /** Label of the table for screen readers. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** Returns the URL of the row's link. The URL can contain filters after a question mark. */
  readonly linkOf?: (row: Row) => string;
  /** Returns whether the row arrived while the page was open. */
  readonly isNew?: (row: Row) => boolean;
  readonly empty: ReactNode;
  /** Adds checkboxes to the rows. `SelectionBar` shows the actions for the selected rows. */
  readonly selection?: Selection;
  /** Returns the label of a row's checkbox for screen readers. By default, the key of the row. */
  readonly nameOf?: (row: Row) => string;
  readonly sorting?: Sorting;
  /** Keeps the width of columns independent of their content. This is the default if a column truncates text. */
  readonly isFixed?: boolean;
}

/**
 * Renders a table with a sticky header. On phones, each row is a card. If rows have links, `j` and `k` move between
 * rows, Enter opens a row, and a click anywhere on a row opens it.
 */
export function Table<Row>(props: TableProps<Row>): ReactNode {
  const { label, columns, rows, keyOf, linkOf, isNew, empty, selection, nameOf = keyOf, sorting } = props;
  const isFixed = props.isFixed ?? columns.some(({ isClipped }) => isClipped);
  const table = useRef<HTMLTableElement>(null);
  useKeys((key) => {
    if (key === 'j') step(table.current, 1);
    if (key === 'k') step(table.current, -1);
  });
  if (rows.length === 0) return <>{empty}</>;
  return (
    <>
      <table
        ref={table}
        role="table"
        aria-label={label}
        className={`w-full border-separate border-spacing-0 text-left max-sm:block ${isFixed ? 'table-fixed' : ''}`}
      >
        <thead role="rowgroup" className="max-sm:sr-only">
          <tr role="row" className="text-sm text-ink-3">
            {selection && (
              <th role="columnheader" scope="col" className={`${STICKY} w-11 pl-6`}>
                <SelectPage selection={selection} keys={rows.map(keyOf)} />
              </th>
            )}
            {columns.map((column) => (
              <HeadCell key={column.key} column={column} sorting={sorting} className={STICKY} />
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="max-sm:block">
          {rows.map((row) => (
            <tr
              key={keyOf(row)}
              role="row"
              data-new={isNew?.(row) ? '' : undefined}
              className={`relative max-sm:grid max-sm:grid-flow-dense max-sm:items-start max-sm:gap-x-3 max-sm:gap-y-1 max-sm:border-b max-sm:border-line max-sm:px-4 max-sm:py-3 max-sm:last:border-0 ${gridOf(columns, selection)} ${groundOf(isTicked(selection, keyOf(row)), linkOf !== undefined)} ${isNew?.(row) ? 'animate-arrive' : ''}`}
            >
              {selection && <SelectBox {...boxOf(selection, keyOf(row))} name={nameOf(row)} />}
              {columns.map((column) => (
                <Cell
                  key={column.key}
                  column={column}
                  row={row}
                  place={{ isBesideBox: selection !== undefined, isAlone: columns.some(({ isNamed }) => isNamed) }}
                  {...(linkOf && { to: linkOf(row) })}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <ClippedTexts inside={table} />
    </>
  );
}

/** Returns the properties for the checkbox of a row. */
function boxOf(selection: Selection, id: string): Omit<ComponentProps<typeof SelectBox>, 'name'> {
  return { id, isTicked: isTicked(selection, id), onTick: selection.tick };
}

/** Returns the background color of a row. A selected row stays highlighted while the pointer is over it. */
function groundOf(isRowTicked: boolean, isLink: boolean): string {
  if (isRowTicked) return 'bg-accent-soft';
  return isLink ? 'has-[[data-row-link]]:hover:bg-sunken' : '';
}

function isTicked(selection: Selection | undefined, key: string): boolean {
  return selection !== undefined && (selection.isAll || selection.keys.has(key));
}

/**
 * Returns the CSS classes for the grid of the card that represents a row on phones. If any table column shows its
 * header next to the value, the grid has two equal columns. Otherwise, the last column is as narrow as its content, and
 * checkboxes have their own column.
 */
function gridOf<Row>(columns: readonly Column<Row>[], selection: Selection | undefined): string {
  if (columns.some(({ isNamed }) => isNamed)) return 'max-sm:grid-cols-2';
  return selection ? 'max-sm:grid-cols-[auto_minmax(0,1fr)_auto]' : 'max-sm:grid-cols-[minmax(0,1fr)_auto]';
}

/** Keeps the sticky header above the rows, whose checkboxes have z-index 10. */
const STICKY = 'sticky top-0 z-20 border-b border-line bg-surface first:rounded-tl-card last:rounded-tr-card';

function Cell<Row>({
  column,
  row,
  to,
  place,
}: {
  column: Column<Row>;
  row: Row;
  to?: string;
  place: PhonePlace;
}): ReactNode {
  const shown = column.cell(row);
  const content = column.isClipped === true ? <Clipped>{shown}</Clipped> : shown;
  return (
    <td
      role="cell"
      className={`border-b border-line px-3 py-2.5 align-middle last:pr-6 in-[tr:last-child]:border-0 max-sm:border-0 max-sm:p-0 max-sm:last:pr-0 ${place.isBesideBox ? '' : 'first:pl-6 max-sm:first:pl-0'} ${column.isRight ? 'text-right' : ''} ${onPhone(column, place)}`}
    >
      {column.isNamed === true && <span className="text-ink-3 sm:hidden">{column.header} </span>}
      {column.isMain && to !== undefined ? (
        <Link
          {...addressIn(to)}
          data-row-link
          className="font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
        >
          {content}
        </Link>
      ) : (
        content
      )}
    </td>
  );
}

/** Splits the URL of a row into the path and the filters. */
function addressIn(to: string): { readonly to: string; readonly search?: ReturnType<typeof parseSearch> } {
  const [path = '', query] = to.split('?');
  return query === undefined ? { to: path } : { to: path, search: parseSearch(query) };
}

/**
 * Position of the main cell in the card of a row on phones. `isBesideBox` is true if the cell is next to a checkbox.
 * `isAlone` is true if the cell has its own line because the card also contains numbers.
 */
interface PhonePlace {
  readonly isBesideBox: boolean;
  readonly isAlone: boolean;
}

/** Returns the CSS classes that position a cell in the card of a row on phones. */
function onPhone<Row>(column: Column<Row>, { isAlone, isBesideBox }: PhonePlace): string {
  const { isExtra, isMain, isNamed, isRight, isSide } = column;
  if (isExtra) return 'max-sm:hidden';
  if (isNamed) return 'max-sm:text-left';
  const [start, end] = isBesideBox
    ? ['max-sm:col-start-2', 'max-sm:col-start-3']
    : ['max-sm:col-start-1', 'max-sm:col-start-2'];
  if (isMain) return `max-sm:order-first ${start} ${isAlone ? 'max-sm:col-span-2' : ''}`;
  return isRight || isSide ? `${end} max-sm:text-right` : start;
}

function step(table: HTMLTableElement | null, by: number): void {
  const links = [...(table?.querySelectorAll<HTMLElement>('[data-row-link]') ?? [])];
  const at = links.findIndex((link) => link === document.activeElement);
  const next = at < 0 ? (by > 0 ? 0 : links.length - 1) : Math.min(Math.max(at + by, 0), links.length - 1);
  links[next]?.focus();
}

/** Renders the header checkbox that selects or deselects all rows of the page. */
function SelectPage(props: { readonly selection: Selection; readonly keys: readonly string[] }): ReactNode {
  const { keys, selection } = props;
  const ticked = keys.filter((key) => selection.isAll || selection.keys.has(key)).length;
  return (
    <input
      type="checkbox"
      aria-label="Select all rows on this page"
      ref={(box) => {
        if (box) box.indeterminate = ticked > 0 && ticked < keys.length;
      }}
      checked={ticked === keys.length}
      onChange={({ target }) => selection.set(target.checked ? keys : [])}
      className={BOX}
    />
  );
}
