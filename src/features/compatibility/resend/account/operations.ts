import type { Operation } from '../../fields/index.ts';

export const IN_PATH = 'The ID is taken from the path of the request.';

/** Properties of a request to add a contact. Requests to change a contact have some of these properties. */
export const CONTACT = {
  request: 'POST /contacts',
  objects: {
    '': {
      taken: ['email', 'first_name', 'last_name', 'unsubscribed', 'properties', 'segments', 'topics', 'audience_id'],
    },
  },
} as const satisfies Operation;

/** Properties of a request to create or rename a segment. */
export const SEGMENT = {
  request: 'POST /segments',
  objects: { '': { taken: ['name'] } },
} as const satisfies Operation;

const NO_FALLBACK = 'is not supported. Write the fallback in the broadcast: `{{{contact.city|your city}}}`.';

/** Properties of a request to create a contact property. */
export const PROPERTY = {
  request: 'POST /contact-properties',
  objects: { '': { taken: ['key', 'type'], refused: { fallback_value: NO_FALLBACK } } },
} as const satisfies Operation;

/** Properties of a request to change a contact property. */
export const PROPERTY_CHANGE = {
  request: 'PATCH /contact-properties/{id}',
  objects: { '': { taken: [], refused: { fallback_value: NO_FALLBACK } } },
} as const satisfies Operation;

/** Properties of a request to create or change a broadcast. `audience_id` is the name that older clients send. */
export const BROADCAST = {
  request: 'POST /broadcasts',
  objects: {
    '': {
      taken: [
        'name',
        'segment_id',
        'audience_id',
        'from',
        'reply_to',
        'subject',
        'preview_text',
        'html',
        'text',
        'send',
        'scheduled_at',
        'topic_id',
      ],
      ignored: {
        react: 'The client renders the React component and sends the result in `html`.',
        broadcast_id: IN_PATH,
      },
    },
  },
} as const satisfies Operation;

export const BROADCAST_SEND = {
  request: 'POST /broadcasts/{id}/send',
  objects: { '': { taken: ['scheduled_at'], ignored: { broadcast_id: IN_PATH } } },
} as const satisfies Operation;

const IN_EACH_EMAIL = 'is not supported. Set this field in each email that you send with the template.';

/** Properties of a request to create or change a template. */
export const TEMPLATE = {
  request: 'POST /templates',
  objects: {
    '': {
      taken: ['name', 'alias', 'subject', 'html', 'text', 'variables'],
      ignored: { react: 'The client renders the React component and sends the result in `html`.' },
      refused: {
        from: IN_EACH_EMAIL,
        reply_to: IN_EACH_EMAIL,
      },
    },
    variables: {
      taken: ['key', 'fallback_value'],
      ignored: { type: 'Strings and numbers are both inserted as text.' },
    },
  },
} as const satisfies Operation;

/** Properties of a request to create or change a domain. */
export const DOMAIN = {
  request: 'POST /domains',
  objects: {
    '': {
      taken: ['name', 'tls', 'capabilities', 'open_tracking', 'click_tracking'],
      ignored: {
        id: IN_PATH,
        region: 'The server has no regions.',
        custom_return_path: "The domain's DNS records determine the return path.",
      },
      refused: { tracking_subdomain: 'is not supported. Set the tracking host in the dashboard under Domains.' },
    },
    capabilities: { taken: ['sending', 'receiving'] },
  },
} as const satisfies Operation;

export const TOPIC = {
  request: 'POST /topics',
  objects: { '': { taken: ['name', 'description', 'default_subscription'] } },
} as const satisfies Operation;

export const TOPIC_CHANGE = {
  request: 'PATCH /topics/{id}',
  objects: {
    '': {
      taken: ['name', 'description'],
      ignored: { id: IN_PATH },
      refused: { default_subscription: 'cannot be changed. Create another topic instead.' },
    },
  },
} as const satisfies Operation;

/** Properties of each topic in a request to change the topics of a contact. */
export const TOPIC_CHOICE = {
  request: 'PATCH /contacts/{contact}/topics',
  objects: { '': { taken: ['id', 'subscription'] } },
} as const satisfies Operation;

export const API_KEY = {
  request: 'POST /api-keys',
  objects: { '': { taken: ['name', 'permission', 'domain_id'] } },
} as const satisfies Operation;

/** Properties of a request to rename an API key. */
export const API_KEY_CHANGE = {
  request: 'PATCH /api-keys/{id}',
  objects: { '': { taken: ['name'] } },
} as const satisfies Operation;

/** Properties of a request to suppress an address. */
export const SUPPRESSION = {
  request: 'POST /suppressions',
  objects: { '': { taken: ['email'] } },
} as const satisfies Operation;

/** Properties of a request to suppress several addresses. */
export const SUPPRESSION_BATCH = {
  request: 'POST /suppressions/batch/add',
  objects: { '': { taken: ['emails'] } },
} as const satisfies Operation;

/** Properties of a request to remove several addresses from the suppression list. */
export const SUPPRESSION_REMOVAL = {
  request: 'POST /suppressions/batch/remove',
  objects: { '': { taken: ['emails', 'ids'] } },
} as const satisfies Operation;

/** Properties of a request to create or change a webhook. */
export const WEBHOOK = {
  request: 'POST /webhooks',
  objects: { '': { taken: ['endpoint', 'events', 'status'], ignored: { webhook_id: IN_PATH } } },
} as const satisfies Operation;

/** Properties of a request to report an event. */
export const EVENT = {
  request: 'POST /events/send',
  objects: { '': { taken: ['event', 'contact_id', 'email', 'payload'] } },
} as const satisfies Operation;
