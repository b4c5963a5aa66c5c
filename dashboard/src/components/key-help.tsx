import type { ReactNode } from 'react';
import { AREAS } from '../areas.ts';
import { usePlaces } from '../places.ts';
import { Dialog } from './dialog.tsx';

const KEYS: readonly (readonly [string, string])[] = [
  ['Ctrl K', 'Search or jump to'],
  ['/', 'Search on this page'],
  ['j  k', 'Next or previous row'],
  ['Enter', 'Open row'],
  ['Esc', 'Close dialog or menu'],
  ['?', 'Show keyboard shortcuts'],
];

/**
 * Renders a list of keyboard shortcuts: those that work on every page, and the two letters that open each page, grouped
 * by area.
 */
export default function KeyHelp({ onClose }: { readonly onClose: () => void }): ReactNode {
  const places = usePlaces();
  const chords = AREAS.map(({ name, title = 'Everywhere' }) => ({
    title,
    rows: places.flatMap(({ area, label, place: { key } }) =>
      area === name && key !== undefined ? [[`g ${key}`, label] as const] : [],
    ),
  }));
  return (
    <Dialog title="Keyboard shortcuts" isOpen onClose={onClose} width="wide">
      <div className="columns-2 gap-8 max-sm:columns-1">
        {chords.map(({ rows, title }) => (
          <Keys key={title} title={title} rows={title === 'Everywhere' ? [...KEYS, ...rows] : rows} />
        ))}
      </div>
    </Dialog>
  );
}

function Keys(props: { readonly title: string; readonly rows: readonly (readonly [string, string])[] }): ReactNode {
  if (props.rows.length === 0) return null;
  return (
    <section className="mb-5 break-inside-avoid">
      <h3 className="mb-2 text-sm text-ink-3">{props.title}</h3>
      <dl className="grid grid-cols-[4.5rem_1fr] gap-y-2">
        {props.rows.map(([keys, what]) => (
          <div key={keys} className="contents">
            <dt>
              <kbd className="rounded bg-sunken px-1.5 py-0.5 font-mono text-sm">{keys}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
