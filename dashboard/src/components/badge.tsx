import type { ReactNode } from 'react';
import { toneOf, type Tone } from '../state-colours.ts';
import { words } from '../words.ts';

export type { Tone } from '../state-colours.ts';

const TONES: Readonly<Record<Tone, string>> = {
  ok: 'bg-ok-soft text-ok',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
  info: 'bg-info-soft text-info',
  plain: 'bg-sunken text-ink-2',
};

/** Renders a small label with a colored dot. */
export function Badge({ tone = 'plain', children }: { readonly tone?: Tone; readonly children: ReactNode }): ReactNode {
  return (
    <span
      className={`inline-flex items-center gap-1.5 rounded-full px-2 text-sm leading-5 whitespace-nowrap ${TONES[tone]}`}
    >
      <span className="size-1.5 rounded-full bg-current" aria-hidden />
      {children}
    </span>
  );
}

/** Renders an API status in the color of that status. */
export function Status({ state }: { readonly state: string }): ReactNode {
  return <Badge tone={toneOf(state)}>{words(state)}</Badge>;
}
