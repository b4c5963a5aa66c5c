import { CAMPAIGN_TABLES } from './campaign-tables.ts';
import { PAGE_TABLES } from './page-tables.ts';
import { VENDOR_TABLES } from './vendor-tables.ts';

/** How columns that may contain data about a person who receives email from an account are exported and erased. */
interface Decision {
  readonly columns: readonly string[];
  /** Section of the export that contains the columns, or the reason why no section contains them. */
  readonly exported: Section | { readonly not: string };
  /** Step of the erasure that erases the columns, or the reason why no step erases them. */
  readonly erased: string | { readonly not: string };
}

/** Sections of a person's data export, in output order. */
export const SECTIONS = [
  'contact',
  'consents',
  'sign_up',
  'suppression',
  'unsubscriptions',
  'full_mailboxes',
  'messages',
  'mailings',
  'campaigns',
  'events',
  'automations',
  'imports',
] as const;
export type Section = (typeof SECTIONS)[number];

/**
 * How a table is treated. `nobody` is the reason why the table contains no data about contacts. `persons` are the
 * decisions about the columns that may contain such data.
 */
type Table =
  | { readonly nobody: string; readonly columns: readonly string[] }
  | { readonly persons: readonly Decision[]; readonly others?: readonly string[] };

const COPY = { not: 'a copy of data in the messages and their events' };
const ACCOUNT = 'account data and settings';
const MEMBERS = 'users of the account, not its contacts or recipients';
const MACHINE = 'data about servers and domains, not about people';

/**
 * Every table with columns that can contain text, and how each column is treated in a person's data export and erasure.
 * For the tables of resources, `nobody` and `personal` in `resource.ts` declare this instead. A test reads the database
 * catalog and fails for columns that are declared in neither place, so that every new column requires a decision.
 */
export const DATA_MAP: Readonly<Record<string, Table>> = {
  contact: {
    persons: [
      {
        columns: ['email', 'first_name', 'last_name', 'ip_address', 'fields', 'language', 'timezone'],
        exported: 'contact',
        erased: 'contact',
      },
    ],
  },
  contact_consent: {
    persons: [{ columns: ['text', 'source', 'ip_address'], exported: 'consents', erased: 'contact' }],
    others: ['recorded_by'],
  },
  contact_erasure: {
    persons: [
      {
        columns: ['address', 'place', 'hindrance'],
        exported: { not: 'shows only that an erasure is in progress' },
        erased: 'the end of the erasure itself',
      },
    ],
    others: ['state'],
  },
  erased_contact: {
    persons: [
      {
        columns: ['hash', 'suppressed_for'],
        exported: { not: 'stored only as a hash' },
        erased: { not: 'prevents the address from being added again; unreadable without the secret' },
      },
    ],
  },
  contact_event: {
    persons: [{ columns: ['name', 'properties', 'idempotency_key'], exported: 'events', erased: 'contact' }],
  },
  audience_removal: { nobody: ACCOUNT, columns: ['kind'] },
  message: {
    persons: [
      { columns: ['subject', 'tag', 'head'], exported: 'messages', erased: 'messages' },
      {
        columns: ['content'],
        exported: { not: 'the person has the email; the data stored about the email is exported' },
        erased: 'messages',
      },
    ],
    others: ['sender'],
  },
  delivery: {
    persons: [{ columns: ['recipient'], exported: 'messages', erased: 'messages' }],
    others: ['held_for'],
  },
  event: { persons: [{ columns: ['event', 'status', 'reason'], exported: 'messages', erased: 'messages' }] },
  attempt: {
    persons: [{ columns: ['reason', 'conversation'], exported: COPY, erased: 'messages' }],
    others: ['outcome', 'route', 'host', 'address', 'tls', 'status'],
  },
  outcome_missed: {
    persons: [{ columns: ['outcome', 'error'], exported: COPY, erased: 'messages' }],
    others: ['part'],
  },
  idempotency: {
    persons: [
      {
        columns: ['key', 'fingerprint', 'answer'],
        exported: COPY,
        erased: { not: 'deleted after 24 hours; prevents a repeated request from sending again' },
      },
    ],
  },
  mailing_recipient: { persons: [{ columns: ['recipient', 'data'], exported: 'mailings', erased: 'mailings' }] },
  mailing_outcome: { persons: [{ columns: ['enhanced', 'reason'], exported: 'mailings', erased: 'mailings' }] },
  pause_notice: { nobody: ACCOUNT, columns: ['figure'] },
  mailing: { nobody: ACCOUNT, columns: ['state', 'kind', 'reason', 'template', 'template_hash'] },
  recipient_batch: { nobody: ACCOUNT, columns: ['failed'] },
  mail_template: { nobody: ACCOUNT, columns: ['hash', 'template'] },
  template_version: { nobody: ACCOUNT, columns: ['name', 'comment', 'content', 'source'] },
  ...CAMPAIGN_TABLES,
  ...PAGE_TABLES,
  ...VENDOR_TABLES,
  suppression: {
    persons: [
      {
        columns: ['address', 'reason', 'detail'],
        exported: 'suppression',
        // The erasure request itself erases this row and stores the hash of the address, so that the address is
        // suppressed without interruption.
        erased: 'the request',
      },
    ],
    others: ['domain'],
  },
  soft_bounce: { persons: [{ columns: ['address'], exported: 'full_mailboxes', erased: 'single rows' }] },
  inbound_unsubscribe: { persons: [{ columns: ['address'], exported: 'unsubscriptions', erased: 'single rows' }] },
  inbound_mail: {
    persons: [
      {
        columns: ['mail_from', 'recipients', 'raw', 'reason'],
        exported: { not: 'read once by the installation; the events contain the result' },
        // Email that belongs to no account, or that arrives after the erasure, belongs to the installation and is
        // deleted after 30 days.
        erased: 'messages',
      },
    ],
    others: ['peer', 'state'],
  },
  inbox_mail: {
    persons: [
      {
        columns: ['mail_from', 'recipients', 'sender', 'subject', 'raw'],
        exported: { not: 'test emails stored on this machine, which were not delivered to anyone' },
        erased: 'local inbox',
      },
    ],
  },
  webhook_delivery: {
    persons: [{ columns: ['recipient', 'reason', 'extra', 'body'], exported: COPY, erased: 'webhooks' }],
    others: ['tag', 'event', 'status', 'format', 'url'],
  },
  webhook_attempt: {
    persons: [
      {
        columns: ['answer_headers', 'answer_body'],
        exported: { not: 'a response from the account’s own receiver' },
        erased: 'webhooks',
      },
    ],
    others: ['url', 'fault'],
  },
  webhook_replay: { nobody: ACCOUNT, columns: ['filter', 'url', 'state'] },
  webhook: {
    nobody: ACCOUNT,
    columns: ['url', 'format', 'events', 'secret', 'previous_secret', 'state', 'disabled_by', 'last_failure'],
  },
  import_reject: {
    persons: [{ columns: ['value', 'reason', 'details'], exported: 'imports', erased: 'rows of imports' }],
  },
  import_piece: {
    persons: [{ columns: ['bytes'], exported: { not: 'deleted when the import ends' }, erased: 'mail under way' }],
  },
  import: {
    nobody: 'names that the account gives its files',
    columns: [
      'kind',
      'state',
      'file_name',
      'note',
      'person_name',
      'idempotency_key',
      'sha256',
      'layout',
      'fault',
      'encoding',
      'came_as',
      'settings',
    ],
  },
  contact_import_step: { nobody: 'kinds and IDs of the objects that an import created', columns: ['what'] },
  bulk_action: {
    nobody: 'requests of the account; a filter can contain an address, but actions are deleted after 90 days',
    columns: ['action', 'filter', 'sentence', 'status', 'error'],
  },
  bulk_confirmation: {
    nobody: 'requests of the account, deleted within an hour',
    columns: ['action', 'filter', 'token_hash'],
  },
  audit_entry: {
    persons: [
      {
        columns: ['subject', 'before', 'after'],
        exported: { not: 'an audit log of the actions of the account’s users' },
        erased: 'audit log',
      },
    ],
    others: ['via', 'person_name', 'person_email', 'action'],
  },
  account: {
    nobody: ACCOUNT,
    columns: ['email', 'plan', 'pause_reason', 'restricted_reason', 'name', 'timezone', 'health_before'],
  },
  account_deletion: { nobody: MEMBERS, columns: ['notified', 'failed'] },
  account_review: {
    nobody: MEMBERS,
    columns: ['asks_for', 'message', 'asked_by_name', 'asked_by_email', 'state', 'decided_by', 'reason'],
  },
  campaign_approval: {
    nobody: 'the operator’s decisions about content, and findings of checks',
    columns: ['hash', 'state', 'findings', 'decided_by', 'reason'],
  },
  campaign_safeguard: { nobody: ACCOUNT, columns: ['overrides', 'optimized_reason'] },
  guarded_campaign: {
    nobody: ACCOUNT,
    columns: ['domain', 'wave_safeguard', 'wave_state', 'stopped_by', 'stop_reason'],
  },
  api_key: { nobody: ACCOUNT, columns: ['kind', 'key_hash', 'prefix', 'last4', 'name', 'scopes', 'domain'] },
  tracking_host: { nobody: MACHINE, columns: ['host', 'base_url'] },
  delivery_alert: { nobody: MACHINE, columns: ['kind', 'subject', 'reason'] },
  delivery_site: { nobody: MACHINE, columns: ['site', 'provider', 'reason'] },
  delivery_site_stop: { nobody: MACHINE, columns: ['site_suffix', 'reason'] },
  dmarc_report_row: { nobody: MACHINE, columns: ['source_ip', 'disposition', 'header_from'] },
  domain: { nobody: ACCOUNT, columns: ['name', 'status', 'records'] },
  domain_key: { nobody: ACCOUNT, columns: ['selector', 'algorithm', 'public_key', 'private_key', 'state'] },
  foreign_report: { nobody: MACHINE, columns: ['domain', 'kind', 'org'] },
  installation: { nobody: MACHINE, columns: ['name', 'value'] },
  invitation: { nobody: MEMBERS, columns: ['email', 'role', 'token_hash'] },
  job: { nobody: MACHINE, columns: ['name', 'failed'] },
  job_progress: { nobody: 'progress of jobs, in generated sentences', columns: ['kind', 'state', 'sentence'] },
  mail_class_pause: { nobody: ACCOUNT, columns: ['reason', 'health_before'] },
  mail_report: { nobody: MACHINE, columns: ['domain', 'kind', 'org', 'report_id'] },
  mailless_domain: { nobody: MACHINE, columns: ['domain'] },
  membership: { nobody: MEMBERS, columns: ['role'] },
  message_segment: {
    nobody: 'hashes of three-letter and five-letter sequences from several hundred messages',
    columns: [],
  },
  message_share: { nobody: MEMBERS, columns: ['token_hash', 'created_by'] },
  mta_sts_policy: { nobody: MACHINE, columns: ['domain', 'id', 'mode', 'hosts'] },
  oauth_artifact: {
    nobody: MEMBERS,
    columns: ['kind', 'id_hash', 'grant_hash', 'payload', 'scopes', 'audience'],
  },
  oauth_attempt: { nobody: MEMBERS, columns: ['kind', 'address'] },
  oauth_client: { nobody: MEMBERS, columns: ['client_id', 'name', 'redirect_uris', 'secret_hash', 'secret_last4'] },
  oauth_grant: { nobody: MEMBERS, columns: ['grant_hash', 'client_id', 'scopes', 'payload'] },
  oauth_refresh: { nobody: MEMBERS, columns: ['request_hash', 'grant_hash', 'answer'] },
  person: { nobody: MEMBERS, columns: ['name', 'email', 'language'] },
  person_attempt: { nobody: MEMBERS, columns: ['subject'] },
  person_challenge: { nobody: MEMBERS, columns: ['identifier', 'value'] },
  person_passkey: { nobody: MEMBERS, columns: ['credential_id', 'public_key', 'transports', 'name'] },
  person_password: { nobody: MEMBERS, columns: ['provider_id', 'provider_account_id', 'password'] },
  person_session: { nobody: MEMBERS, columns: ['token_hash', 'ip_address', 'user_agent'] },
  person_token: { nobody: MEMBERS, columns: ['token_hash', 'purpose', 'email'] },
  person_two_factor: { nobody: MEMBERS, columns: ['secret', 'backup_codes'] },
  person_used_code: { nobody: MEMBERS, columns: ['code_hash'] },
  plan: { nobody: MACHINE, columns: ['name'] },
  queue_purge: { nobody: MACHINE, columns: ['filter'] },
  route_relay: { nobody: MACHINE, columns: ['name', 'sealed_url'] },
  route_rule: { nobody: MACHINE, columns: ['sender_domain', 'recipient_domain', 'class', 'routes'] },
  route_source: { nobody: MACHINE, columns: ['name', 'pool', 'ipv4', 'ipv6', 'ehlo_name'] },
  schema_function: { nobody: MACHINE, columns: ['name', 'checksum', 'version'] },
  schema_migration: { nobody: MACHINE, columns: ['name', 'checksum'] },
  tag_alert: { nobody: MEMBERS, columns: ['tag', 'kind', 'email'] },
  tls_fault: { nobody: MACHINE, columns: ['host'] },
  tls_report_failure: { nobody: MACHINE, columns: ['result_type', 'sending_ip', 'receiving_host', 'detail'] },
  tls_report_policy: { nobody: MACHINE, columns: ['policy_type'] },
  tls_result: { nobody: MACHINE, columns: ['domain', 'policy', 'result'] },
  transactional_tag: { nobody: ACCOUNT, columns: ['tag'] },
  transactional_tag_hour: { nobody: ACCOUNT, columns: ['tag'] },
  warm_up: { nobody: MACHINE, columns: ['source', 'sender_domain', 'provider'] },
  warm_up_start: { nobody: MACHINE, columns: ['source', 'sender_domain'] },
};
