import type { ReactNode } from 'react';
import { Dialog } from './dialog.tsx';
import { usePlaces } from './navigation.tsx';

const KEYS: readonly (readonly [string, string])[] = [
  ['Ctrl K', 'Search and go to'],
  ['/', 'Search on this page'],
  ['j  k', 'Next and previous row'],
  ['Enter', 'Open the row'],
  ['Esc', 'Close what is open'],
  ['?', 'These keys'],
];

/** What the keyboard does. */
export default function KeyHelp({ onClose }: { readonly onClose: () => void }): ReactNode {
  const chords = usePlaces().flatMap(({ place }) =>
    place.key === undefined ? [] : [[`g ${place.key}`, place.label] as const],
  );
  return (
    <Dialog title="Keys" isOpen onClose={onClose}>
      <dl className="grid grid-cols-[5rem_1fr] gap-y-2">
        {[...KEYS, ...chords].map(([keys, what]) => (
          <div key={keys} className="contents">
            <dt>
              <kbd className="rounded bg-sunken px-1.5 py-0.5 font-mono text-sm">{keys}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
