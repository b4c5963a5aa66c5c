import type { Answer } from '../../api.ts';
import type { Tone } from '../../components/badge.tsx';
import { count, noun, plural } from '../../words.ts';

export type Lanes = Answer<'GET /dashboard/campaigns/{id}/lanes'>;
export type Lane = Lanes['lanes'][number];

/** The word and colour of what a lane does. */
export const LANE_STATES: Readonly<Record<Lane['state'], { readonly text: string; readonly tone: Tone }>> = {
  paused: { text: 'paused', tone: 'warn' },
  backing_off: { text: 'backing off', tone: 'warn' },
  waiting: { text: 'waiting', tone: 'warn' },
  sending: { text: 'sending', tone: 'info' },
  done: { text: 'done', tone: 'ok' },
};

/** What of a lane waits: put off by its servers, or held back by the account. */
export function waitingIn({ deferred_count: deferred, held_count: held }: Lane): number {
  return deferred + held;
}

/** The parts of a lane, in the order in which they stand in its bar. Pure. */
export function partsOf(
  lane: Lane,
): readonly { readonly name: string; readonly count: number; readonly colour: string }[] {
  return [
    { name: 'delivered', count: lane.delivered_count, colour: 'bg-ok' },
    { name: 'deferred', count: lane.deferred_count, colour: 'bg-warn' },
    { name: 'rejected', count: lane.refused_count + lane.failed_count, colour: 'bg-bad' },
    { name: 'on hold', count: lane.held_count, colour: 'bg-line-strong' },
  ];
}

/** What a lane does, in a sentence. Pure. */
export function sentenceOf(lane: Lane): string {
  const held = plural(lane.held_count, 'email');
  switch (lane.state) {
    case 'paused':
      return lane.held_count === 0
        ? 'Paused by your team. No emails are sent to this provider until you resume.'
        : `Paused by your team. ${held} ${noun(lane.held_count, 'waits', 'wait')} until you resume.`;
    case 'backing_off':
      return `The provider isn’t accepting email right now. ${plural(waitingIn(lane), 'email is', 'emails are')} waiting.`;
    case 'waiting':
      return `${plural(waitingIn(lane), 'email was deferred and will be retried', 'emails were deferred and will be retried')}.`;
    case 'sending':
      return lane.per_second > 0 ? `Sending ${speed(lane.per_second)}.` : 'No emails are being sent right now.';
    case 'done':
      return 'No emails are waiting.';
  }
}

/** Mails a second, or a minute where that is less than one. */
export function speed(perSecond: number): string {
  return perSecond >= 1
    ? `${count(Math.round(perSecond))} emails per second`
    : `${plural(Math.max(1, Math.round(perSecond * 60)), 'email')} per minute`;
}
