import type { Answer } from '../../api.ts';
import type { VENDOR_FIELDS } from '../../vendor-fields.ts';
import { snippetOf } from '../welcome/snippets.ts';

export type Vendor = Answer<'GET /dashboard/adapters'>['data'][number]['vendor'];

/** Values that are inserted into the code for a client. */
export interface Connection {
  /** URL of this server, without a trailing slash. */
  readonly baseUrl: string;
  /** The complete API key, or a placeholder until a key is created. */
  readonly key: string;
  /** Access key for clients that sign requests like Amazon SES clients do, or placeholders. */
  readonly signing: { readonly accessKeyId: string; readonly secretAccessKey: string };
  /** The domain that the code sends from. */
  readonly domain: string;
  readonly from: string;
  readonly to: string;
}

/** A client program that can send through this server. */
export interface ClientRow {
  readonly value: string;
  readonly label: string;
  /**
   * Vendor whose adapter must be on for this client. Undefined if the client needs no adapter that can be turned off.
   */
  readonly vendor?: Vendor;
  /** API whose fields the client sends, if it is another vendor's API. */
  readonly fields?: keyof typeof VENDOR_FIELDS;
  /** Scopes of the client's API key. */
  readonly scopes: readonly ('transactional:send' | 'transactional:read' | 'transactional:manage')[];
  /** Whether the API key must be limited to one domain. */
  readonly isOfDomain?: boolean;
  /** Whether the API key must have a signing secret. */
  readonly isSigning?: boolean;
  /** Environment that runs the code. */
  readonly runs: 'node' | 'python' | 'shell' | 'environment';
  /** Instructions on where to put the code and what to install first. */
  readonly hint: string;
  readonly lines: (connection: Connection) => string;
}

const SENDS = ['transactional:send', 'transactional:read'] as const;
const [SUBJECT, TEXT] = ['Hello from Postrider', 'It works.'];

/** Returns a string literal for JavaScript or Python, which both accept JSON strings. */
const quoted = (text: string): string => JSON.stringify(text);

/**
 * All clients and their code, in the order in which they are shown. Each snippet sends an email or configures a program
 * that sends email.
 */
export const CLIENTS: readonly ClientRow[] = [
  {
    value: 'curl',
    label: 'curl, or any HTTP client',
    scopes: SENDS,
    runs: 'shell',
    hint: 'Paste the command into a terminal.',
    lines: (mail) => snippetOf('curl', mail),
  },
  {
    value: 'sdk',
    label: 'Postrider client for Node.js',
    scopes: SENDS,
    runs: 'node',
    hint: 'The client isn’t published to npm. Build the client with npm run build, then install it with npm install ./sdk.',
    lines: ({ baseUrl, from, key, to }) => `import { Postrider } from '@postrider/client';

const client = new Postrider({ baseUrl: ${quoted(baseUrl)}, apiKey: ${quoted(key)} });
const { id } = await client.emails.send({
  from: ${quoted(from)},
  to: [${quoted(to)}],
  subject: '${SUBJECT}',
  text: '${TEXT}',
});
console.log(id);`,
  },
  {
    value: 'ghost',
    label: 'Ghost newsletters',
    vendor: 'mailgun',
    fields: 'mailgun',
    scopes: ['transactional:send', 'transactional:read', 'transactional:manage'],
    isOfDomain: true,
    runs: 'environment',
    hint: 'Set these environment variables for Ghost and restart it.',
    lines: ({ baseUrl, domain, key }) => `bulkEmail__mailgun__baseUrl=${baseUrl}/v3
bulkEmail__mailgun__apiKey=${key}
bulkEmail__mailgun__domain=${domain}`,
  },
  {
    value: 'resend-node',
    label: 'Resend’s client for Node.js',
    fields: 'resend',
    scopes: SENDS,
    runs: 'node',
    hint: 'This code requires resend 6.12.4 or later. For earlier versions, set the RESEND_BASE_URL environment variable.',
    lines: ({ baseUrl, from, key, to }) => `import { Resend } from 'resend';

const resend = new Resend(${quoted(key)}, { baseUrl: ${quoted(`${baseUrl}/transactional/compat`)} });
const { data, error } = await resend.emails.send({
  from: ${quoted(from)},
  to: [${quoted(to)}],
  subject: '${SUBJECT}',
  text: '${TEXT}',
});
console.log(error ?? data);`,
  },
  {
    value: 'mailgun-node',
    label: 'Mailgun’s client for Node.js',
    vendor: 'mailgun',
    fields: 'mailgun',
    scopes: SENDS,
    runs: 'node',
    hint: 'This code requires mailgun.js and form-data.',
    lines: ({ baseUrl, domain, from, key, to }) => `import FormData from 'form-data';
import Mailgun from 'mailgun.js';

const mailgun = new Mailgun(FormData).client({
  username: 'api',
  key: ${quoted(key)},
  url: ${quoted(baseUrl)},
});
const answer = await mailgun.messages.create(${quoted(domain)}, {
  from: ${quoted(from)},
  to: [${quoted(to)}],
  subject: '${SUBJECT}',
  text: '${TEXT}',
});
console.log(answer);`,
  },
  {
    value: 'mailgun-python',
    label: 'Mailgun’s API in Python',
    vendor: 'mailgun',
    fields: 'mailgun',
    scopes: SENDS,
    runs: 'python',
    hint: 'This code requires the requests library, which Mailgun’s examples use.',
    lines: ({ baseUrl, domain, from, key, to }) => `import requests

answer = requests.post(
    ${quoted(`${baseUrl}/v3/${domain}/messages`)},
    auth=("api", ${quoted(key)}),
    data={
        "from": ${quoted(from)},
        "to": [${quoted(to)}],
        "subject": "${SUBJECT}",
        "text": "${TEXT}",
    },
)
answer.raise_for_status()
print(answer.json())`,
  },
  {
    value: 'postmark-node',
    label: 'Postmark’s client for Node.js',
    vendor: 'postmark',
    fields: 'postmark',
    scopes: SENDS,
    runs: 'node',
    hint: 'This code requires postmark.',
    lines: ({ baseUrl, from, key, to }) => `import { ServerClient } from 'postmark';

const client = new ServerClient(${quoted(key)}, {
  requestHost: ${quoted(`${baseUrl.replace(/^https?:\/\//, '')}/compat/postmark`)},${plainHttp(baseUrl)}
});
const answer = await client.sendEmail({
  From: ${quoted(from)},
  To: ${quoted(to)},
  Subject: '${SUBJECT}',
  TextBody: '${TEXT}',
});
console.log(answer);`,
  },
  {
    value: 'postmark-python',
    label: 'Postmark’s API in Python (Django Anymail)',
    vendor: 'postmark',
    fields: 'postmark',
    scopes: SENDS,
    runs: 'python',
    hint: 'This code requires django-anymail. In a Django project, put the settings in settings.py.',
    lines: ({ baseUrl, from, key, to }) => `from django.conf import settings
from django.core.mail import send_mail

settings.configure(
    EMAIL_BACKEND="anymail.backends.postmark.EmailBackend",
    ANYMAIL={
        "POSTMARK_SERVER_TOKEN": ${quoted(key)},
        "POSTMARK_API_URL": ${quoted(`${baseUrl}/compat/postmark/`)},
    },
)
print(send_mail("${SUBJECT}", "${TEXT}", ${quoted(from)}, [${quoted(to)}]))`,
  },
  {
    value: 'sendgrid-node',
    label: 'SendGrid’s client for Node.js',
    vendor: 'sendgrid',
    fields: 'sendgrid',
    scopes: SENDS,
    runs: 'node',
    hint: 'This code requires @sendgrid/mail and @sendgrid/client. The client warns that the key doesn’t start with “SG.”, but the key works.',
    lines: ({ baseUrl, from, key, to }) => `import client from '@sendgrid/client';
import mail from '@sendgrid/mail';

client.setApiKey(${quoted(key)});
client.setDefaultRequest('baseUrl', ${quoted(`${baseUrl}/compat/sendgrid`)});
mail.setClient(client);
const [answer] = await mail.send({
  from: ${quoted(from)},
  to: ${quoted(to)},
  subject: '${SUBJECT}',
  text: '${TEXT}',
});
console.log(answer.statusCode);`,
  },
  {
    value: 'sendgrid-python',
    label: 'SendGrid’s client for Python',
    vendor: 'sendgrid',
    fields: 'sendgrid',
    scopes: SENDS,
    runs: 'python',
    hint: 'This code requires sendgrid.',
    lines: ({ baseUrl, from, key, to }) => `from sendgrid import SendGridAPIClient

client = SendGridAPIClient(${quoted(key)}, host=${quoted(`${baseUrl}/compat/sendgrid`)})
answer = client.send({
    "personalizations": [{"to": [{"email": ${quoted(to)}}]}],
    "from": {"email": ${quoted(from)}},
    "subject": "${SUBJECT}",
    "content": [{"type": "text/plain", "value": "${TEXT}"}],
})
print(answer.status_code)`,
  },
  {
    value: 'ses-node',
    label: 'Amazon SES’s client for Node.js',
    vendor: 'ses',
    fields: 'ses',
    scopes: SENDS,
    isSigning: true,
    runs: 'node',
    hint: 'This code requires @aws-sdk/client-sesv2. You can use any region.',
    lines: ({ baseUrl, from, signing, to }) => `import { SendEmailCommand, SESv2Client } from '@aws-sdk/client-sesv2';

const client = new SESv2Client({
  endpoint: ${quoted(baseUrl)},
  region: 'us-east-1',
  credentials: {
    accessKeyId: ${quoted(signing.accessKeyId)},
    secretAccessKey: ${quoted(signing.secretAccessKey)},
  },
});
const answer = await client.send(
  new SendEmailCommand({
    FromEmailAddress: ${quoted(from)},
    Destination: { ToAddresses: [${quoted(to)}] },
    Content: { Simple: { Subject: { Data: '${SUBJECT}' }, Body: { Text: { Data: '${TEXT}' } } } },
  }),
);
console.log(answer.MessageId);`,
  },
  {
    value: 'ses-python',
    label: 'Amazon SES’s client for Python',
    vendor: 'ses',
    fields: 'ses',
    scopes: SENDS,
    isSigning: true,
    runs: 'python',
    hint: 'This code requires boto3. You can use any region.',
    lines: ({ baseUrl, from, signing, to }) => `import boto3

client = boto3.client(
    "sesv2",
    endpoint_url=${quoted(baseUrl)},
    region_name="us-east-1",
    aws_access_key_id=${quoted(signing.accessKeyId)},
    aws_secret_access_key=${quoted(signing.secretAccessKey)},
)
answer = client.send_email(
    FromEmailAddress=${quoted(from)},
    Destination={"ToAddresses": [${quoted(to)}]},
    Content={"Simple": {"Subject": {"Data": "${SUBJECT}"}, "Body": {"Text": {"Data": "${TEXT}"}}}},
)
print(answer["MessageId"])`,
  },
];

/** Returns the option that disables TLS if the URL is plain HTTP, otherwise an empty string. */
function plainHttp(baseUrl: string): string {
  return baseUrl.startsWith('http:') ? '\n  useHttps: false,' : '';
}
