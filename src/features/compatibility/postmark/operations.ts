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
        ContentLength: 'Postrider determines the length from `Content`.',
        Disposition: 'A file with a `ContentID` is an inline image, and every other file is an attachment.',
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

const NO_LAYOUTS = 'Layouts are not supported. Include the layout in each template.';

/** Properties of a request to change a template. Requests to create a template have the same properties. */
export const TEMPLATE_CONTENT = {
  request: 'PUT /templates/{template}',
  objects: {
    '': {
      taken: ['Name', 'Alias', 'Subject', 'HtmlBody', 'TextBody', 'TemplateType'],
      refused: { LayoutTemplate: NO_LAYOUTS },
    },
  },
} as const satisfies Operation;

/** Properties of a request to check a template. */
export const TEMPLATE_TRIAL = {
  request: 'POST /templates/validate',
  objects: {
    '': {
      taken: ['Subject', 'HtmlBody', 'TextBody', 'TestRenderModel', 'TemplateType'],
      ignored: { InlineCssForHtmlTestRender: 'CSS in the content is not inlined.' },
      refused: { LayoutTemplate: NO_LAYOUTS },
    },
  },
} as const satisfies Operation;

export const OPERATIONS: readonly Operation[] = [SEND_MESSAGE, SEND_WITH_TEMPLATE, TEMPLATE_CONTENT, TEMPLATE_TRIAL];
