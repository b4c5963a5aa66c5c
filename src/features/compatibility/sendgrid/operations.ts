import type { Operation } from '../fields/index.ts';

const LIST_APPLIES =
  'Suppressed addresses never receive email. Postrider sends a `dropped` event for each suppressed address.';

export const MAIL_SEND = {
  request: 'POST /v3/mail/send',
  objects: {
    '': {
      taken: [
        'personalizations',
        'from',
        'reply_to',
        'reply_to_list',
        'subject',
        'content',
        'attachments',
        'headers',
        'categories',
        'custom_args',
        'send_at',
        'mail_settings',
        'tracking_settings',
        'asm',
        'template_id',
      ],
      ignored: { ip_pool_name: "The domain's delivery route determines the sending IP address." },
      refused: {
        sections: 'are not supported. Include the text of the sections in `content`.',
        batch_id: 'is not supported. Send the request when the email should be sent.',
      },
    },
    personalizations: {
      taken: [
        'to',
        'cc',
        'bcc',
        'subject',
        'headers',
        'substitutions',
        'custom_args',
        'send_at',
        'dynamic_template_data',
      ],
      refused: {
        from: 'is not supported in a personalization. Set the sender at the top level of the request.',
      },
    },
    content: { taken: ['type', 'value'] },
    // The Node.js client sends `contentId` instead of `content_id`.
    attachments: { taken: ['content', 'filename', 'type', 'disposition', 'content_id', 'contentId'] },
    asm: {
      taken: ['group_id'],
      ignored: { groups_to_display: "The unsubscribe page shows only the email's unsubscribe group." },
    },
    tracking_settings: {
      taken: ['open_tracking', 'click_tracking', 'subscription_tracking'],
      refusedIfEnabled: {
        ganalytics: 'is not supported. Add UTM parameters to the links in your content.',
      },
    },
    'tracking_settings.click_tracking': {
      taken: ['enable'],
      ignored: { enable_text: 'Links in the text part are never tracked, so recipients see the original URL.' },
    },
    'tracking_settings.subscription_tracking': { taken: ['enable', 'text', 'html', 'substitution_tag'] },
    'tracking_settings.open_tracking': {
      taken: ['enable'],
      refused: { substitution_tag: 'is not supported. The tracking pixel is always at the end of the body.' },
    },
    mail_settings: {
      taken: ['bcc', 'footer', 'sandbox_mode'],
      ignored: {
        bypass_list_management: LIST_APPLIES,
        bypass_spam_management: LIST_APPLIES,
        bypass_bounce_management: LIST_APPLIES,
        bypass_unsubscribe_management: LIST_APPLIES,
      },
      refusedIfEnabled: {
        spam_check: 'is not supported. To check an email for spam, create a campaign with the same content.',
      },
    },
    'mail_settings.bcc': { taken: ['enable', 'email'] },
    'mail_settings.footer': { taken: ['enable', 'text', 'html'] },
    'mail_settings.sandbox_mode': { taken: ['enable'] },
  },
} as const satisfies Operation;

export const TEMPLATE = {
  request: 'POST /v3/templates',
  objects: { '': { taken: ['name', 'generation'] } },
} as const satisfies Operation;

/** Properties of a new or changed version of a template. */
export const VERSION = {
  request: 'POST /v3/templates/{id}/versions',
  objects: {
    '': {
      taken: ['name', 'active', 'subject', 'html_content', 'plain_content', 'test_data'],
      ignored: {
        id: 'Postrider ignores read-only fields.',
        template_id: 'The URL contains the ID of the template.',
        updated_at: 'Postrider ignores read-only fields.',
        thumbnail_url: 'Postrider ignores read-only fields.',
        warnings: 'Postrider ignores read-only fields.',
        editor: "This field selects an editor on SendGrid's website.",
        generate_plain_content: 'If `plain_content` is missing, the text is always generated from the HTML.',
      },
    },
  },
} as const satisfies Operation;

export const OPERATIONS: readonly Operation[] = [MAIL_SEND, TEMPLATE, VERSION];
