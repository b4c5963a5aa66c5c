import type { ReactNode } from 'react';
import type { Answer } from '../../api.ts';
import { Badge } from '../../components/badge.tsx';
import { toneOf } from '../../state-colours.ts';

export type Delivery = Answer<'GET /transactional/webhook/deliveries'>['data'][number];

const STATES: Readonly<Record<Delivery['state'], string>> = {
  received: 'received',
  waiting: 'waiting',
  given_up: 'expired',
  held: 'held',
};
/** Renders the status of a webhook delivery. */
export function DeliveryState({ of }: { readonly of: Delivery }): ReactNode {
  const isRetried = of.state === 'waiting' && of.attempt_count > 0;
  return <Badge tone={toneOf(of.state)}>{isRetried ? 'retrying' : STATES[of.state]}</Badge>;
}

/** Renders the status code of the last response in monospace, or a note if there was no response. */
export function LastAnswer({ of }: { readonly of: Pick<Delivery, 'answer' | 'attempt_count'> }): ReactNode {
  if (of.answer !== null) {
    const isGood = of.answer >= 200 && of.answer < 300;
    return <code className={`font-mono text-sm ${isGood ? 'text-ok' : 'text-bad'}`}>{of.answer}</code>;
  }
  return <span className="text-ink-3">{of.attempt_count === 0 ? 'not sent yet' : 'no response'}</span>;
}
