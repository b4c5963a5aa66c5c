import { useCallback, useState, type ReactNode } from 'react';
import { Button } from './button.tsx';

/** What of a list is selected: keys of rows of this page, or all that match, over all pages. */
export interface Selection {
  readonly keys: ReadonlySet<string>;
  readonly isAll: boolean;
  readonly set: (keys: Iterable<string>, isAll?: boolean) => void;
  /** Ticks a row of this page or takes its tick away; the same function as long as the page is the same. */
  readonly tick: (key: string, isTicked: boolean) => void;
}

const NOTHING = { keys: new Set<string>(), isAll: false };

/** The selection of a list; another page or another filter, which `of` names, begins with none. */
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
 * Says what is selected and what can be done with it, in the place where it is seen while one scrolls. Where every row of
 * the page is selected it offers all that match.
 */
export function SelectionBar(props: {
  readonly selection: Selection;
  /** How many rows the page has. */
  readonly rows: number;
  /** All that match, in words, for example `412 addresses`; undefined where the page holds them all. */
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
