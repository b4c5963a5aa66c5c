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

export const OPERATIONS: readonly Operation[] = [SEND_MESSAGE];
