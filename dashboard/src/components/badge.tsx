import type { ReactNode } from 'react';
import { words } from '../words.ts';

/** What a colour says: green is done, amber waits, red failed, blue is under way, ink is neither. */
export type Tone = 'ok' | 'warn' | 'bad' | 'info' | 'plain';

const TONES: Readonly<Record<Tone, string>> = {
  ok: 'bg-ok-soft text-ok',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
  info: 'bg-info-soft text-info',
  plain: 'bg-sunken text-ink-2',
};

/** The tone of each state that the API names, over all nouns. */
const STATE_TONES: Readonly<Record<string, Tone>> = {
  delivered: 'ok',
  opened: 'ok',
  clicked: 'ok',
  succeeded: 'ok',
  verified: 'ok',
  valid: 'ok',
  active: 'ok',
  healthy: 'ok',
  pass: 'ok',
  sent: 'info',
  sending: 'info',
  running: 'info',
  deferred: 'warn',
  delayed: 'warn',
  pending: 'warn',
  retrying: 'warn',
  failing: 'warn',
  warn: 'warn',
  paused: 'warn',
  bounced: 'bad',
  failed: 'bad',
  complained: 'bad',
  suppressed: 'bad',
  invalid: 'bad',
  missing: 'bad',
  revoked: 'bad',
  disabled: 'bad',
  restricted: 'bad',
  fail: 'bad',
};

/** A small label with a dot; the colour repeats what the word says. */
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

/** A state of the API in its colour. */
export function Status({ state }: { readonly state: string }): ReactNode {
  return <Badge tone={STATE_TONES[state] ?? 'plain'}>{words(state)}</Badge>;
}
