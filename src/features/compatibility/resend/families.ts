import type { RefusalDetails } from '../../../base/refusal.ts';
import { COMPAT_PREFIX } from './paths.ts';

/** Error for objects that have routes under the prefix, but not at the root. */
const UNDER_PREFIX = {
  message: 'The requested endpoint does not exist.',
  fix: `This part of the API is available under ${COMPAT_PREFIX}/. Use a client whose base URL can contain a path.`,
};

/** Error for requests to claim a domain that another account uses. */
export const NO_CLAIMS = {
  message: 'The Resend-compatible API does not transfer domains between accounts.',
  fix: 'Remove the domain from the other account, and then add the domain with POST /domains.',
};

/**
 * Unsupported parts of the vendor's API, keyed by the first path segment. Each fix names the equivalent in Postrider.
 */
const FAMILIES: Readonly<Record<string, { readonly message: string; readonly fix: string }>> = {
  'api-keys': UNDER_PREFIX,
  suppressions: UNDER_PREFIX,
  usage: {
    message: 'The Resend-compatible API does not report usage.',
    fix: 'See your usage in the dashboard under Usage, or call GET /transactional/usage.',
  },
  logs: {
    message: 'The Resend-compatible API does not provide logs.',
    fix: 'See the logs in the dashboard under Messages and Webhooks, or call GET /transactional/emails.',
  },
  events: {
    message: 'The Resend-compatible API does not manage the names and schemas of events.',
    fix: 'Send the event with POST /events/send. You do not need to define the event name first.',
  },
  automations: {
    message: 'The Resend-compatible API does not include automations.',
    fix: 'Create automations in the dashboard, and start them with events that you send with POST /events/send.',
  },
  contacts: UNDER_PREFIX,
  domains: UNDER_PREFIX,
  webhooks: UNDER_PREFIX,
  templates: UNDER_PREFIX,
  broadcasts: UNDER_PREFIX,
  audiences: UNDER_PREFIX,
  segments: UNDER_PREFIX,
  'contact-properties': UNDER_PREFIX,
  'broadcast results': {
    message: 'The Resend-compatible API does not list the recipients or clicked links of broadcasts.',
    fix: 'See the report of the campaign in the dashboard, or call GET /campaigns/{id}/stats.',
  },
  'webhook log': {
    message: 'The Resend-compatible API does not list the deliveries of webhooks.',
    fix: 'See the deliveries in the dashboard under Webhooks, or call GET /transactional/webhook/deliveries.',
  },
  'domain claims': NO_CLAIMS,
  'shared emails': {
    message: 'The Resend-compatible API does not share emails.',
    fix: 'Share the email in the dashboard under Messages.',
  },
  topics: UNDER_PREFIX,
  inboxes: {
    message: 'The Resend-compatible API does not include inboxes.',
    fix: 'Set reply_to to the address that receives replies.',
  },
  oauth: {
    message: 'The Resend-compatible API does not manage connected applications.',
    fix: 'Manage connected applications in the dashboard under Apps and tokens.',
  },
};

/**
 * Path segments that belong to the account API or the OAuth server at the root, rather than to the compatible endpoint.
 */
const OURS_AT_ROOT = ['automations', 'contacts', 'domains', 'events', 'oauth', 'topics'];

/** Unsupported paths of objects whose other paths are supported, and the keys of their errors in FAMILIES. */
const PARTS: readonly (readonly [pattern: RegExp, family: string])[] = [
  [/^\/broadcasts\/[^/]+\/(?:recipients|clicked-links)/, 'broadcast results'],
  [/^\/webhooks\/[^/]+\/events/, 'webhook log'],
  [/^\/domains\/[^/]+\/claim/, 'domain claims'],
  [/^\/emails\/[^/]+\/share/, 'shared emails'],
];

/** Returns the error for a path without a route. */
export function nothingAt(path: string): RefusalDetails {
  const plain = underBase(path);
  const [, family] = PARTS.find(([pattern]) => pattern.test(plain)) ?? [plain, plain.split('/', 2)[1]];
  if (family !== undefined && Object.hasOwn(FAMILIES, family)) return FAMILIES[family] ?? {};
  return {
    message: 'The requested endpoint does not exist.',
    fix:
      `The Resend-compatible API provides these endpoints under ${COMPAT_PREFIX}/: emails, emails/batch, emails/{id}, emails/{id}/cancel, contacts, segments, contact-properties, broadcasts, templates, domains, topics, webhooks, api-keys, suppressions, and events/send. ` +
      'The Go and Ruby clients need a base URL that ends with a slash.',
  };
}

/**
 * Returns whether a path at the root belongs to the compatible endpoint. The endpoint also works at the root, because
 * some clients drop the path of their configured URL.
 */
export function isFamilyAtRoot(path: string): boolean {
  const name = path.split('/', 2)[1] ?? '';
  return Object.hasOwn(FAMILIES, name) && !OURS_AT_ROOT.includes(name);
}

/** Returns a path without the prefix and duplicate slashes. */
function underBase(path: string): string {
  const plain = path.replaceAll(/\/{2,}/g, '/');
  return plain.startsWith(`${COMPAT_PREFIX}/`) ? plain.slice(COMPAT_PREFIX.length) : plain;
}
