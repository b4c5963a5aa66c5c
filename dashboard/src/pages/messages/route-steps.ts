import type { Answer } from '../../api.ts';
import { plural, words } from '../../words.ts';

export type MessageRoute = Answer<'GET /dashboard/messages/{id}/route'>;
export type Leg = MessageRoute['legs'][number];
type LegOf<Kind extends Leg['kind']> = Extract<Leg, { readonly kind: Kind }>;

/** A step on the route of a message. */
export interface Step {
  readonly name: string;
  readonly detail: string;
  /** Milliseconds between the acceptance of the message and this step. Null if the time is unknown or in the future. */
  readonly ms: number | null;
  /**
   * `bad` is a failure. `late` is a deferral or another warning. `to come` means that the step can still happen,
   * because the message is in progress. `never` means that it can no longer happen.
   */
  readonly state: 'done' | 'bad' | 'late' | 'to come' | 'never';
}

/** Returns the five steps of the latest attempt. */
export function stepsOf(route: MessageRoute): readonly Step[] {
  const { legs } = route;
  const routed = last(legs, 'routed');
  const connected = legs.findLast((leg) => leg.kind === 'connected' && leg.attempt === routed?.attempt);
  const outcome = legs.findLast((leg) => leg.kind === 'attempt' && leg.attempt === routed?.attempt);
  const open: Step['state'] = route.is_final ? 'never' : 'to come';
  return [
    acceptedStep(last(legs, 'accepted'), open),
    signedStep(last(legs, 'signed'), open),
    routed
      ? { name: 'Routed', detail: routed.host ?? routed.title, ms: routed.ms, state: 'done' }
      : pending('Routed', open),
    connected?.kind === 'connected' ? connectedStep(connected) : pending('Connected', open),
    outcome?.kind === 'attempt' ? outcomeStep(outcome) : finalStep(route, open),
  ];
}

/** Returns the events that are shown after the five steps, in order, such as earlier attempts and opens. */
export function aftermathOf({ legs }: MessageRoute): readonly Leg[] {
  const lastAttempt = last(legs, 'attempt');
  return legs.filter((leg) => {
    if (leg.kind === 'webhook' || leg.kind === 'tried') return true;
    if (leg.kind === 'attempt') return leg.attempt !== lastAttempt?.attempt;
    const isShownAbove = ['sent', 'delivered', 'delayed', lastAttempt?.outcome];
    return leg.kind === 'event' && !isShownAbove.includes(leg.event);
  });
}

/** Returns the time of the delivery and the milliseconds since acceptance, or undefined if they are unknown. */
export function deliveryOf({ legs }: MessageRoute): { readonly at: string; readonly ms: number } | undefined {
  const leg = legs.find((leg) => leg.kind === 'attempt' && leg.outcome === 'delivered');
  return leg && leg.at !== null && leg.ms !== null ? { at: leg.at, ms: leg.ms } : undefined;
}

function last<Kind extends Leg['kind']>(legs: readonly Leg[], kind: Kind): LegOf<Kind> | undefined {
  // Safe cast: the predicate only matches events of this kind.
  return legs.findLast((leg) => leg.kind === kind) as LegOf<Kind> | undefined;
}

function pending(name: string, state: Step['state']): Step {
  return { name, detail: '', ms: null, state };
}

function acceptedStep(leg: LegOf<'accepted'> | undefined, open: Step['state']): Step {
  if (!leg) return pending('Accepted', open);
  const who = leg.by && `from ${SENDERS[leg.by.via]} ${leg.by.name}`;
  const detail = [`For ${plural(leg.recipients, 'recipient')}`, who].filter(Boolean).join(', ');
  return { name: 'Accepted', detail, ms: leg.ms, state: 'done' };
}

const SENDERS = {
  key: 'API key',
  token: 'a token created by',
  oauth: 'an app authorized by',
  session: 'dashboard user',
} as const;

function signedStep(leg: LegOf<'signed'> | undefined, open: Step['state']): Step {
  if (!leg) return pending('Signed', open);
  const [first] = leg.signatures;
  if (!first) return { name: 'Not signed', detail: leg.title, ms: null, state: 'late' };
  const selectors = leg.signatures.map(({ selector }) => `s=${selector}`).join(', ');
  return { name: 'Signed', detail: `DKIM ${selectors}, d=${first.domain}`, ms: leg.ms, state: 'done' };
}

function connectedStep(leg: LegOf<'connected'>): Step {
  const how = leg.tls ? leg.tls.version.replace('TLSv', 'TLS ') : 'Unencrypted';
  return {
    name: 'Connected',
    detail: [how, leg.address, leg.reused ? 'reused connection' : ''].filter(Boolean).join(', '),
    ms: leg.ms,
    state: 'done',
  };
}

const OUTCOMES: Readonly<Record<string, readonly [string, Step['state']]>> = {
  delivered: ['Delivered', 'done'],
  complained: ['Delivered', 'done'],
  deferred: ['Deferred', 'late'],
  bounced: ['Bounced', 'bad'],
  failed: ['Failed', 'bad'],
  suppressed: ['Not sent', 'bad'],
};

function outcomeStep(leg: LegOf<'attempt'>): Step {
  const [name, state] = OUTCOMES[leg.outcome] ?? [words(leg.outcome), 'late'];
  return { name, detail: leg.reason ?? leg.meaning ?? leg.title, ms: leg.ms, state };
}

/**
 * Returns the last step of the route. The status of a message can be final even without an attempt, for example if the
 * address is suppressed.
 */
function finalStep({ is_final: isFinal, status, legs }: MessageRoute, open: Step['state']): Step {
  if (!isFinal) return pending('Delivered', open);
  const [name, state] = OUTCOMES[status] ?? [words(status), 'late'];
  const event = legs.findLast((leg) => leg.kind === 'event');
  return { name, detail: event?.title ?? '', ms: event?.ms ?? null, state };
}
