import type { RefusalDetails } from '../../../base/refusal.ts';
import { COMPAT_PREFIX } from './paths.ts';

const NO_CONTACTS = {
  message: 'The Resend-compatible API does not include contacts, audiences, segments, or topics.',
  fix: 'Store your recipients in your application, and set the recipients of each email. You can send up to 100 emails per request to emails/batch.',
};

/**
 * Unsupported parts of the vendor's API, keyed by the first path segment, each with the place where Postrider provides
 * the same function.
 */
const FAMILIES: Readonly<Record<string, { readonly message: string; readonly fix: string }>> = {
  domains: {
    message: 'The Resend-compatible API does not manage sender domains.',
    fix: 'Manage sender domains in the dashboard under Domains, or with /domains in the account API.',
  },
  'api-keys': {
    message: 'The Resend-compatible API does not manage API keys. An API key cannot create or change API keys.',
    fix: 'Create and revoke API keys in the dashboard under API keys.',
  },
  webhooks: {
    message: 'The Resend-compatible API does not manage webhooks.',
    fix:
      'Set up the webhook in the dashboard under Webhooks, or with /transactional/webhook. To receive payloads ' +
      'in the Resend format, set the webhook’s format to compatible.',
  },
  suppressions: {
    message: 'The Resend-compatible API does not manage suppressions.',
    fix: 'Manage suppressions in the dashboard under Suppressions, or with /transactional/suppressions.',
  },
  usage: {
    message: 'The Resend-compatible API does not report usage.',
    fix: 'See your usage in the dashboard under Usage, or call GET /transactional/usage.',
  },
  logs: {
    message: 'The Resend-compatible API does not provide logs.',
    fix: 'See the logs in the dashboard under Messages and Webhooks, or call GET /transactional/emails.',
  },
  events: {
    message: 'The Resend-compatible API does not accept events.',
    fix: 'Send the email from your application when the event occurs.',
  },
  automations: {
    message: 'The Resend-compatible API does not include automations.',
    fix: 'Send each email from your application at the right time.',
  },
  templates: {
    message: 'The Resend-compatible API does not include templates.',
    fix: 'Render the email in your application. Send it with html, text, or both.',
  },
  broadcasts: {
    message: 'The Resend-compatible API does not include broadcasts.',
    fix: 'Send a separate email to each recipient with emails/batch, up to 100 per request.',
  },
  contacts: NO_CONTACTS,
  audiences: NO_CONTACTS,
  segments: NO_CONTACTS,
  topics: NO_CONTACTS,
  'contact-properties': NO_CONTACTS,
  inboxes: {
    message: 'The Resend-compatible API does not include inboxes.',
    fix: 'Set reply_to to the address that receives replies.',
  },
  oauth: {
    message: 'The Resend-compatible API does not manage connected applications.',
    fix: 'Manage connected applications in the dashboard under Connected applications.',
  },
};

/**
 * Path segments that belong to the account API or the OAuth server at the root, rather than to the compatible endpoint.
 */
const OURS_AT_ROOT = ['automations', 'contacts', 'domains', 'events', 'oauth'];

/** Returns the error for a path without a route. */
export function nothingAt(path: string): RefusalDetails {
  const family = nameAt(path);
  if (family !== undefined && Object.hasOwn(FAMILIES, family)) return FAMILIES[family] ?? {};
  return {
    message: 'The requested endpoint does not exist.',
    fix:
      `The Resend-compatible API provides these endpoints under ${COMPAT_PREFIX}/: emails, emails/batch, emails/{id}, and emails/{id}/cancel. ` +
      'The Go and Ruby clients need a base URL that ends with a slash.',
  };
}

/**
 * Returns whether a root path belongs to the compatible endpoint, because some clients drop the path of their
 * configured URL.
 */
export function isFamilyAtRoot(path: string): boolean {
  const name = path.split('/', 2)[1] ?? '';
  return Object.hasOwn(FAMILIES, name) && !OURS_AT_ROOT.includes(name);
}

function nameAt(path: string): string | undefined {
  const plain = path.replaceAll(/\/{2,}/g, '/');
  const isPrefixed = plain.startsWith(`${COMPAT_PREFIX}/`);
  return (isPrefixed ? plain.slice(COMPAT_PREFIX.length) : plain).split('/', 2)[1];
}
