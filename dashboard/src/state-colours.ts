/** What a colour says: green is done, amber waits, red failed, blue is under way, ink is neither. */
export type Tone = 'ok' | 'warn' | 'bad' | 'info' | 'plain';

/** The tone of each state that the API names, over all nouns: badges and charts take theirs from here. */
const STATE_TONES: Readonly<Record<string, Tone>> = {
  delivered: 'ok',
  opened: 'ok',
  clicked: 'ok',
  succeeded: 'ok',
  received: 'ok',
  verified: 'ok',
  valid: 'ok',
  active: 'ok',
  done: 'ok',
  ready: 'info',
  undoing: 'info',
  unconfirmed: 'warn',
  healthy: 'ok',
  pass: 'ok',
  sent: 'info',
  sending: 'info',
  running: 'info',
  deferred: 'warn',
  delayed: 'warn',
  pending: 'warn',
  waiting: 'warn',
  retrying: 'warn',
  failing: 'warn',
  warn: 'warn',
  paused: 'warn',
  bounced: 'bad',
  failed: 'bad',
  given_up: 'bad',
  complained: 'bad',
  suppressed: 'bad',
  invalid: 'bad',
  missing: 'bad',
  revoked: 'bad',
  disabled: 'bad',
  restricted: 'bad',
  fail: 'bad',
};

const COLOURS: Readonly<Record<Tone, string>> = {
  ok: 'var(--ok)',
  warn: 'var(--warn)',
  bad: 'var(--bad)',
  info: 'var(--info)',
  plain: 'var(--ink-3)',
};

/** The tone of a state; `plain` for one that is neither good nor bad. */
export function toneOf(state: string): Tone {
  return STATE_TONES[state] ?? 'plain';
}

/** The colour of a state as CSS, for lines and bars of charts. */
export function stateColour(state: string): string {
  return COLOURS[toneOf(state)];
}
