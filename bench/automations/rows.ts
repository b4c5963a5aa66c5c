import { addAllMembers, takeAudience } from '../../src/features/audience/contacts/index.ts';
import { contentOfCampaign } from '../campaign/content.ts';
import { query, type Stage } from '../campaign/setup.ts';

/** Contacts that are added in one transaction, as an import does. */
const ADDED_AT_ONCE = 1_000;

/** A mail of the automation. */
export interface BenchItem {
  readonly id: number;
  readonly campaignId: number;
}

/** An active automation of the bench with mails of 7 KB, the first of which is due at once. */
export interface BenchAutomation {
  readonly id: number;
  readonly list: number;
  readonly items: readonly BenchItem[];
}

/** Makes a list, and an automation that contacts enter by it, whose mails have these delays in hours. */
export async function plantAutomation(
  { accountId, installation }: Stage,
  delays: readonly number[],
): Promise<BenchAutomation> {
  const list = await plantEmptyList({ accountId, installation });
  const id = await idOf(installation, `insert into automation (account_id, title, active) values ($1, 'Tea', true)`, [
    accountId,
  ]);
  const items: BenchItem[] = [];
  for (const [index, hours] of delays.entries()) {
    const { from_email: email, from_name: name, html, subject, title } = contentOfCampaign(`Mail ${index + 1}`);
    const campaignId = await idOf(
      installation,
      `insert into campaign (account_id, kind, title, subject, html, from_name, from_email)
       values ($1, 'automation', $2, $3, $4, $5, $6)`,
      [accountId, title, subject, html, name, email],
    );
    const item = await idOf(
      installation,
      `insert into automation_item (account_id, automation_id, campaign_id, send_order, delay_hours)
       values ($1, $2, $3, $4, $5)`,
      [accountId, id, campaignId, index + 1, hours],
    );
    items.push({ id: item, campaignId });
  }
  await idOf(
    installation,
    `insert into automation_trigger (account_id, automation_id, type, list_id, is_live, first_item_id)
     values ($1, $2, 'apply_list', $3, true, $4)`,
    [accountId, id, list, items[0]?.id],
  );
  return { id, list, items };
}

/** A list with nobody in it, that nothing waits for. */
export async function plantEmptyList({ accountId, installation }: Pick<Stage, 'accountId' | 'installation'>) {
  return idOf(installation, `insert into contact_list (account_id, name) values ($1, 'Tea club')`, [accountId]);
}

/** Adds all contacts of the account to a list, in transactions of a thousand; gives the milliseconds that it took. */
export async function addEverybody({ accountId, installation }: Stage, list: number): Promise<number> {
  const { db } = installation;
  const found = await query<{ id: number }>(installation, 'select id from contact where account_id = $1 order by id', [
    accountId,
  ]);
  const ids = found.map(({ id }) => id);
  const startedAt = performance.now();
  for (let first = 0; first < ids.length; first += ADDED_AT_ONCE) {
    const some = ids.slice(first, first + ADDED_AT_ONCE);
    await db.transaction(async (tx) => {
      await takeAudience(tx, accountId);
      await addAllMembers(tx, accountId, { kind: 'list', id: list }, some);
    });
  }
  return performance.now() - startedAt;
}

/** Has those who wait for a mail be due for it, as if its hours had gone by. */
export async function passHours({ accountId, installation }: Stage, item: BenchItem, hours: number): Promise<void> {
  const text = `update automation_entry set base_at = base_at - make_interval(hours => $3)
    where account_id = $1 and item_id = $2`;
  await installation.db.alone(async (alone) => alone.query({ name: '', text }, [accountId, item.id, hours]));
  await query(installation, 'update automation_item set next_at = now() where account_id = $1 and id = $2', [
    accountId,
    item.id,
  ]);
}

async function idOf(installation: Stage['installation'], text: string, values: readonly unknown[]): Promise<number> {
  const [made] = await query<{ id: number }>(installation, `${text} returning id`, values);
  return made?.id ?? 0;
}
