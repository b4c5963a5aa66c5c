import type { ReactNode } from 'react';
import { ArrowDown, ArrowUp } from 'lucide-react';

/** A sort order of a list: its name in the API, and its direction. */
export interface SortOrder {
  readonly value: string;
  readonly direction: 'ascending' | 'descending';
}

/** The current sort order of a list. */
export interface Sorting {
  readonly value: string;
  readonly onSort: (value: string) => void;
}

/** Renders the header of a column. If the list can be sorted by this column, the header is a button. */
export function HeadCell(props: {
  readonly column: {
    readonly header: string;
    readonly isRight?: boolean;
    readonly isHeaderHidden?: boolean;
    readonly width?: string;
    readonly sorts?: readonly SortOrder[];
  };
  readonly sorting: Sorting | undefined;
  readonly className: string;
}): ReactNode {
  const { className, column, sorting } = props;
  const { header, isHeaderHidden, isRight, sorts, width } = column;
  const order = sorts?.find(({ value }) => value === sorting?.value);
  return (
    <th
      role="columnheader"
      scope="col"
      {...(sorts && { 'aria-sort': order?.direction ?? 'none' })}
      className={`${className} truncate px-3 py-2 font-normal first:pl-6 last:pr-6 ${isRight ? 'text-right' : ''} ${width ?? ''}`}
    >
      {sorts && sorting ? (
        <SortButton header={header} sorts={sorts} order={order} onSort={sorting.onSort} />
      ) : (
        <span className={isHeaderHidden ? 'sr-only' : ''}>{header}</span>
      )}
    </th>
  );
}

function SortButton(props: {
  readonly header: string;
  readonly sorts: readonly SortOrder[];
  readonly order: SortOrder | undefined;
  readonly onSort: (value: string) => void;
}): ReactNode {
  const { header, onSort, order, sorts } = props;
  const next = sorts[((order ? sorts.indexOf(order) : -1) + 1) % sorts.length];
  const Arrow = order?.direction === 'ascending' ? ArrowUp : ArrowDown;
  return (
    <button
      type="button"
      onClick={() => onSort(next?.value ?? '')}
      className={`inline-flex items-center gap-1 rounded-control hover:text-ink ${order ? 'font-medium text-ink' : ''}`}
    >
      {header}
      {order && <Arrow className="size-3.5" aria-hidden />}
    </button>
  );
}
