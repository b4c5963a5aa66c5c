import type { Operation } from '../fields/index.ts';

const NO_SCHEDULING = 'Scheduling is not supported. Send the request when the email should be sent.';
const ALWAYS_SIGNED = "Every email is signed with the sender domain's keys.";
const BY_ROUTE = "The domain's delivery route determines the sending IP address.";

/** Fields of a request. The names `h:`, `t:`, and `v:` stand for all fields that start with the prefix. */
export const SEND_MESSAGE = {
  request: 'POST /v3/{domain}/messages',
  objects: {
    '': {
      taken: [
        'from',
        'to',
        'cc',
        'bcc',
        'subject',
        'html',
        'text',
        'message',
        'recipient-variables',
        'o:tag',
        'o:tracking',
        'o:tracking-opens',
        'o:tracking-clicks',
        'o:testmode',
        'o:deliverytime',
        'o:require-tls',
        'o:skip-verification',
        'attachment',
        'inline',
        'template',
        't:variables',
        't:version',
        'h:',
        'v:',
      ],
      ignored: {
        'o:dkim': ALWAYS_SIGNED,
        'o:secondary-dkim': ALWAYS_SIGNED,
        'o:secondary-dkim-public': ALWAYS_SIGNED,
        'o:sending-ip': BY_ROUTE,
        'o:sending-ip-pool': BY_ROUTE,
        'o:campaign': 'Mailgun no longer supports campaigns.',
        'o:tracking-pixel-location-top': 'The position of the pixel does not change which opens are recorded.',
        't:text': 'Emails from templates always have a text part.',
        'o:suppress-headers': 'No X-Mailgun headers are added.',
      },
      refused: {
        'amp-html': 'AMP is not supported. Use `html` and `text` instead.',
        'o:deliver-within': NO_SCHEDULING,
        'o:deliverytime-optimize-period': NO_SCHEDULING,
        'o:time-zone-localize': NO_SCHEDULING,
        'o:archive-to': 'Copies to an archive are not supported. Add the archive address to `bcc`.',
      },
    },
  },
} as const satisfies Operation;

const VERSION_FIELDS = ['template', 'comment', 'active', 'engine', 'headers'] as const;

/** Fields of a new template. All fields except the name and the description belong to its first version. */
export const TEMPLATE = {
  request: 'POST /v3/{domain}/templates',
  objects: {
    '': {
      taken: ['name', 'description', 'tag', 'template', 'comment', 'engine', 'headers'],
      refused: { createdBy: "is not supported. Put the author's name in `description`." },
    },
  },
} as const satisfies Operation;

export const VERSION = {
  request: 'POST /v3/{domain}/templates/{name}/versions',
  objects: { '': { taken: ['tag', ...VERSION_FIELDS] } },
} as const satisfies Operation;

export const VERSION_CHANGE = {
  request: 'PUT /v3/{domain}/templates/{name}/versions/{tag}',
  objects: { '': { taken: VERSION_FIELDS } },
} as const satisfies Operation;

export const OPERATIONS: readonly Operation[] = [SEND_MESSAGE, TEMPLATE, VERSION, VERSION_CHANGE];
