import { describe, expect, it } from 'vitest';
import type { EmailAddress } from '../../../mail/address.ts';
import type { RecordedOutcome } from '../../sending/delivery/index.ts';
import { eventsOfOutcome } from './timeline.ts';

const HANDED_OVER = new Date(1_000);
const FINISHED = new Date(2_000);

function outcome(kind: RecordedOutcome['kind'], changes: Partial<RecordedOutcome> = {}): RecordedOutcome {
  return {
    id: '019a0000-0000-7000-8000-00000000abcd',
    messageId: '019a0000-0000-7000-8000-000000000000',
    recipientNo: 0,
    recipient: 'ann@x.example' as EmailAddress,
    mailClass: 'transactional',
    kind,
    bounceClass: undefined,
    status: '5.1.1',
    reason: '550 5.1.1 no such user',
    handedOverAt: undefined,
    finishedAt: FINISHED,
    wasSent: false,
    becameDelayed: false,
    route: 'direct',
    ...changes,
  };
}

function names(given: RecordedOutcome): string[] {
  return eventsOfOutcome(given).map((event) => event.event);
}

describe('events of an outcome', () => {
  it('are sent and delivered, without status and reason, for a delivery', () => {
    const events = eventsOfOutcome(outcome('delivered', { handedOverAt: HANDED_OVER }));
    expect(events).toMatchObject([
      { event: 'sent', occurredAt: HANDED_OVER, status: null, reason: null },
      { event: 'delivered', occurredAt: FINISHED, status: null, reason: null },
    ]);
  });

  it('are bounced, with the status and reply of the server, for a bounce', () => {
    expect(eventsOfOutcome(outcome('bounced', { handedOverAt: HANDED_OVER }))[1]).toMatchObject({
      event: 'bounced',
      status: '5.1.1',
      reason: '550 5.1.1 no such user',
    });
  });

  it('include sent only once, however often the message is handed over', () => {
    expect(names(outcome('delivered', { handedOverAt: HANDED_OVER, wasSent: true }))).toEqual(['delivered']);
    expect(names(outcome('deferred', { handedOverAt: HANDED_OVER }))).toEqual(['sent']);
  });

  it('include a deferral only when the message becomes delayed', () => {
    expect(names(outcome('deferred'))).toEqual([]);
    expect(names(outcome('deferred', { becameDelayed: true }))).toEqual(['delayed']);
  });

  it('include complained after delivered; failed and suppressed have no other events', () => {
    expect(names(outcome('complained', { handedOverAt: HANDED_OVER }))).toEqual(['sent', 'delivered', 'complained']);
    expect(names(outcome('failed'))).toEqual(['failed']);
    expect(names(outcome('suppressed'))).toEqual(['suppressed']);
  });
});
