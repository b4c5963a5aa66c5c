import { has, type Vendor } from './vendor.ts';

/**
 * listmonk exports `uuid,email,name,attributes,status,created_at,updated_at`. Attributes are a JSON object, the status
 * is `enabled`, `disabled` or `blocklisted`, and times have the format of Go, such as `2024-01-15 10:22:33.123456 +0000
 * UTC`. The export does not contain lists because listmonk exports one list at a time.
 */
export const LISTMONK: Vendor = {
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
 * Mailtrain exports the columns of its subscriber table. Custom fields have their merge tags as headings. The status is
 * a number.
 */
export const MAILTRAIN: Vendor = {
  name: 'mailtrain',
  isOf: has('cid', 'email', 'status', 'optinip'),
  columns: {
    id: 'ignore',
    cid: 'ignore',
    hashemail: 'ignore',
    email: 'email',
    optinip: 'ip_address',
    optincountry: 'ignore',
    tz: 'ignore',
    imported: 'ignore',
    status: 'status',
    istest: 'ignore',
    statuschange: 'ignore',
    latestopen: 'ignore',
    latestclick: 'ignore',
    created: 'created_at',
    updated: 'ignore',
    unsubscribed: 'unsubscribed_at',
    firstname: 'first_name',
    lastname: 'last_name',
  },
  words: { 1: 'subscribed', 2: 'unsubscribed', 3: 'bounced', 4: 'unsubscribed' },
};

/**
 * phpList exports the columns of its user table, followed by a column for each attribute. `optedin` states how a
 * contact was confirmed, not whether the contact was confirmed. Contacts that an administrator added have the value 0.
 */
export const PHPLIST: Vendor = {
  name: 'phplist',
  isOf: has('email', 'confirmed', 'blacklisted', 'uniqid'),
  columns: {
    id: 'ignore',
    email: 'email',
    confirmed: 'confirmed_at',
    blacklisted: 'unsubscribed_at',
    disabled: 'unsubscribed_at',
    optedin: 'ignore',
    bouncecount: 'ignore',
    entered: 'created_at',
    modified: 'ignore',
    uniqid: 'ignore',
    uuid: 'ignore',
    htmlemail: 'ignore',
    subscribepage: 'ignore',
    rssfrequency: 'ignore',
    passwordchanged: 'ignore',
    extradata: 'ignore',
    foreignkey: 'ignore',
    listmembership: 'lists',
  },
};
