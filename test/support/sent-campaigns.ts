import { FILTER_PARTS } from '../../src/app/bulk.ts';
import type { Database } from '../../src/base/db.ts';
import { silentLog } from '../../src/base/log.ts';
import type { Poller } from '../../src/base/poller.ts';
import {
  startCampaignSending,
  type SendingContents,
  type SendingSafeguards,
} from '../../src/features/campaigns/campaign-sending/index.ts';
import { createMailingMaker } from '../../src/features/sending/mailings/index.ts';
import { eventually, type TestApp } from './app.ts';
import { addressOf } from './mailings.ts';
import { plantContacts, plantGroup, plantMembers, rowsOf } from './planted-contacts.ts';

/** Column values of a test campaign. */
export type CampaignColumns = Readonly<Record<string, unknown>>;

/** Inserts a campaign that is due now. `over` can change its columns. */
export async function plantCampaign(db: Database, accountId: number, over: CampaignColumns = {}): Promise<number> {
  const columns: CampaignColumns = {
    title: 'News',
    subject: 'News',
    html: '<p>Hello</p>',
    from_name: 'Acme',
    from_email: 'hello@news.example',
    state: 'scheduled',
    scheduled_at: new Date(),
    next_at: new Date(0),
    ...over,
  };
  const names = Object.keys(columns);
  const [row] = await rowsOf<{ id: number }>(
    db,
    `insert into campaign (account_id, ${names.join(', ')}) values ($1, ${names.map((_, at) => `$${at + 2}`).join(', ')})
     returning id`,
    [accountId, ...Object.values(columns)],
  );
  return row?.id ?? 0;
}

/** Creates a list with this number of contacts, who can receive email. */
export async function plantList(db: Database, accountId: number, count: number, prefix = 'reader') {
  const list = await plantGroup(db, accountId, 'list', `List of ${prefix}`);
  const contactIds = await plantContacts(db, accountId, { count, prefix });
  await plantMembers(db, accountId, { kind: 'list', id: list, contactIds });
  return { list, contactIds };
}

/**
 * Returns campaign contents that use the subject and HTML of the variant, or of the campaign if the variant has none.
 */
export function plainContents(sender = 'hello@news.example'): SendingContents {
  return {
    senderOf: async (_accountId, { from_email: email }) =>
      Promise.resolve({ email, refusal: undefined, unsubscribeHost: undefined, trackingBase: undefined }),
    async freeze(tx, accountId, campaign, variant) {
      const [own] = await tx.query<{ subject: string | null; html: string | null }>(
        {
          name: '',
          text: 'select subject, html from campaign_variant where account_id = $1 and campaign_id = $2 and variant = $3',
        },
        [accountId, campaign.id, variant],
      );
      return {
        template: {
          from: { name: campaign.from_name, address: addressOf(sender) },
          replyTo: [],
          subject: [own?.subject ?? campaign.subject],
          html: [own?.html ?? campaign.html ?? '', { slot: 'name', as: 'html' }],
          text: [own?.html ?? campaign.html ?? ''],
          headers: [],
          linkPrefixes: [],
        },
        slots: ['name'],
      };
    },
    async recipients(tx, accountId, contactIds) {
      const rows = await tx.query<{ id: number; email: string; first_name: string }>(
        {
          name: '',
          text: 'select id, email, first_name from contact where account_id = $1 and id = any($2::bigint[]) and deleted_at is null order by id',
        },
        [accountId, contactIds],
      );
      return rows.map((row) => ({ address: addressOf(row.email), values: { name: row.first_name }, ref: row.id }));
    },
  };
}

/** Returns safeguards that allow everything. `over` can replace some of them. */
export function openSafeguards(over: Partial<SendingSafeguards> = {}): SendingSafeguards {
  return {
    requireSendable: async () => Promise.resolve(),
    plan: async () => Promise.resolve({ engagedOnly: false }),
    settle: async () => Promise.resolve(),
    judge: async () => Promise.resolve({ verdict: 'go_on' }),
    ...over,
  };
}

/** Options of the campaign sender that a test can change. */
export interface SendingOptions {
  readonly db?: Database;
  readonly contents?: SendingContents;
  readonly safeguards?: SendingSafeguards;
  readonly leaseSeconds?: number;
  readonly pageContacts?: number;
}

/** Runs the campaign sender in the test process. Polls at shorter intervals than in production. */
export function createSender(app: TestApp): {
  run(options?: SendingOptions): Poller;
  /** Stops the campaign senders that are running. Senders that are started afterwards continue their work. */
  close(): Promise<void>;
  /** Stops the campaign senders, and cancels the remaining work of all campaigns and deliveries in the database. */
  stop(): Promise<void>;
} {
  const running: Poller[] = [];
  const close = async (): Promise<void> => void (await Promise.all(running.splice(0).map((one) => one.close())));
  return {
    close,
    run(options = {}) {
      const { clock, db } = app.installation;
      const made = startCampaignSending({
        db,
        clock,
        log: silentLog,
        contents: plainContents(),
        safeguards: openSafeguards(),
        filterParts: FILTER_PARTS,
        makeMailing: createMailingMaker({ clock }),
        retrySeconds: 0,
        pollSeconds: 0.05,
        ...options,
      });
      running.push(made);
      return made;
    },
    async stop() {
      await close();
      // Campaigns that a test leaves behind must not run in the next test.
      await app.installation.db.script(
        'update campaign set next_at = null where next_at is not null; delete from mailing_chunk; update delivery set next_at = null where next_at is not null',
      );
    },
  };
}

export interface CampaignState {
  readonly state: string;
  readonly fault: string | null;
  readonly pause_reason: string | null;
  readonly recipients: number;
  readonly winner: number | null;
  readonly next_at: Date | null;
  readonly scheduled_at: Date | null;
  readonly sent_at: Date | null;
  readonly progress_id: string | null;
}

export async function campaignRow(db: Database, id: number): Promise<CampaignState> {
  const [row] = await rowsOf<CampaignState>(db, 'select * from campaign where id = $1', [id]);
  if (!row) throw new Error(`There is no campaign ${id}`);
  return row;
}

/** Waits until a campaign has one of these states, and resolves with its row. */
export async function campaignIn(db: Database, id: number, ...states: string[]): Promise<CampaignState> {
  return eventually(`campaign ${id} is ${states.join(' or ')}`, async () => {
    const row = await campaignRow(db, id);
    return states.includes(row.state) ? row : undefined;
  });
}

/** A wave of a campaign. */
export interface Wave {
  readonly wave_no: number;
  readonly kind: string;
  readonly variant: number | null;
  readonly recipients: number;
  readonly started_at: Date | null;
  readonly ended_at: Date | null;
  readonly replaced_by: number | null;
  readonly mailing_id: string;
  readonly state: string;
}

/** Returns the waves of a campaign, oldest first, each with the state of its mailing. */
export async function wavesOf(db: Database, id: number): Promise<Wave[]> {
  return rowsOf<Wave>(
    db,
    `select w.*, m.state from campaign_wave w join mailing m on m.account_id = w.account_id and m.id = w.mailing_id
     where w.campaign_id = $1 order by w.wave_no`,
    [id],
  );
}

/**
 * Returns the contacts in the mailings of a campaign, in order. A contact that occurs several times is returned several
 * times.
 */
export async function recipientsOf(db: Database, id: number, waveNo?: number): Promise<number[]> {
  const rows = await rowsOf<{ ref: number }>(
    db,
    `select r.ref from campaign_wave w
     join recipient_batch l on l.account_id = w.account_id and l.mailing_id = w.mailing_id
     join mailing_recipient r on r.account_id = l.account_id and r.batch_id = l.id
     where w.campaign_id = $1 and w.wave_no = coalesce($2, w.wave_no) order by r.ref`,
    [id, waveNo ?? null],
  );
  return rows.map(({ ref }) => ref);
}

/** Deletes the chunks of a wave, or of all waves, as if each recipient had been attempted. */
export async function tryAll(db: Database, id: number, waveNo?: number): Promise<void> {
  await rowsOf(
    db,
    `delete from mailing_chunk c using campaign_wave w
     where w.campaign_id = $1 and w.wave_no = coalesce($2, w.wave_no)
       and c.account_id = w.account_id and c.mailing_id = w.mailing_id`,
    [id, waveNo ?? null],
  );
}
