import type { ReactNode } from 'react';
import { ArrowDown, ArrowUp } from 'lucide-react';

/** One order of a list: its name in the API, and which way it goes. */
export interface SortOrder {
  readonly value: string;
  readonly direction: 'ascending' | 'descending';
}

/** The order that a list is shown in. */
export interface Sorting {
  readonly value: string;
  readonly onSort: (value: string) => void;
}

/** The head of a column; where the list can be sorted by it, a button. */
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
  const place = sorts?.findIndex(({ value }) => value === sorting?.value) ?? -1;
  const order = sorts?.[place];
  return (
    <th
      role="columnheader"
      scope="col"
      {...(sorts && { 'aria-sort': order?.direction ?? 'none' })}
      className={`${className} truncate px-3 py-2 font-normal first:pl-6 last:pr-6 ${isRight ? 'text-right' : ''} ${width ?? ''}`}
    >
      {isHeaderHidden && <span className="sr-only">{header}</span>}
      {!isHeaderHidden && (!sorts || !sorting) && header}
      {sorts && sorting && (
        <button
          type="button"
          onClick={() => sorting.onSort(sorts[(place + 1) % sorts.length]?.value ?? '')}
          className={`inline-flex items-center gap-1 rounded-control hover:text-ink ${order ? 'font-medium text-ink' : ''}`}
        >
          {header}
          {order?.direction === 'ascending' && <ArrowUp className="size-3.5" aria-hidden />}
          {order?.direction === 'descending' && <ArrowDown className="size-3.5" aria-hidden />}
        </button>
      )}
    </th>
  );
}
