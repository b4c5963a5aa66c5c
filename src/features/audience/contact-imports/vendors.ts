import type { Standing } from './standing.ts';
import type { PlainTarget } from './targets.ts';

/** How the export of a service is known and read. */
export interface Vendor {
  readonly name: 'mailchimp' | 'listmonk' | 'kit' | 'sendfox';
  /** True for the headings of its export, as `keyOf` gives them. */
  readonly isOf: (headings: readonly string[]) => boolean;
  /** What its columns are, by heading; others are fields. */
  readonly columns: Readonly<Record<string, PlainTarget>>;
  /** Words of its status column that mean something else elsewhere. */
  readonly words?: Readonly<Record<string, Standing>>;
  /** Exports of one status alone: by the beginning of the file's name, or a column that no other has. */
  readonly parts?: readonly { readonly name: RegExp; readonly heading: string; readonly standing: Standing }[];
}

/** A heading without case, spaces and marks. Pure. */
export function keyOf(heading: string): string {
  return heading.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

const has =
  (...keys: readonly string[]) =>
  (headings: readonly string[]): boolean =>
    keys.every((key) => headings.includes(key));

/**
 * Mailchimp: an audience is exported as a zip of three files, `subscribed_…`, `unsubscribed_…` and `cleaned_…`. Each begins
 * with `Email Address`, the audience's own fields and groups by their labels (`First Name`, `Last Name`, `Address`, ...), and
 * ends with MEMBER_RATING, OPTIN_TIME, OPTIN_IP, CONFIRM_TIME, CONFIRM_IP, LATITUDE, LONGITUDE, GMTOFF, DSTOFF, TIMEZONE, CC,
 * REGION, LAST_CHANGED, LEID, EUID, NOTES, TAGS; that of the unsubscribed has UNSUB_TIME, UNSUB_CAMPAIGN_TITLE,
 * UNSUB_CAMPAIGN_ID, UNSUB_REASON, UNSUB_REASON_OTHER before them, that of the cleaned CLEAN_TIME, CLEAN_CAMPAIGN_TITLE,
 * CLEAN_CAMPAIGN_ID. Times are `2024-03-14 09:12:31` in UTC; tags are one cell, `"VIP","Blog"`.
 */
const MAILCHIMP: Vendor = {
  name: 'mailchimp',
  isOf: (headings) =>
    has('emailaddress')(headings) &&
    ['memberrating', 'optintime', 'leid', 'euid', 'confirmtime'].filter((key) => headings.includes(key)).length >= 2,
  columns: {
    emailaddress: 'email',
    firstname: 'first_name',
    lastname: 'last_name',
    optintime: 'created_at',
    confirmtime: 'confirmed_at',
    optinip: 'ip_address',
    unsubtime: 'unsubscribed_at',
    cleantime: 'bounced_at',
    tags: 'tags',
    memberrating: 'ignore',
    confirmip: 'ignore',
    latitude: 'ignore',
    longitude: 'ignore',
    gmtoff: 'ignore',
    dstoff: 'ignore',
    timezone: 'ignore',
    cc: 'ignore',
    region: 'ignore',
    lastchanged: 'ignore',
    leid: 'ignore',
    euid: 'ignore',
    notes: 'ignore',
    unsubcampaigntitle: 'ignore',
    unsubcampaignid: 'ignore',
    unsubreason: 'ignore',
    unsubreasonother: 'ignore',
    cleancampaigntitle: 'ignore',
    cleancampaignid: 'ignore',
  },
  parts: [
    { name: /^unsubscribed[_ -]/i, heading: 'unsubtime', standing: 'unsubscribed' },
    { name: /^cleaned[_ -]/i, heading: 'cleantime', standing: 'bounced' },
    { name: /^(?:nonsubscribed|transactional)[_ -]/i, heading: '', standing: 'unsubscribed' },
  ],
};

/**
 * listmonk: `uuid,email,name,attributes,status,created_at,updated_at`. Attributes are an object of JSON, the status is
 * `enabled`, `disabled` or `blocklisted`, times are as Go prints them: `2024-01-15 10:22:33.123456 +0000 UTC`. Lists are not
 * in it: one list is exported at a time.
 */
const LISTMONK: Vendor = {
  name: 'listmonk',
  isOf: has('uuid', 'email', 'name', 'attributes', 'status'),
  columns: {
    uuid: 'ignore',
    email: 'email',
    name: 'name',
    attributes: 'attributes',
    status: 'status',
    createdat: 'created_at',
    updatedat: 'ignore',
    lists: 'lists',
  },
};

/**
 * Kit (ConvertKit): `first_name`, `email`, `created_at`, often `id`, `status` or `state` (`active`, `inactive` for who has not
 * confirmed, `cancelled`, `bounced`, `complained`, `cold`), `tags` separated by commas, and the account's own fields by their
 * names.
 */
const KIT: Vendor = {
  name: 'kit',
  isOf: (headings) =>
    has('email', 'firstname', 'createdat')(headings) &&
    ['status', 'state', 'tags'].some((key) => headings.includes(key)) &&
    !['unsubscribedat', 'ipaddress', 'lastname'].some((key) => headings.includes(key)),
  columns: {
    id: 'ignore',
    email: 'email',
    firstname: 'first_name',
    status: 'status',
    state: 'status',
    createdat: 'created_at',
    subscribedat: 'created_at',
    confirmedat: 'confirmed_at',
    tags: 'tags',
    referrer: 'ignore',
    utmsource: 'ignore',
    utmmedium: 'ignore',
    utmcampaign: 'ignore',
  },
  words: { inactive: 'unconfirmed' },
};

/**
 * SendFox: contacts by the names of its API: `id,email,first_name,last_name,ip_address,unsubscribed_at,bounced_at,invalid_at,
 * confirmed_at,created_at,updated_at`, with `lists` (names separated by commas) and a column for each of the account's
 * fields. Its own export is described nowhere; columns that are missing are not missed.
 */
const SENDFOX: Vendor = {
  name: 'sendfox',
  isOf: (headings) =>
    has('email')(headings) &&
    ['unsubscribedat', 'bouncedat', 'invalidat', 'ipaddress'].filter((key) => headings.includes(key)).length >= 2,
  columns: {
    id: 'ignore',
    email: 'email',
    firstname: 'first_name',
    lastname: 'last_name',
    ipaddress: 'ip_address',
    ip: 'ip_address',
    status: 'status',
    unsubscribedat: 'unsubscribed_at',
    bouncedat: 'bounced_at',
    invalidat: 'invalid_at',
    confirmedat: 'confirmed_at',
    createdat: 'created_at',
    updatedat: 'ignore',
    lastsentat: 'ignore',
    lastopenedat: 'ignore',
    lastclickedat: 'ignore',
    formid: 'ignore',
    lists: 'lists',
    tags: 'tags',
  },
  // Who opens nothing may still be written to.
  words: { inactive: 'subscribed' },
};

const VENDORS = [MAILCHIMP, LISTMONK, SENDFOX, KIT];

/** The service that exported a file with these headings, as far as it is known. Pure. */
export function vendorOf(headings: readonly string[]): Vendor | undefined {
  const keys = headings.map(keyOf);
  return VENDORS.find(({ isOf }) => isOf(keys));
}

/** The service by its name. */
export function vendorNamed(name: string | undefined): Vendor | undefined {
  return VENDORS.find((vendor) => vendor.name === name);
}
