import { describe, expect, it } from 'vitest';
import { VENDOR_OPERATIONS, classifiedNames } from '../../scripts/vendor-operations.ts';
import { propertiesOf } from '../support/client-types.ts';

// Compares the fields that each adapter honors, rejects, or accepts without an effect with the fields that the vendor's
// own client can send. If a new version of a client adds a field, the test fails with the name of the field.

const POSTMARK = 'postmark/dist/client/models/message';
const SENDGRID = '@sendgrid/helpers/classes';
const SES = '@aws-sdk/client-sesv2/dist-types/models/models_0.d.ts';
const SES_1 = '@aws-sdk/client-sesv2/dist-types/models/models_1.d.ts';
const OLD_SES = '@aws-sdk/client-ses/dist-types/models/models_0.d.ts';
const MAILGUN = 'mailgun.js-14/Types/Types/Messages/Messages.d.ts';
const MAILGUN_TEMPLATES = 'mailgun.js-14/Types/Types/Domains/DomainTemplates.d.ts';
const RESEND = 'resend/dist/index.d.mts';

/** The client's types for each object in a request, keyed by request and by the path of the object. */
const TYPES: Readonly<Record<string, Readonly<Record<string, readonly (readonly [file: string, type: string])[]>>>> = {
  'POST /emails': {
    '': [
      [RESEND, 'CreateEmailBaseOptions'],
      [RESEND, 'EmailTemplateOptions'],
    ],
  },
  'POST /contacts': {
    '': [
      [RESEND, 'CreateContactOptions'],
      [RESEND, 'UpdateContactOptions'],
    ],
  },
  'POST /segments': {
    '': [
      [RESEND, 'CreateSegmentOptions'],
      [RESEND, 'UpdateSegmentOptions'],
    ],
  },
  'POST /contact-properties': { '': [[RESEND, 'CreateContactPropertyApiOptions']] },
  'POST /broadcasts': {
    '': [
      [RESEND, 'CreateBroadcastBaseOptions'],
      [RESEND, 'EmailRenderOptions'],
      [RESEND, 'SegmentOptions'],
      [RESEND, 'SendBroadcastOnCreationOptions'],
      [RESEND, 'UpdateBroadcastOptions'],
    ],
  },
  'POST /broadcasts/{id}/send': { '': [[RESEND, 'SendBroadcastBaseOptions']] },
  'POST /templates': { '': [[RESEND, 'Template']], variables: [[RESEND, 'TemplateVariable']] },
  'POST /domains': { '': [[RESEND, 'DomainApiOptions']], capabilities: [[RESEND, 'DomainCapabilities']] },
  'POST /events/send': { '': [[RESEND, 'SendEventOptions']] },
  'POST /topics': { '': [[RESEND, 'CreateTopicOptions']] },
  'PATCH /topics/{id}': { '': [[RESEND, 'UpdateTopicOptions']] },
  'PATCH /contacts/{contact}/topics': { '': [[RESEND, 'ContactImportTopic']] },
  'POST /api-keys': { '': [[RESEND, 'CreateApiKeyOptions']] },
  'PATCH /api-keys/{id}': { '': [[RESEND, 'UpdateApiKeyOptions']] },
  'POST /suppressions': { '': [[RESEND, 'AddSuppressionOptions']] },
  'POST /suppressions/batch/add': { '': [[RESEND, 'BatchAddSuppressionsOptions']] },
  'POST /suppressions/batch/remove': { '': [[RESEND, 'BatchRemoveSuppressionsOptions']] },
  'POST /webhooks': {
    '': [
      [RESEND, 'CreateWebhookOptions'],
      [RESEND, 'UpdateWebhookOptions'],
    ],
  },
  'PATCH /contact-properties/{id}': { '': [[RESEND, 'UpdateContactPropertyApiOptions']] },
  'POST /v3/{domain}/messages': {
    '': [
      [MAILGUN, 'MailgunMessageContent'],
      [MAILGUN, 'MailgunMessageData'],
    ],
  },
  'POST /v3/{domain}/templates': { '': [[MAILGUN_TEMPLATES, 'DomainTemplateData']] },
  'POST /v3/{domain}/templates/{name}/versions': { '': [[MAILGUN_TEMPLATES, 'DomainTemplateVersionData']] },
  'PUT /v3/{domain}/templates/{name}/versions/{tag}': {
    '': [[MAILGUN_TEMPLATES, 'DomainTemplateUpdateVersionData']],
  },
  'POST /email': {
    '': [[`${POSTMARK}/Message.d.ts`, 'Message']],
    Headers: [[`${POSTMARK}/SupportingTypes.d.ts`, 'Header']],
    Attachments: [[`${POSTMARK}/SupportingTypes.d.ts`, 'Attachment']],
  },
  'POST /email/withTemplate': { '': [[`postmark/dist/client/models/templates/Template.d.ts`, 'TemplatedMessage']] },
  'PUT /templates/{template}': {
    '': [['postmark/dist/client/models/templates/Template.d.ts', 'UpdateTemplateRequest']],
  },
  'POST /templates/validate': {
    '': [['postmark/dist/client/models/templates/Template.d.ts', 'TemplateValidationOptions']],
  },
  'POST /v3/mail/send': {
    '': [
      [`${SENDGRID}/mail.d.ts`, 'MailJSON'],
      [`${SENDGRID}/mail.d.ts`, 'MailData'],
    ],
    personalizations: [
      [`${SENDGRID}/personalization.d.ts`, 'PersonalizationJSON'],
      [`${SENDGRID}/personalization.d.ts`, 'PersonalizationData'],
    ],
    content: [[`${SENDGRID}/mail.d.ts`, 'MailContent']],
    attachments: [
      [`${SENDGRID}/attachment.d.ts`, 'AttachmentData'],
      [`${SENDGRID}/attachment.d.ts`, 'AttachmentJSON'],
    ],
    asm: [
      [`${SENDGRID}/mail.d.ts`, 'ASMOptionsJSON'],
      [`${SENDGRID}/mail.d.ts`, 'ASMOptions'],
    ],
    tracking_settings: [[`${SENDGRID}/mail.d.ts`, 'TrackingSettings']],
    mail_settings: [[`${SENDGRID}/mail.d.ts`, 'MailSettings']],
  },
  SendEmail: {
    '': [[SES_1, 'SendEmailRequest']],
    Content: [[SES, 'EmailContent']],
    'Content.Simple': [[SES, 'Message']],
    'Content.Simple.Body': [[SES, 'Body']],
    'Content.Simple.Body.Text': [[SES, 'Content']],
    'Content.Simple.Attachments': [[SES, 'Attachment']],
    'Content.Raw': [[SES, 'RawMessage']],
    'Content.Template': [[SES, 'Template']],
    'Content.Template.TemplateContent': [[SES, 'EmailTemplateContent']],
    Destination: [[SES, 'Destination']],
    ListManagementOptions: [[SES, 'ListManagementOptions']],
    EmailTags: [
      [SES, 'MessageTag'],
      [SES, 'MessageHeader'],
    ],
  },
  SendBulkEmail: {
    '': [[SES_1, 'SendBulkEmailRequest']],
    DefaultContent: [[SES, 'BulkEmailContent']],
    'DefaultContent.Template': [[SES, 'Template']],
    'DefaultContent.Template.TemplateContent': [[SES, 'EmailTemplateContent']],
    BulkEmailEntries: [[SES, 'BulkEmailEntry']],
    'BulkEmailEntries.Destination': [[SES, 'Destination']],
    'BulkEmailEntries.ReplacementEmailContent': [[SES, 'ReplacementEmailContent']],
    'BulkEmailEntries.ReplacementEmailContent.ReplacementTemplate': [[SES, 'ReplacementTemplate']],
    'BulkEmailEntries.ReplacementTags': [[SES, 'MessageTag']],
  },
  CreateEmailTemplate: {
    '': [[SES, 'CreateEmailTemplateRequest']],
    TemplateContent: [[SES, 'EmailTemplateContent']],
  },
  'SendEmail (version 1)': {
    '': [[OLD_SES, 'SendEmailRequest']],
    Destination: [[OLD_SES, 'Destination']],
    Message: [[OLD_SES, 'Message']],
    'Message.Subject': [[OLD_SES, 'Content']],
    'Message.Body': [[OLD_SES, 'Body']],
    'Message.Body.Text': [[OLD_SES, 'Content']],
    'Message.Body.Html': [[OLD_SES, 'Content']],
    Tags: [[OLD_SES, 'MessageTag']],
  },
  'SendTemplatedEmail (version 1)': {
    '': [[OLD_SES, 'SendTemplatedEmailRequest']],
    Destination: [[OLD_SES, 'Destination']],
    Tags: [[OLD_SES, 'MessageTag']],
  },
  'SendBulkTemplatedEmail (version 1)': {
    '': [[OLD_SES, 'SendBulkTemplatedEmailRequest']],
    Destinations: [[OLD_SES, 'BulkEmailDestination']],
    'Destinations.Destination': [[OLD_SES, 'Destination']],
    'Destinations.ReplacementTags': [[OLD_SES, 'MessageTag']],
    DefaultTags: [[OLD_SES, 'MessageTag']],
  },
  'SendRawEmail (version 1)': {
    '': [[OLD_SES, 'SendRawEmailRequest']],
    RawMessage: [[OLD_SES, 'RawMessage']],
    Tags: [[OLD_SES, 'MessageTag']],
  },
};

/** Objects of a request that no client declares as a separate type. */
const WITHOUT_TYPE = [/^(?:tracking|mail)_settings\./, /^template$/];

/** Requests that the vendor's client has no types for. */
const UNTYPED = new Set(['POST /v3/templates', 'POST /v3/templates/{id}/versions']);

/** Options that a client replaces with other fields before it sends the request. */
const REPLACED: Readonly<Record<string, readonly string[]>> = {
  // Not in the body, because older clients send this ID in the path.
  'POST /contacts ': ['audience_id'],
  // Properties of the response. The client declares them in the same type as the request fields.
  'POST /templates ': [
    'id',
    'status',
    'published_at',
    'created_at',
    'updated_at',
    'has_unpublished_versions',
    'current_version_id',
  ],
  'POST /templates variables': ['created_at', 'updated_at'],
  'POST /v3/mail/send ': [
    'to',
    'cc',
    'bcc',
    'text',
    'html',
    'category',
    'substitutions',
    'substitution_wrappers',
    'is_multiple',
    'dynamic_template_data',
    'hide_warnings',
  ],
};

const SNAKE = new Set(['POST /v3/mail/send', ...VENDOR_OPERATIONS.resend.map(({ request }) => request)]);

/** Returns the name of a field in the request: clients for Resend and SendGrid write `sendAt` for `send_at`. */
function sentName(request: string, name: string): string {
  const isSnake = SNAKE.has(request);
  return isSnake ? name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) : name;
}

/** Returns the name under which a table lists a field: for fields such as `h:X-My-Header`, only the prefix. */
function listedName(name: string): string {
  return /^[hv]:/.exec(name)?.[0] ?? name;
}

const OPERATIONS = Object.values(VENDOR_OPERATIONS).flat();

describe.each(OPERATIONS)('$request', ({ objects, request }) => {
  it.each(
    Object.keys(objects).filter((at) => !UNTYPED.has(request) && !WITHOUT_TYPE.some((pattern) => pattern.test(at))),
  )('classifies every field of the client in %j', (at) => {
    const types = TYPES[request]?.[at] ?? [];
    expect(types, `the types of ${request} ${at}`).not.toEqual([]);
    const sent = types
      .flatMap(([file, type]) => propertiesOf(file, type))
      .map((name) => listedName(sentName(request, name)))
      .filter((name) => !(REPLACED[`${request} ${at}`] ?? []).includes(name));
    const classified = new Set(classifiedNames(objects[at] ?? { taken: [] }));
    expect(sent.filter((name) => !classified.has(name))).toEqual([]);
  });

  it('puts each field into one class', () => {
    for (const names of Object.values(objects)) {
      const all = classifiedNames(names);
      expect(all).toEqual([...new Set(all)]);
    }
  });
});

it('a field that a new version of a client adds is reported', () => {
  expect(propertiesOf(`${POSTMARK}/Message.d.ts`, 'Message')).toContain('MessageStream');
  expect(() => propertiesOf(`${POSTMARK}/Message.d.ts`, 'Letter')).toThrow('does not declare Letter');
});
