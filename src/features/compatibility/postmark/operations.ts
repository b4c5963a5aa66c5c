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
      ],
      refused: { Attachments: 'are not supported. Link to the file instead.' },
    },
    Headers: { taken: ['Name', 'Value'] },
  },
} as const satisfies Operation;

export const OPERATIONS: readonly Operation[] = [SEND_MESSAGE];
