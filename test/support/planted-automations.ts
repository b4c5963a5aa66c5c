import type { Database, Db, Tx } from '../../src/base/db.ts';
import { rowsOf } from './planted-contacts.ts';

/** A quota that allows any number of messages and does not count them. */
export const UNLIMITED_QUOTA = {
  room: async (_tx: Tx, _accountId: number, mails: number) => Promise.resolve({ mails, refusal: undefined }),
  charge: async (): Promise<void> => Promise.resolve(),
};

/** A test automation and its emails in order. */
export interface PlantedAutomation {
  readonly id: number;
  readonly triggerId: number;
  readonly items: readonly { readonly id: number; readonly campaignId: number }[];
}

/** Trigger of a test automation. */
export type PlantedTrigger =
  | { readonly type: 'apply_list'; readonly list: number }
  | { readonly type: 'open_campaign' | 'click_campaign'; readonly campaign: number }
  | { readonly type: 'event'; readonly event: string };

/** Inserts an automation whose emails have the given delays in hours. By default, the automation is active. */
export async function plantAutomation(
  db: Database,
  accountId: number,
  trigger: PlantedTrigger,
  delays: readonly number[],
  over: { readonly active?: boolean; readonly html?: string; readonly from?: string } = {},
): Promise<PlantedAutomation> {
  const { active = true, from = 'news@tea.example', html = '<p>Tea</p>' } = over;
  const [made] = await rowsOf<{ id: number }>(
    db,
    `insert into automation (account_id, title, active) values ($1, 'Welcome', $2) returning id`,
    [accountId, active],
  );
  const id = made?.id ?? 0;
  const items = [];
  for (const [index, delay] of delays.entries()) {
    const [campaign] = await rowsOf<{ id: number }>(
      db,
      `insert into campaign (account_id, kind, title, subject, html, from_name, from_email)
       values ($1, 'automation', 'Mail', $2, $3, 'Tea', $4) returning id`,
      [accountId, `Mail ${index + 1}`, html, from],
    );
    const [item] = await rowsOf<{ id: number }>(
      db,
      `insert into automation_item (account_id, automation_id, campaign_id, send_order, delay_hours)
       values ($1, $2, $3, $4, $5) returning id`,
      [accountId, id, campaign?.id, index + 1, delay],
    );
    items.push({ id: item?.id ?? 0, campaignId: campaign?.id ?? 0 });
  }
  const triggerId = await plantTrigger(db, accountId, id, trigger, active ? items[0]?.id : undefined);
  return { id, triggerId, items };
}

/** Replaces the trigger of an automation. */
export async function plantTrigger(
  db: Database,
  accountId: number,
  automationId: number,
  trigger: PlantedTrigger,
  firstItemId: number | undefined,
): Promise<number> {
  await rowsOf(db, 'delete from automation_trigger where account_id = $1 and automation_id = $2', [
    accountId,
    automationId,
  ]);
  const list = 'list' in trigger ? trigger.list : null;
  const campaign = 'campaign' in trigger ? trigger.campaign : null;
  const event = 'event' in trigger ? trigger.event : null;
  const [made] = await rowsOf<{ id: number }>(
    db,
    `insert into automation_trigger (account_id, automation_id, type, list_id, campaign_id, event_name, is_live, first_item_id)
     values ($1, $2, $3, $4, $5, $7, $6::bigint is not null, $6) returning id`,
    [accountId, automationId, trigger.type, list, campaign, firstItemId ?? null, event],
  );
  return made?.id ?? 0;
}

/** An email that was recorded instead of being queued. */
export interface NotedMail {
  readonly campaign_id: number;
  readonly contact_id: number;
}

/** Replaces the queue. Records emails in a table, in the transaction that would queue them. */
export interface NotedMails {
  readonly mails: {
    ready(
      accountId: number,
      campaignId: number,
    ): Promise<{
      isCurrent(tx: Tx): Promise<boolean>;
      add(tx: Tx, contactIds: readonly number[]): Promise<readonly number[]>;
    }>;
  };
  /** Returns the emails that were recorded for an account, in order. */
  readonly sent: (accountId: number) => Promise<NotedMail[]>;
  /** Sets a function that is called when an email is prepared. */
  readonly onReady: (does: (accountId: number, campaignId: number) => Promise<void>) => void;
  readonly onAdd: (does: (contactIds: readonly number[]) => void) => void;
}

/** Creates the table for recorded emails, and returns a queue that writes to this table. */
export async function noteMails(db: Database): Promise<NotedMails> {
  await db.script(`create table noted_mail (account_id bigint, campaign_id bigint, contact_id bigint,
    no bigint generated always as identity)`);
  let beReady: (accountId: number, campaignId: number) => Promise<void> = async () => {};
  let beAdded: (contactIds: readonly number[]) => void = () => {};
  return {
    mails: {
      async ready(accountId, campaignId) {
        const stamp = async (of: Db) =>
          JSON.stringify(
            await rowsOf(of, 'select updated_at from campaign where account_id = $1 and id = $2', [
              accountId,
              campaignId,
            ]),
          );
        const madeAt = await stamp(db);
        await beReady(accountId, campaignId);
        return {
          isCurrent: async (tx) => (await stamp(tx)) === madeAt,
          async add(tx, contactIds) {
            beAdded(contactIds);
            await rowsOf(
              tx,
              'insert into noted_mail (account_id, campaign_id, contact_id) select $1, $2, unnest($3::bigint[])',
              [accountId, campaignId, contactIds],
            );
            return contactIds;
          },
        };
      },
    },
    sent: async (accountId) =>
      rowsOf<NotedMail>(db, 'select campaign_id, contact_id from noted_mail where account_id = $1 order by no', [
        accountId,
      ]),
    onReady: (does) => void (beReady = does),
    onAdd: (does) => void (beAdded = does),
  };
}

/**
 * Makes the contacts of an automation, or only the given contact, appear to have waited longer by a number of hours.
 */
export async function passHours(
  db: Database,
  accountId: number,
  automationId: number,
  hours: number,
  contactId?: number,
): Promise<void> {
  await rowsOf(
    db,
    `update automation_entry set base_at = seconds_after(base_at, $3::float8 * -3600)
     where account_id = $1 and automation_id = $2 and contact_id = coalesce($4, contact_id)`,
    [accountId, automationId, hours, contactId ?? null],
  );
  await rowsOf(
    db,
    `update automation_item set next_at = seconds_after(next_at, $3::float8 * -3600)
     where account_id = $1 and automation_id = $2`,
    [accountId, automationId, hours],
  );
  await rowsOf(db, `select pg_notify('postrider_automations', '')`);
}

/**
 * Returns the counters of an automation and of its emails in order: the stored values, and the actual row counts to
 * compare them with.
 */
export async function countersOf(db: Database, accountId: number, automationId: number) {
  const [kept] = await rowsOf<{ entered: number; finished: number; ended: number; in: number; out: number }>(
    db,
    `select a.entered, a.finished, a.ended,
       (select count(*) from automation_entry e where e.account_id = $1 and e.automation_id = $2 and e.item_id is not null) as in,
       (select count(*) from automation_entry e where e.account_id = $1 and e.automation_id = $2 and e.item_id is null) as out
     from automation a where a.account_id = $1 and a.id = $2`,
    [accountId, automationId],
  );
  const items = await rowsOf<{ id: number; waiting: number; sent: number; wait: number; next_at: Date | null }>(
    db,
    `select i.id, i.waiting, i.sent, i.next_at,
       (select count(*) from automation_entry e where e.account_id = $1 and e.item_id = i.id) as wait
     from automation_item i where i.account_id = $1 and i.automation_id = $2 order by i.send_order, i.id`,
    [accountId, automationId],
  );
  return { ...kept, items };
}
