/**
 * Tones of statuses: `ok` (green) for done, `warn` (amber) for waiting, `bad` (red) for failed, `info` (blue) for in
 * progress, and `plain` (ink) for neutral.
 */
export type Tone = 'ok' | 'warn' | 'bad' | 'info' | 'plain';

/** Tones of API statuses, for all types of objects. Other statuses are `plain`. Used by badges and charts. */
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

/** Returns the tone of a status. The tone is `plain` if `STATE_TONES` does not contain the status. */
export function toneOf(state: string): Tone {
  return STATE_TONES[state] ?? 'plain';
}

/** Returns the CSS color of a status, for the lines and bars of charts. */
export function stateColour(state: string): string {
  return COLOURS[toneOf(state)];
}
