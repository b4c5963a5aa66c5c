import { createHtmlWork } from '../../src/app/html-work.ts';
import { SAFEGUARD_NUMBERS, type ApprovalMode, type SafeguardNumberName } from '../../src/base/config-campaigns.ts';
import type { Database } from '../../src/base/db.ts';
import { silentLog } from '../../src/base/log.ts';
import { Refusal, type SafeguardDetails } from '../../src/base/refusal.ts';
import {
  createSafeguards,
  type SafeguardCounts,
  type SafeguardParts,
  type Safeguards,
} from '../../src/features/campaigns/campaign-safeguards/index.ts';
import { findCampaign, type CampaignRow } from '../../src/features/campaigns/campaigns/index.ts';
import type { UserMail } from '../../src/mail/languages/emails.ts';
import { inEnglish, type SentMail } from './user-emails.ts';

/** Columns of a campaign row that a test sets. All others have defaults. */
export interface PlantedCampaign {
  readonly title?: string;
  readonly subject?: string;
  readonly html?: string;
  readonly from?: string;
  readonly state?: CampaignRow['state'];
  readonly kind?: CampaignRow['kind'];
  readonly scheduledAt?: Date;
  readonly sentAt?: Date;
  readonly tracksOpens?: boolean;
}

/** Campaign safeguards with a clock that tests can change. Content approval is off by default. */
export interface TestSafeguards {
  readonly safeguards: Safeguards;
  readonly parts: SafeguardParts & { readonly clock: { nowMs: number; now(): number } };
  /** Accepted notifications to owners and to the operator. */
  readonly notices: SentMail[];
  readonly plant: (accountId: number, campaign?: PlantedCampaign) => Promise<CampaignRow>;
  readonly move: (
    campaign: CampaignRow,
    accountId: number,
    state: CampaignRow['state'],
    sentAt?: Date,
  ) => Promise<CampaignRow>;
  readonly count: (accountId: number, campaignId: number, counts: Partial<SafeguardCounts>) => Promise<void>;
  /** Simulates that the given time has passed since a campaign's first wave, according to the database's clock. */
  readonly passWave: (campaign: CampaignRow, ms: number) => Promise<void>;
  /** Starts a campaign with the given audience size, as the campaign sender does. */
  readonly begin: (accountId: number, campaign: CampaignRow, audience: number) => ReturnType<Safeguards['plan']>;
}

interface Options extends Partial<SafeguardParts> {
  readonly approval?: ApprovalMode;
  readonly numbers?: Partial<Record<SafeguardNumberName, number>>;
  /** Audience size that the safeguards see for every campaign. */
  readonly audience?: number;
}

/** The initial time of the clock. */
const NOW_MS = Date.parse('2026-11-22T08:00:00Z');

export function testSafeguards(
  db: Database,
  { approval = 'off', audience = 100, numbers, ...given }: Options = {},
): TestSafeguards {
  const clock = { nowMs: NOW_MS, now: () => clock.nowMs };
  const notices: TestSafeguards['notices'] = [];
  const defaults = Object.fromEntries(
    Object.entries(SAFEGUARD_NUMBERS).map(([name, { fallback }]) => [name, fallback]),
  );
  const parts = {
    db,
    clock,
    log: silentLog,
    installation: { approval, numbers: { ...defaults, ...numbers } as Record<SafeguardNumberName, number> },
    audienceSize: async () => Promise.resolve(audience),
    async sendNotice(_tx: unknown, mail: UserMail) {
      notices.push(inEnglish(mail));
      return Promise.resolve();
    },
    html: createHtmlWork(),
    blocked: { hosts: [], words: [] },
    askSpamFilter: undefined,
    ...given,
  };
  const safeguards = createSafeguards(parts);
  const read = async (accountId: number, id: number): Promise<CampaignRow> => {
    const found = await findCampaign(db, accountId, id);
    if (!found) throw new Error(`Campaign ${id} is gone`);
    return found;
  };
  return {
    safeguards,
    parts: { ...parts, clock },
    notices,
    async plant(accountId, campaign = {}) {
      const [row] = await db.query<{ id: number }>({ name: '', text: PLANT }, [
        accountId,
        campaign.title ?? 'Spring',
        campaign.subject ?? 'It is here',
        campaign.html ?? '<p>Hello</p>',
        campaign.from ?? 'news@acme.example',
        campaign.state ?? 'draft',
        campaign.kind ?? 'campaign',
        campaign.scheduledAt ?? null,
        campaign.sentAt ?? null,
        campaign.tracksOpens ?? true,
      ]);
      return read(accountId, row?.id ?? 0);
    },
    async move({ id }, accountId, state, sentAt) {
      const text = 'update campaign set state = $3, sent_at = $4 where account_id = $1 and id = $2';
      await db.query({ name: '', text }, [accountId, id, state, sentAt ?? null]);
      return read(accountId, id);
    },
    async count(accountId, campaignId, { bounced = 0, complained = 0, openers = 0, sent = 0 }) {
      await db.query({ name: '', text: COUNT }, [accountId, campaignId, sent, bounced, complained, openers]);
    },
    async passWave({ id }, ms) {
      const text = 'update guarded_campaign set wave_ends_at = seconds_after(wave_ends_at, $2) where campaign_id = $1';
      await db.query({ name: '', text }, [id, -ms / 1_000]);
    },
    begin: async (accountId, campaign, contacts) =>
      db.transaction(async (tx) => {
        const passage = await safeguards.plan(tx, accountId, campaign, contacts);
        const text = `update campaign set state = 'sending' where account_id = $1 and id = $2`;
        await tx.query({ name: '', text }, [accountId, campaign.id]);
        return passage;
      }),
  };
}

/**
 * Waits until a promise rejects because of a safeguard, and resolves with the code and the details of the error. Throws
 * if the promise does not reject in this way.
 */
export async function heldBy(attempt: Promise<unknown>): Promise<SafeguardDetails & { code: string; message: string }> {
  const error: unknown = await attempt.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof Refusal)) throw new Error(`Not refused: ${String(error)}`);
  if (!error.details.held) throw new Error(`Refused without a safeguard: ${error.code}`);
  return { ...error.details.held, code: error.code, message: error.message };
}

const PLANT = `insert into campaign (account_id, title, subject, html, from_name, from_email, state, kind, scheduled_at, sent_at,
    tracks_opens)
  values ($1, $2, $3, $4, 'Acme', $5, $6, $7, $8, $9, $10) returning id`;
const COUNT = `insert into campaign_count (account_id, campaign_id, sent, bounced, complained, openers)
  values ($1, $2, $3, $4, $5, $6)
  on conflict (account_id, campaign_id, variant) do update set sent = excluded.sent, bounced = excluded.bounced,
    complained = excluded.complained, openers = excluded.openers`;
