import { isTooSoon, type JudgedVisits } from '../../outcomes/tracking/index.ts';

/** Column campaign_visit.visitor. */
export const VISITOR = { person: 1, proxy: 2, machine: 3 } as const;

/** Pictures that Apple fetches unasked say nothing of a person. */
const VISITOR_OF: Readonly<Record<JudgedVisits['visitor'], number>> = {
  person: VISITOR.person,
  proxy: VISITOR.proxy,
  prefetch: VISITOR.machine,
  scanner: VISITOR.machine,
};

/** Visits of one recipient's link, as they come to be counted. */
export interface HeardVisits {
  readonly campaignId: number;
  readonly contactId: number;
  readonly link: number;
  readonly visitor: number;
  readonly count: number;
  readonly firstAt: Date;
  readonly lastAt: Date;
}

/** Visits as they were judged. */
export function heardOf({ count, firstAt, lastAt, link, recipient, source, visitor }: JudgedVisits): HeardVisits {
  return { campaignId: source, contactId: recipient, link, visitor: VISITOR_OF[visitor], count, firstAt, lastAt };
}

/** The same visits, a machine's where they came too soon after the mail; pure. */
export function judgedAgain(visits: HeardVisits, sentAt: Date): HeardVisits {
  const isSoon = isTooSoon(visits.firstAt.getTime() - sentAt.getTime());
  return isSoon ? { ...visits, visitor: VISITOR.machine } : visits;
}
