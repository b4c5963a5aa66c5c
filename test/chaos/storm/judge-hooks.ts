import type { FinalState } from './final-state.ts';
import type { Breach, History, HookCall } from './history.ts';

/** Events that are sent to webhooks, as listed in the section "Events" of the specification. */
const REPORTED = new Set(['sent', 'delivered', 'delayed', 'bounced', 'complained', 'failed']);

/**
 * Returns the timeline events that should be sent to webhooks but that no receiver accepted. Each has the format
 * `message recipient event`. Pure.
 */
export function unreported({ calls }: Pick<History, 'calls'>, { records }: Pick<FinalState, 'records'>): string[] {
  const taken = new Set(calls.filter(({ isTaken }) => isTaken).map(subjectOf));
  return [...records].flatMap(([messageId, { events }]) =>
    events
      .filter(({ event }) => REPORTED.has(event))
      .map(({ event, recipient }) => subjectOf({ messageId, event, recipient: recipient ?? '' }))
      .filter((subject) => !taken.has(subject)),
  );
}

/** Returns the webhook errors of a storm (invariant I4). Pure. */
export function judgeHooks(history: History, final: FinalState): Breach[] {
  const missing = unreported(history, final).map((subject) => breach(subject, 'was never notified'));
  const unsigned = history.calls
    .filter(({ isSigned }) => !isSigned)
    .map(({ id }) => breach(id, 'came with a signature that does not hold'));
  const several = [...Map.groupBy(history.calls, subjectOf)].flatMap(([subject, calls]) => {
    const ids = new Set(calls.map(({ id }) => id));
    return ids.size > 1 ? [breach(subject, `was notified under ${ids.size} ids: ${[...ids].join(', ')}`)] : [];
  });
  const shared = [...Map.groupBy(history.calls, ({ id }) => id)].flatMap(([id, calls]) => {
    const subjects = new Set(calls.map(subjectOf));
    return subjects.size > 1 ? [breach(id, `stands for ${[...subjects].join(' and ')}`)] : [];
  });
  return [...missing, ...unsigned, ...several, ...shared];
}

function subjectOf({ event, messageId, recipient }: Pick<HookCall, 'event' | 'messageId' | 'recipient'>): string {
  return `${messageId} ${recipient} ${event}`;
}

function breach(subject: string, words: string): Breach {
  return { invariant: 'I4', subject, words };
}
