import type { Database } from '../../src/base/db.ts';
import { silentLog } from '../../src/base/log.ts';
import { contactAddressOf, saveContacts } from '../../src/features/audience/contacts/index.ts';
import { createCampaignOwner } from '../../src/features/campaigns/campaign-outcomes/index.ts';
import { createCampaignTracking } from '../../src/features/campaigns/campaign-results/index.ts';
import type { ClassifiedVisits } from '../../src/features/outcomes/tracking/index.ts';
import type { OwnedOutcome } from '../../src/features/sending/mailings/index.ts';

/** Links of the campaign, numbered from 1. The third is the honeypot link. */
export const PLANTED_LINKS = ['https://shop.example/1', 'https://shop.example/2', 'trap:', 'https://shop.example/4'];
export const MAILING = '019a0000-0000-7000-8000-00000000aaaa';
export const SECOND_MAILING = '019a0000-0000-7000-8000-00000000bbbb';
const SECOND_MS = 1_000;

/** A campaign for which the test itself reports outcomes, opens, and clicks. */
export interface PlantedCampaign {
  readonly id: number;
  readonly contacts: readonly number[];
  /** Time at which the messages of the campaign were queued for delivery. */
  readonly sentAt: Date;
  /** Records that messages were delivered. `places` are indexes into `contacts`. */
  sent(...places: number[]): Promise<void>;
  outcome(place: number, kind: OwnedOutcome['kind'], over?: Partial<OwnedOutcome>): OwnedOutcome;
  hear(...outcomes: OwnedOutcome[]): Promise<void>;
  /** Returns an open or click that occurs the given number of seconds after the message was sent. */
  visit(place: number, link: number, seconds: number, over?: Partial<ClassifiedVisits>): ClassifiedVisits;
  visited(...visits: ClassifiedVisits[]): Promise<void>;
}

/** Inserts a campaign with contacts, links, and one wave for each of the variants 0 and 1. */
export async function plantCampaign(
  db: Database,
  accountId: number,
  contacts = 5,
  prefix = 'p',
): Promise<PlantedCampaign> {
  const ids = await db.transaction(async (tx) => {
    const given = Array.from({ length: contacts }, (_none, index) => {
      const email = contactAddressOf(`${prefix}${index}@reader.example`);
      if (typeof email === 'object') throw new Error(email.fault);
      return { email, firstName: `Name ${index}` };
    });
    return (await saveContacts(tx, accountId, given)).ids;
  });
  const [made] = await db.query<{ id: number }>(
    {
      name: '',
      text: `insert into campaign (account_id, title, subject, from_name, from_email, state)
        values ($1, 'November', 'News', 'Shop', 'news@shop.example', 'sending') returning id`,
    },
    [accountId],
  );
  if (!made) throw new Error('No campaign');
  await db.query(
    {
      name: '',
      text: `insert into campaign_wave (account_id, campaign_id, wave_no, kind, variant, mailing_id)
        values ($1, $2, 1, 'test', 0, $3), ($1, $2, 2, 'test', 1, $4)`,
    },
    [accountId, made.id, MAILING, SECOND_MAILING],
  );
  await db.query(
    {
      name: '',
      text: `insert into campaign_link (account_id, campaign_id, link_no, url)
        select $1, $2, no, url from unnest($3::text[]) with ordinality as l (url, no)`,
    },
    [accountId, made.id, PLANTED_LINKS],
  );
  return playerOf(db, { accountId, id: made.id, contacts: ids });
}

function playerOf(
  db: Database,
  {
    accountId,
    contacts,
    id,
  }: { readonly accountId: number; readonly id: number; readonly contacts: readonly number[] },
): PlantedCampaign {
  const owner = createCampaignOwner('campaign');
  const tracking = createCampaignTracking({ db, log: silentLog, onEngaged: [] });
  // The start of an hour, so that tests know when the next hour starts.
  const sentAt = new Date('2026-03-02T10:00:00Z');
  const outcome: PlantedCampaign['outcome'] = (place, kind, over = {}) => ({
    mailing: MAILING,
    source: id,
    ref: contacts[place] ?? null,
    kind,
    at: sentAt,
    isReport: false,
    isLasting: false,
    status: null,
    reason: null,
    provider: null,
    ...over,
  });
  const hear: PlantedCampaign['hear'] = (...outcomes) => db.transaction((tx) => owner.hear(tx, accountId, outcomes));
  return {
    id,
    contacts,
    sentAt,
    outcome,
    hear,
    sent: (...places) => hear(...places.map((place) => outcome(place, 'delivered'))),
    visit(place, link, seconds, over = {}) {
      const at = new Date(sentAt.getTime() + seconds * SECOND_MS);
      return {
        source: id,
        recipient: contacts[place] ?? 0,
        link,
        visitor: 'person',
        count: 1,
        firstAt: at,
        lastAt: at,
        userAgent: undefined,
        ...over,
      };
    },
    visited: (...visits) => db.transaction((tx) => tracking.hear(tx, accountId, visits)),
  };
}
