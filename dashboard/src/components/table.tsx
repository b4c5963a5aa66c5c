import { useRef, type ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useKeys } from '../keyboard.ts';
import { Button } from './button.tsx';

export interface Column<Row> {
  readonly key: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** For numbers and times. On a telephone it stands at the end of a line. */
  readonly isRight?: boolean;
  /** On a telephone it stands at the end of a line, for example beside the main cell. */
  readonly isSide?: boolean;
  /** Where the row is a link, this cell holds it. */
  readonly isMain?: boolean;
  /** Left out on a telephone, where a row is a card. */
  readonly isExtra?: boolean;
  /** The header is only read out: columns of buttons. */
  readonly isHeaderHidden?: boolean;
  /** A Tailwind width, such as `w-32`. */
  readonly width?: string;
}

interface TableProps<Row> {
  /** What the table lists, read out. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** Where a row leads. */
  readonly linkOf?: (row: Row) => string;
  /** Rows that arrived while the page was looked at. */
  readonly isNew?: (row: Row) => boolean;
  /** Shown in the place of no rows. */
  readonly empty: ReactNode;
}

/**
 * A table; on a telephone each row is a card. Where rows are links, `j` and `k` go through them and Enter opens one;
 * the whole row can be clicked.
 */
export function Table<Row>(props: TableProps<Row>): ReactNode {
  const { label, columns, rows, keyOf, linkOf, isNew, empty } = props;
  const table = useRef<HTMLTableElement>(null);
  useKeys((key) => {
    if (key === 'j') step(table.current, 1);
    if (key === 'k') step(table.current, -1);
  });
  if (rows.length === 0) return <>{empty}</>;
  return (
    <table ref={table} role="table" aria-label={label} className="w-full border-collapse text-left max-sm:block">
      <thead role="rowgroup" className="max-sm:sr-only">
        <tr role="row" className="border-b border-line text-sm text-ink-3">
          {columns.map((column) => (
            <th
              key={column.key}
              role="columnheader"
              scope="col"
              className={`px-3 py-2 font-normal whitespace-nowrap first:pl-6 last:pr-6 ${column.isRight ? 'text-right' : ''} ${column.width ?? ''}`}
            >
              {column.isHeaderHidden ? <span className="sr-only">{column.header}</span> : column.header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="max-sm:block">
        {rows.map((row) => (
          <tr
            key={keyOf(row)}
            role="row"
            className={`relative border-b border-line last:border-0 max-sm:grid max-sm:grid-flow-dense max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:items-center max-sm:gap-x-3 max-sm:gap-y-1 max-sm:px-4 max-sm:py-3 ${linkOf ? 'has-[[data-row-link]]:hover:bg-sunken' : ''} ${isNew?.(row) ? 'animate-arrive' : ''}`}
          >
            {columns.map((column) => (
              <Cell key={column.key} column={column} row={row} {...(linkOf && { to: linkOf(row) })} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cell<Row>({ column, row, to }: { column: Column<Row>; row: Row; to?: string }): ReactNode {
  const content = column.cell(row);
  return (
    <td
      role="cell"
      className={`px-3 py-2.5 align-middle first:pl-6 last:pr-6 max-sm:p-0 max-sm:first:pl-0 max-sm:last:pr-0 ${column.isRight ? 'text-right' : ''} ${onPhone(column)}`}
    >
      {column.isMain && to !== undefined ? (
        <Link
          to={to}
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

/** Where a cell stands in the card that its row is on a telephone. */
function onPhone<Row>({ isExtra, isMain, isRight, isSide }: Column<Row>): string {
  if (isExtra) return 'max-sm:hidden';
  if (isMain) return 'max-sm:order-first max-sm:col-start-1';
  return isRight || isSide ? 'max-sm:col-start-2 max-sm:text-right' : 'max-sm:col-start-1';
}

function step(table: HTMLTableElement | null, by: number): void {
  const links = [...(table?.querySelectorAll<HTMLElement>('[data-row-link]') ?? [])];
  const at = links.findIndex((link) => link === document.activeElement);
  const next = at < 0 ? (by > 0 ? 0 : links.length - 1) : Math.min(Math.max(at + by, 0), links.length - 1);
  links[next]?.focus();
}

/** Newer and older pages of a list that is read with `after` and `before`. */
export function Pager({
  newer,
  older,
}: {
  /** Undefined where there is nothing in that direction. */
  readonly newer: (() => void) | undefined;
  readonly older: (() => void) | undefined;
}): ReactNode {
  if (!newer && !older) return null;
  return (
    <nav aria-label="Newer and older" className="flex justify-end gap-2 border-t border-line px-6 py-3 max-sm:px-4">
      <Button onClick={newer} disabled={!newer}>
        <ChevronLeft className="size-4" aria-hidden /> Newer
      </Button>
      <Button onClick={older} disabled={!older}>
        Older <ChevronRight className="size-4" aria-hidden />
      </Button>
    </nav>
  );
}
