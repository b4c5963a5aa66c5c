import type { RefusalDetails } from '../../../base/refusal.ts';
import { COMPAT_PREFIX } from './paths.ts';

const NO_CONTACTS = {
  message: 'This server keeps no contacts, lists or preferences of theirs.',
  fix: 'Keep them in your program and name the recipients with each e-mail; emails/batch takes 100 e-mails a request.',
};

/** What else the clients' API has, by the first name of its paths, and where that is done here. */
const FAMILIES: Readonly<Record<string, { readonly message: string; readonly fix: string }>> = {
  domains: {
    message: 'Sender domains are not managed over this endpoint.',
    fix: 'Add, verify and remove them in the dashboard under Domains, or with /domains of the account API.',
  },
  'api-keys': {
    message: 'API keys are not managed over this endpoint: no key makes or changes keys here.',
    fix: 'Make and revoke them in the dashboard under API keys.',
  },
  webhooks: {
    message: 'Webhooks are not managed over this endpoint.',
    fix:
      'Set up the webhook in the dashboard under Webhooks, or with /transactional/webhook; its format compatible sends ' +
      'what your receiver reads already.',
  },
  suppressions: {
    message: 'Suppressions are not managed over this endpoint.',
    fix: 'See and change them in the dashboard under Suppressions, or with /transactional/suppressions.',
  },
  usage: {
    message: 'The usage is not told over this endpoint.',
    fix: 'Read it in the dashboard under Usage, or with GET /transactional/usage.',
  },
  logs: {
    message: 'Logs are not told over this endpoint.',
    fix: 'See in the dashboard under Messages and Webhooks what was sent and told, or use GET /transactional/emails.',
  },
  events: {
    message: 'This server takes no events.',
    fix: 'Send the e-mail from your program when the event happens.',
  },
  automations: {
    message: 'There are no automations over this endpoint.',
    fix: 'Send each e-mail from your program when it is due.',
  },
  templates: {
    message: 'There are no templates over this endpoint.',
    fix: 'Render the e-mail in your program and send its html, its text or both.',
  },
  broadcasts: {
    message: 'There are no broadcasts over this endpoint.',
    fix: 'Send an e-mail to each recipient with emails/batch, 100 a request.',
  },
  contacts: NO_CONTACTS,
  audiences: NO_CONTACTS,
  segments: NO_CONTACTS,
  topics: NO_CONTACTS,
  'contact-properties': NO_CONTACTS,
  inboxes: {
    message: 'This server keeps no mailboxes for mail that arrives.',
    fix: 'Name the address that answers go to in reply_to.',
  },
  oauth: {
    message: 'Connected applications are not managed over this endpoint.',
    fix: 'See and end them in the dashboard under Connected applications.',
  },
};

/** Names that stand at the root as well, in the account API or in the OAuth server: there they are not the clients'. */
const OURS_AT_ROOT = ['automations', 'contacts', 'domains', 'oauth'];

/** What is said where no route is. */
export function nothingAt(path: string): RefusalDetails {
  const family = nameAt(path);
  if (family !== undefined && Object.hasOwn(FAMILIES, family)) return FAMILIES[family] ?? {};
  return {
    message: 'The requested endpoint does not exist.',
    fix:
      `The compatible endpoint has emails, emails/batch, emails/{id} and emails/{id}/cancel under ${COMPAT_PREFIX}/; ` +
      'clients for Go and Ruby need a base address that ends in a slash.',
  };
}

/** Whether a path of the root is one of the clients' API, for those that drop the path of their base address. */
export function isFamilyAtRoot(path: string): boolean {
  const name = path.split('/', 2)[1] ?? '';
  return Object.hasOwn(FAMILIES, name) && !OURS_AT_ROOT.includes(name);
}

function nameAt(path: string): string | undefined {
  const plain = path.replaceAll(/\/{2,}/g, '/');
  const isPrefixed = plain.startsWith(`${COMPAT_PREFIX}/`);
  return (isPrefixed ? plain.slice(COMPAT_PREFIX.length) : plain).split('/', 2)[1];
}
