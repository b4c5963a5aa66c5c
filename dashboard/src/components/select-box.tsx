import { memo, type ReactNode } from 'react';
import type { Selection } from './selection.tsx';

const BOX = 'size-4.5 accent-accent align-middle max-sm:size-5';

/** The box of a row; it stands above the row's link. Of many rows only that one is drawn anew whose box is ticked. */
export const SelectBox = memo(function Box(props: {
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

/** The box of the head: every row of the page, or none. */
export function SelectPage(props: { readonly selection: Selection; readonly keys: readonly string[] }): ReactNode {
  const { keys, selection } = props;
  const ticked = keys.filter((key) => selection.isAll || selection.keys.has(key)).length;
  return (
    <input
      type="checkbox"
      aria-label="Select every row of this page"
      ref={(box) => {
        if (box) box.indeterminate = ticked > 0 && ticked < keys.length;
      }}
      checked={ticked === keys.length}
      onChange={({ target }) => selection.set(target.checked ? keys : [])}
      className={BOX}
    />
  );
}
