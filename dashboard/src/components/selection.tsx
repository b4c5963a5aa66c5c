import { useCallback, useState, type ReactNode } from 'react';
import { Button } from './button.tsx';

/** Selected rows of a list: either the keys of rows on this page, or all matching rows on all pages. */
export interface Selection {
  readonly keys: ReadonlySet<string>;
  readonly isAll: boolean;
  readonly set: (keys: Iterable<string>, isAll?: boolean) => void;
  /**
   * Selects or deselects a row of this page. The identity of the function does not change while the user stays on the
   * page.
   */
  readonly tick: (key: string, isTicked: boolean) => void;
}

const NOTHING = { keys: new Set<string>(), isAll: false };

/**
 * Returns the selection of a list. `of` identifies the page and the filters. When it changes, the selection is cleared.
 */
export function useSelection(of: string): Selection {
  const [{ at, ...chosen }, setChosen] = useState({ at: of, ...NOTHING });
  const tick = useCallback(
    (key: string, isTicked: boolean) =>
      setChosen((known) => {
        const others = [...(known.at === of ? known.keys : [])].filter((each) => each !== key);
        return { at: of, keys: new Set(isTicked ? [...others, key] : others), isAll: false };
      }),
    [of],
  );
  return {
    ...(at === of ? chosen : NOTHING),
    tick,
    set: (keys, isAll = false) => setChosen({ at: of, keys: new Set(keys), isAll }),
  };
}

/**
 * Renders a bar with the number of selected rows and the actions for them. The bar stays visible while the user
 * scrolls. If all rows of the page are selected, the bar offers to select all matching rows.
 */
export function SelectionBar(props: {
  readonly selection: Selection;
  readonly rows: number;
  /** Text for all matching rows, for example `412 addresses`. Undefined if this page contains all of them. */
  readonly all: string | undefined;
  readonly children: ReactNode;
}): ReactNode {
  const { all, children, rows, selection } = props;
  const { isAll, keys, set } = selection;
  if (!isAll && keys.size === 0) return null;
  return (
    <div
      role="region"
      aria-label="Selected"
      className="sticky bottom-0 z-20 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-b-card border-t border-line bg-accent-soft px-6 py-2.5 max-sm:px-4"
    >
      <p role="status">{isAll ? `All ${all ?? keys.size} selected` : `${keys.size} selected`}</p>
      {!isAll && all !== undefined && keys.size === rows && (
        <Button look="quiet" onClick={() => set(keys, true)}>
          Select all {all}
        </Button>
      )}
      <Button look="quiet" onClick={() => set([])}>
        Clear
      </Button>
      <div className="ml-auto flex flex-wrap gap-2">{children}</div>
    </div>
  );
}
