import type { Names, Operation } from '../fields/index.ts';

const NO_ARN = 'is not supported. Use `TemplateName`.';
const NO_V1_ARN = 'is not supported. Use `Template`.';
const NO_OVERRIDES = 'is not supported. Opens and clicks are not tracked through this API.';
const BOUNCES_RETURN = 'Postrider receives bounces and complaints, and shows them in events and in the dashboard.';
const ACCOUNT_SENDS = 'The API key determines the account and its allowed senders.';

/** Properties that several requests accept but that have no effect. */
const WITHOUT_EFFECT: Readonly<Record<string, string>> = {
  FromEmailAddressIdentityArn: ACCOUNT_SENDS,
  FeedbackForwardingEmailAddress: BOUNCES_RETURN,
  FeedbackForwardingEmailAddressIdentityArn: BOUNCES_RETURN,
  TenantName: ACCOUNT_SENDS,
  EndpointId: 'Postrider has one endpoint and no regions.',
};
const DESTINATION: Names = { taken: ['ToAddresses', 'CcAddresses', 'BccAddresses'] };
const PAIR: Names = { taken: ['Name', 'Value'] };
const TEMPLATE_CONTENT: Names = { taken: ['Subject', 'Text', 'Html'] };
const ATTACHMENT: Names = {
  taken: ['RawContent', 'FileName', 'ContentType', 'ContentDisposition', 'ContentId'],
  ignored: {
    ContentDescription: 'Email clients do not show attachment descriptions.',
    ContentTransferEncoding: 'Every file is encoded in Base64.',
  },
};
const TEXT: Names = { taken: ['Data'], ignored: { Charset: 'Every email is encoded in UTF-8.' } };

export const SEND_EMAIL = {
  request: 'SendEmail',
  objects: {
    '': {
      taken: [
        'Content',
        'FromEmailAddress',
        'Destination',
        'ReplyToAddresses',
        'EmailTags',
        'ConfigurationSetName',
        'ListManagementOptions',
      ],
      ignored: WITHOUT_EFFECT,
      refused: { ConfigurationOverrides: NO_OVERRIDES },
    },
    Content: { taken: ['Simple', 'Raw', 'Template'] },
    'Content.Simple': { taken: ['Subject', 'Body', 'Headers', 'Attachments'] },
    'Content.Simple.Attachments': ATTACHMENT,
    'Content.Simple.Body': { taken: ['Text', 'Html'] },
    'Content.Simple.Body.Text': TEXT,
    'Content.Raw': { taken: ['Data'] },
    'Content.Template': {
      taken: ['TemplateName', 'TemplateContent', 'TemplateData', 'Headers', 'Attachments'],
      refused: { TemplateArn: NO_ARN },
    },
    'Content.Template.TemplateContent': TEMPLATE_CONTENT,
    Destination: DESTINATION,
    EmailTags: PAIR,
    ListManagementOptions: { taken: ['ContactListName', 'TopicName'] },
  },
} as const satisfies Operation;

/** Properties of a request to send one email to each of several recipients. */
export const SEND_BULK_EMAIL = {
  request: 'SendBulkEmail',
  objects: {
    '': {
      taken: [
        'BulkEmailEntries',
        'DefaultContent',
        'DefaultEmailTags',
        'FromEmailAddress',
        'ReplyToAddresses',
        'ConfigurationSetName',
      ],
      ignored: WITHOUT_EFFECT,
      refused: { ConfigurationOverrides: NO_OVERRIDES },
    },
    DefaultContent: { taken: ['Template'] },
    'DefaultContent.Template': {
      taken: ['TemplateName', 'TemplateContent', 'TemplateData', 'Headers', 'Attachments'],
      refused: { TemplateArn: NO_ARN },
    },
    'DefaultContent.Template.TemplateContent': TEMPLATE_CONTENT,
    BulkEmailEntries: {
      taken: ['Destination', 'ReplacementTags', 'ReplacementEmailContent', 'ReplacementHeaders'],
    },
    'BulkEmailEntries.Destination': DESTINATION,
    'BulkEmailEntries.ReplacementEmailContent': { taken: ['ReplacementTemplate'] },
    'BulkEmailEntries.ReplacementEmailContent.ReplacementTemplate': { taken: ['ReplacementTemplateData'] },
    'BulkEmailEntries.ReplacementTags': PAIR,
  },
} as const satisfies Operation;

const V1_WITHOUT_EFFECT: Readonly<Record<string, string>> = {
  ReturnPath: BOUNCES_RETURN,
  ReturnPathArn: BOUNCES_RETURN,
  SourceArn: ACCOUNT_SENDS,
};

/** Properties of a request to send one email through version 1 of the API. */
export const V1_SEND_EMAIL = {
  request: 'SendEmail (version 1)',
  objects: {
    '': {
      taken: ['Source', 'Destination', 'Message', 'ReplyToAddresses', 'ConfigurationSetName', 'Tags'],
      ignored: V1_WITHOUT_EFFECT,
    },
    Destination: DESTINATION,
    Message: { taken: ['Subject', 'Body'] },
    'Message.Subject': TEXT,
    'Message.Body': { taken: ['Text', 'Html'] },
    'Message.Body.Text': TEXT,
    'Message.Body.Html': TEXT,
    Tags: PAIR,
  },
} as const satisfies Operation;

/** Properties of a request to send a MIME message through version 1 of the API. */
export const V1_SEND_RAW_EMAIL = {
  request: 'SendRawEmail (version 1)',
  objects: {
    '': {
      taken: ['Source', 'Destinations', 'RawMessage', 'ConfigurationSetName', 'Tags'],
      ignored: { ...V1_WITHOUT_EFFECT, FromArn: ACCOUNT_SENDS },
    },
    RawMessage: { taken: ['Data'] },
    Tags: PAIR,
  },
} as const satisfies Operation;

/** Properties of a request to send a stored template through version 1 of the API. */
export const V1_SEND_TEMPLATED = {
  request: 'SendTemplatedEmail (version 1)',
  objects: {
    '': {
      taken: ['Source', 'Destination', 'ReplyToAddresses', 'ConfigurationSetName', 'Tags', 'Template', 'TemplateData'],
      ignored: V1_WITHOUT_EFFECT,
      refused: { TemplateArn: NO_V1_ARN },
    },
    Destination: DESTINATION,
    Tags: PAIR,
  },
} as const satisfies Operation;

/** Properties of a request to send a stored template to several recipients through version 1 of the API. */
export const V1_SEND_BULK = {
  request: 'SendBulkTemplatedEmail (version 1)',
  objects: {
    '': {
      taken: [
        'Source',
        'Destinations',
        'ReplyToAddresses',
        'ConfigurationSetName',
        'DefaultTags',
        'Template',
        'DefaultTemplateData',
      ],
      ignored: V1_WITHOUT_EFFECT,
      refused: { TemplateArn: NO_V1_ARN },
    },
    Destinations: { taken: ['Destination', 'ReplacementTags', 'ReplacementTemplateData'] },
    'Destinations.Destination': DESTINATION,
    'Destinations.ReplacementTags': PAIR,
    DefaultTags: PAIR,
  },
} as const satisfies Operation;

/** Properties of a request to create a template. Requests to change a template have the same properties. */
export const CREATE_TEMPLATE = {
  request: 'CreateEmailTemplate',
  objects: {
    '': {
      taken: ['TemplateName', 'TemplateContent'],
      refused: { Tags: 'are not supported. Include the tags in the name of the template.' },
    },
    TemplateContent: TEMPLATE_CONTENT,
  },
} as const satisfies Operation;

export const OPERATIONS: readonly Operation[] = [
  SEND_EMAIL,
  SEND_BULK_EMAIL,
  CREATE_TEMPLATE,
  V1_SEND_EMAIL,
  V1_SEND_RAW_EMAIL,
  V1_SEND_TEMPLATED,
  V1_SEND_BULK,
];
