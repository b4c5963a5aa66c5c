import type { Operation } from '../fields/index.ts';

/** Properties of a message, alone or in a batch. */
export const SEND_MESSAGE = {
  request: 'POST /email',
  objects: {
    '': {
      taken: [
        'From',
        'To',
        'Cc',
        'Bcc',
        'ReplyTo',
        'Subject',
        'HtmlBody',
        'TextBody',
        'Tag',
        'Headers',
        'Metadata',
        'TrackOpens',
        'TrackLinks',
        'MessageStream',
        'Attachments',
      ],
    },
    Attachments: {
      taken: ['Name', 'Content', 'ContentType', 'ContentID'],
      ignored: {
        ContentLength: 'The length is known from Content.',
        Disposition: 'A file with a ContentID is an inline image, and every other file is an attachment.',
      },
    },
    Headers: { taken: ['Name', 'Value'] },
  },
} as const satisfies Operation;

/** Properties of a message with a template. All others are the same as for a message without a template. */
export const SEND_WITH_TEMPLATE = {
  request: 'POST /email/withTemplate',
  objects: {
    '': {
      taken: [
        ...SEND_MESSAGE.objects[''].taken.filter((name) => !['Subject', 'HtmlBody', 'TextBody'].includes(name)),
        'TemplateId',
        'TemplateAlias',
        'TemplateModel',
      ],
      ignored: { InlineCss: 'The template determines whether CSS is inlined.' },
    },
  },
} as const satisfies Operation;

export const OPERATIONS: readonly Operation[] = [SEND_MESSAGE, SEND_WITH_TEMPLATE];
