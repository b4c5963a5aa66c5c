import { has, type Vendor } from './vendor.ts';

/**
 * Mailchimp exports an audience as a zip of three files, `subscribed_…`, `unsubscribed_…` and `cleaned_…`. Each file
 * starts with `Email Address` and the audience's own fields and groups by their labels (`First Name`, `Last Name`,
 * `Address`, ...), and ends with MEMBER_RATING, OPTIN_TIME, OPTIN_IP, CONFIRM_TIME, CONFIRM_IP, LATITUDE, LONGITUDE,
 * GMTOFF, DSTOFF, TIMEZONE, CC, REGION, LAST_CHANGED, LEID, EUID, NOTES, TAGS. Before these columns, the file of
 * unsubscribed contacts has UNSUB_TIME, UNSUB_CAMPAIGN_TITLE, UNSUB_CAMPAIGN_ID, UNSUB_REASON, UNSUB_REASON_OTHER, and
 * the file of cleaned contacts has CLEAN_TIME, CLEAN_CAMPAIGN_TITLE, CLEAN_CAMPAIGN_ID. Times are in UTC, such as
 * `2024-03-14 09:12:31`. All tags are in one cell, such as `"VIP","Blog"`.
 */
export const MAILCHIMP: Vendor = {
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
    timezone: 'timezone',
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
  // Contacts that were imported into Mailchimp have no confirmation time in its exports.
  words: { '': 'ignore' },
  parts: [
    { name: /^unsubscribed[_ -]/i, heading: 'unsubtime', consentStatus: 'unsubscribed' },
    { name: /^cleaned[_ -]/i, heading: 'cleantime', consentStatus: 'bounced' },
    { name: /^(?:nonsubscribed|transactional)[_ -]/i, heading: '', consentStatus: 'unsubscribed' },
  ],
};

/**
 * Kit (ConvertKit) exports `first_name`, `email`, `created_at`, often `id`, `status` or `state` (`active`, `inactive`
 * for unconfirmed, `cancelled`, `bounced`, `complained`, `cold`), `tags` separated by commas, and the account's own
 * fields by name.
 */
export const KIT: Vendor = {
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
 * SendFox exports contacts with the field names of its API:
 * `id,email,first_name,last_name,ip_address,unsubscribed_at,bounced_at,invalid_at,confirmed_at,created_at,updated_at`,
 * `lists` (names separated by commas), and a column for each of the account's fields. The export is not documented, so
 * missing columns are accepted.
 */
export const SENDFOX: Vendor = {
  name: 'sendfox',
  isOf: (headings) =>
    has('email')(headings) &&
    ['unsubscribedat', 'bouncedat', 'invalidat', 'ipaddress'].filter((key) => headings.includes(key)).length >= 2,
  columns: {
    id: 'ignore',
    email: 'email',
    firstname: 'first_name',
    lastname: 'last_name',
    language: 'language',
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
  // Inactive contacts do not open emails but can still receive them, so they count as subscribed.
  words: { inactive: 'subscribed' },
};

/** beehiiv uses `inactive` for unsubscribed contacts. Besides `status`, the export has the publication's own fields. */
export const BEEHIIV: Vendor = {
  name: 'beehiiv',
  isOf: (headings) =>
    has('email', 'status')(headings) &&
    [
      'subscriptionid',
      'subscriptiontier',
      'subscriptionpremiumtiernames',
      'acquisitionsource',
      'utmchannel',
      'referralcode',
    ].some((key) => headings.includes(key)),
  columns: {
    id: 'ignore',
    subscriberid: 'ignore',
    subscriptionid: 'ignore',
    email: 'email',
    status: 'status',
    created: 'created_at',
    createdat: 'created_at',
    subscribedat: 'created_at',
    unsubscribedat: 'unsubscribed_at',
    firstname: 'first_name',
    lastname: 'last_name',
    tags: 'tags',
    subscriptiontier: 'ignore',
    subscriptionpremiumtiernames: 'ignore',
    acquisitionsource: 'ignore',
    utmsource: 'ignore',
    utmmedium: 'ignore',
    utmchannel: 'ignore',
    utmcampaign: 'ignore',
    referringsite: 'ignore',
    referralcode: 'ignore',
  },
  words: { inactive: 'unsubscribed', paused: 'unsubscribed', needsattention: 'unsubscribed' },
};

/**
 * Buttondown exports the type of each subscriber, which combines how the subscriber pays and whether the subscription
 * is active.
 */
export const BUTTONDOWN: Vendor = {
  name: 'buttondown',
  isOf: (headings) =>
    (headings.includes('subscribertype') || headings.includes('type')) &&
    (headings.includes('email') || headings.includes('emailaddress')) &&
    has('secondaryid')(headings),
  columns: {
    id: 'ignore',
    email: 'email',
    emailaddress: 'email',
    notes: 'ignore',
    metadata: 'attributes',
    tags: 'tags',
    referrerurl: 'ignore',
    secondaryid: 'ignore',
    subscribertype: 'status',
    type: 'status',
    source: 'ignore',
    creationdate: 'created_at',
    unsubscriptiondate: 'unsubscribed_at',
    ipaddress: 'ip_address',
  },
  words: {
    regular: 'subscribed',
    premium: 'subscribed',
    trialed: 'subscribed',
    gifted: 'subscribed',
    unpaid: 'subscribed',
    churning: 'subscribed',
    churned: 'subscribed',
    pastdue: 'subscribed',
    paused: 'subscribed',
    upcoming: 'unconfirmed',
    undeliverable: 'bounced',
  },
};
