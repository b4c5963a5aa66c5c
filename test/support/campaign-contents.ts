import { domainPartsOf } from '../../src/app/domain-parts.ts';
import { addDomain } from '../../src/features/sending/domains/index.ts';
import { findCampaign, type CampaignRow } from '../../src/features/campaigns/campaigns/index.ts';
import type { TestApp } from './app.ts';
import { newPerson, type TestPerson } from './callers.ts';
import { rowsOf } from './planted-contacts.ts';

/** An account that can send campaigns, and one of its users. */
export interface Sender {
  readonly accountId: number;
  readonly ann: TestPerson;
  /** ID of a verified domain with an active signing key. */
  readonly domain: string;
}

/** Columns of a campaign row that a test sets. All others have defaults. */
export interface PlantedCampaign {
  readonly kind?: string;
  readonly subject?: string;
  readonly preview_text?: string | null;
  readonly html?: string | null;
  readonly design?: unknown;
  readonly plain_text?: string | null;
  readonly inlines_css?: boolean;
  readonly from_name?: string;
  readonly from_email?: string;
  readonly reply_to?: string | null;
  readonly list_ids?: readonly number[];
  readonly tag_ids?: readonly number[];
  readonly segment_ids?: readonly number[];
  readonly excluded_list_ids?: readonly number[];
  readonly tracks_opens?: boolean;
  readonly tracks_clicks?: boolean;
}

let senders = 0;

/** Creates an account with a postal address and a verified domain. */
export async function newSender(app: TestApp): Promise<Sender> {
  const { db } = app.installation;
  const accountId = (await app.newAccount()).account.id;
  senders += 1;
  const domain = `tea${senders}.example`;
  await addVerifiedDomain(app, accountId, domain);
  await db.script(
    `update account set name = 'Tea & Co' where account_id = ${accountId};
     insert into campaign_settings (account_id, postal_address) values (${accountId}, E'Main Street 1\\n12345 Town')`,
  );
  return { accountId, ann: await newPerson(app, accountId), domain };
}

/** Adds a verified domain with an active signing key to an account. */
export async function addVerifiedDomain(app: TestApp, accountId: number, domain: string): Promise<void> {
  await addDomain(domainPartsOf(app.installation), accountId, domain);
  await app.installation.db.script(
    `update domain set status = 'verified', verified_at = now() where account_id = ${accountId};
     update domain_key set state = 'active', published_at = now(), active_from = now() where account_id = ${accountId}`,
  );
}

/** Inserts a draft campaign. */
export async function plantCampaign(
  app: TestApp,
  { accountId, domain }: Pick<Sender, 'accountId' | 'domain'>,
  given: PlantedCampaign = {},
): Promise<CampaignRow> {
  const { db } = app.installation;
  const columns: Record<string, unknown> = {
    title: 'Tea',
    subject: 'Tea for {{ first_name | default: "you" }}',
    html: '<p>Hello {{ first_name | default: "you" }}, <a href="https://shop.example/tea">tea</a></p>',
    from_name: 'Tea & Co',
    from_email: `news@${domain}`,
    ...given,
  };
  if (columns['design']) columns['design'] = JSON.stringify(columns['design']);
  const names = Object.keys(columns);
  const [made] = await rowsOf<{ id: number }>(
    db,
    `insert into campaign (account_id, ${names.join(', ')}) values ($1, ${names.map((_name, at) => `$${at + 2}`).join(', ')})
     returning id`,
    [accountId, ...Object.values(columns)],
  );
  const campaign = await findCampaign(db, accountId, made?.id ?? 0);
  if (!campaign) throw new Error('A campaign that was planted is not there');
  return campaign;
}

/** Adds a content variant with this number to a campaign. */
export async function plantVariant(
  app: TestApp,
  { accountId }: Pick<Sender, 'accountId'>,
  campaign: CampaignRow,
  given: { readonly variant: number; readonly subject?: string; readonly html?: string },
): Promise<void> {
  await rowsOf(
    app.installation.db,
    'insert into campaign_variant (account_id, campaign_id, variant, subject, html) values ($1, $2, $3, $4, $5)',
    [accountId, campaign.id, given.variant, given.subject ?? null, given.html ?? null],
  );
}

/**
 * Inserts a contact with custom field values, keyed by field name. Creates the fields that do not exist yet, with the
 * given types.
 */
export async function plantContact(
  app: TestApp,
  accountId: number,
  given: {
    readonly email: string;
    readonly firstName?: string;
    readonly fields?: Readonly<Record<string, readonly [type: string, value: string]>>;
  },
): Promise<number> {
  const { db } = app.installation;
  const fields: Record<string, string> = {};
  for (const [name, [type, value]] of Object.entries(given.fields ?? {})) {
    const [known] = await rowsOf<{ id: number }>(
      db,
      'select id from contact_field where account_id = $1 and name = $2',
      [accountId, name],
    );
    const [made] = known
      ? [known]
      : await rowsOf<{ id: number }>(
          db,
          'insert into contact_field (account_id, label, name, type) values ($1, $2, $2, $3) returning id',
          [accountId, name, type],
        );
    fields[String(made?.id)] = value;
  }
  const [contact] = await rowsOf<{ id: number }>(
    db,
    `with made as (
       insert into contact (account_id, email, first_name, fields, confirmed_at) values ($1, $2, $3, $4, now())
       returning id, created_at
     ), stat as (
       insert into contact_stat (account_id, contact_id, created_at, flags) select $1, id, created_at, 0 from made
     )
     select id from made`,
    [accountId, given.email, given.firstName ?? '', JSON.stringify(fields)],
  );
  return contact?.id ?? 0;
}
