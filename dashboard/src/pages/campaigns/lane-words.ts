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
    { name: 'refused', count: lane.refused_count + lane.failed_count, colour: 'bg-bad' },
    { name: 'held back', count: lane.held_count, colour: 'bg-line-strong' },
  ];
}

/** What a lane does, in a sentence. Pure. */
export function sentenceOf(lane: Lane): string {
  const held = plural(lane.held_count, 'mail');
  switch (lane.state) {
    case 'paused':
      return lane.held_count === 0
        ? 'Paused by the account: nothing is offered here until it is resumed.'
        : `Paused by the account: ${held} ${noun(lane.held_count, 'waits', 'wait')} until it is resumed.`;
    case 'backing_off':
      return `Its servers take nothing at present: ${plural(waitingIn(lane), 'mail waits', 'mails wait')}.`;
    case 'waiting':
      return `${plural(waitingIn(lane), 'mail was put off and is tried again', 'mails were put off and are tried again')}.`;
    case 'sending':
      return lane.per_second > 0 ? `${speed(lane.per_second)} go through.` : 'Nothing goes through at this moment.';
    case 'done':
      return 'Nothing waits here.';
  }
}

/** Mails a second, or a minute where that is less than one. */
export function speed(perSecond: number): string {
  return perSecond >= 1
    ? `${count(Math.round(perSecond))} mails a second`
    : `${count(Math.max(1, Math.round(perSecond * 60)))} mails a minute`;
}
