import { deviceOf, isTooSoon, type ClassifiedVisits, type Device } from '../../outcomes/tracking/index.ts';

/** Values of the column campaign_visit.visitor. */
export const VISITOR = { person: 1, proxy: 2, machine: 3 } as const;

/** An image that Apple prefetches does not show that a person opened the email, so it counts as fetched by a bot. */
const VISITOR_OF: Readonly<Record<ClassifiedVisits['visitor'], number>> = {
  person: VISITOR.person,
  proxy: VISITOR.proxy,
  prefetch: VISITOR.machine,
  scanner: VISITOR.machine,
};

/** Devices in the order of the values of the column campaign_visit.device. */
export const DEVICES = ['unknown', 'phone', 'tablet', 'desktop', 'proxy'] as const satisfies readonly Device[];
/** Values of the column campaign_visit.device that have a special meaning. */
export const DEVICE = { unknown: DEVICES.indexOf('unknown'), proxy: DEVICES.indexOf('proxy') };

/** A recipient's opens, or clicks on one link, to be counted. */
export interface RecipientVisits {
  readonly campaignId: number;
  readonly contactId: number;
  readonly link: number;
  readonly visitor: number;
  readonly device: number;
  readonly count: number;
  readonly firstAt: Date;
  readonly lastAt: Date;
}

/** Converts classified opens and clicks to the form in which they are counted. Pure. */
export function toRecipientVisits({
  count,
  firstAt,
  lastAt,
  link,
  recipient,
  source,
  userAgent,
  visitor,
}: ClassifiedVisits): RecipientVisits {
  return {
    campaignId: source,
    contactId: recipient,
    link,
    visitor: VISITOR_OF[visitor],
    device: DEVICES.indexOf(deviceOf(userAgent)),
    count,
    firstAt,
    lastAt,
  };
}

/** Classifies opens or clicks as made by a bot if they occurred too soon after the message was sent. Pure. */
export function judgedAgain(visits: RecipientVisits, sentAt: Date): RecipientVisits {
  const isSoon = isTooSoon(visits.firstAt.getTime() - sentAt.getTime());
  return isSoon ? { ...visits, visitor: VISITOR.machine } : visits;
}
