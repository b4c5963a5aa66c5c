import { createTransport } from 'nodemailer';
import { presentId } from '../../src/base/ids.ts';
import type { Installation } from '../../src/app/installation.ts';
import { startInbound, type Inbound } from '../../src/app/inbound.ts';
import { returnPathsOf } from '../../src/app/return-paths.ts';
import { statement } from '../../src/base/db.ts';
import type { ReportHandlers } from '../../src/features/outcomes/inbound/index.ts';
import { eventually, type TestApp } from './app.ts';

type Tenant = Awaited<ReturnType<TestApp['newAccount']>>;

/** A sent message, and the return path to which its bounces are sent. */
export interface SentMail {
  /** `tm_...` */
  readonly id: string;
  readonly messageId: string;
  readonly returnPath: string;
  readonly unsubscribe: string;
}

/** Environment variables of an app that receives bounces. */
export const INBOUND_ENVIRONMENT = {
  POSTRIDER_INBOUND_PORT: '0',
  POSTRIDER_INBOUND_HOST: '127.0.0.1',
  POSTRIDER_HOSTNAME: 'mx.shop.example',
  POSTRIDER_RETURN_PATH_DOMAIN: 'bounces.example',
};

const setState = statement<[accountId: number, messageId: string, status: number, isDue: boolean], unknown>(
  'test_inbound_set_state',
  `update delivery set status = $3, next_at = case when $4 then now() + interval '1 hour' end
   where account_id = $1 and message_id = $2`,
);

const insertVerified = statement<[accountId: number], unknown>(
  'test_inbound_verified',
  `insert into domain (account_id, name, status, verified_at) values ($1, 'shop.example', 'verified', now())`,
);

export interface InboundMailRow {
  readonly id: string;
  readonly state: string;
  readonly reason: string | null;
  readonly attempts: number;
}

/** Lists inbound messages, newest last. */
export const inboundMails = statement<[], InboundMailRow>(
  'test_inbound_states',
  'select id, state, reason, attempts from inbound_mail order by id',
);

/** Makes all waiting inbound messages due, as if time had passed. */
export const makeDue = statement<[], unknown>(
  'test_inbound_make_due',
  'update inbound_mail set next_at = now() where next_at is not null',
);

/** Creates an account that can send from shop.example. */
export async function newSender(app: TestApp): Promise<Tenant> {
  const tenant = await app.newAccount();
  await insertVerified(app.installation.db, tenant.account.id);
  return tenant;
}

/** Accepts a message and sets the status of its recipients (7 is delivered, 6 sent, 5 queued). */
export async function sentMail(
  installation: Installation,
  tenant: Tenant,
  to: readonly string[],
  status = 7,
): Promise<SentMail> {
  const answer = await tenant.post('/transactional/emails', {
    from: 'hello@shop.example',
    to,
    subject: 'Hello',
    text: 'Hi',
  });
  if (answer.status !== 202) throw new Error(JSON.stringify(answer.body));
  const hex = String(answer.body.id).slice(3);
  const messageId = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
  if (presentId('tm', messageId) !== answer.body.id) throw new Error('Not an id');
  await setState(installation.db, tenant.account.id, messageId, status, status < 7);
  const paths = returnPathsOf(installation);
  const recipient = { accountId: tenant.account.id, messageId, recipientNo: 0, senderDomain: 'shop.example' };
  return {
    id: answer.body.id,
    messageId,
    returnPath: (await paths.envelopeFrom(recipient)) ?? '',
    unsubscribe: (await paths.unsubscribeAddress(recipient)) ?? '',
  };
}

/** Sets the status of a message's recipients. */
export async function moveTo(
  installation: Installation,
  tenant: Tenant,
  mail: SentMail,
  status: number,
): Promise<void> {
  await setState(installation.db, tenant.account.id, mail.messageId, status, status < 7);
}

/** A running inbound role, and functions for tests. */
export interface TestInbound extends Inbound {
  /** Sends a message to the inbound role over SMTP. Resolves with the last reply. */
  send(to: string | readonly string[], raw: string, from?: string): Promise<string>;
  /** Resolves with the inbound messages when there is at least one and all of them have been processed. */
  settled(): Promise<InboundMailRow[]>;
}

/** Starts the inbound role in this process. */
export async function startTestInbound(
  installation: Installation,
  reports?: ReportHandlers,
  start = async () => startInbound(installation, reports),
): Promise<TestInbound> {
  const inbound = await start();
  const transport = createTransport({ host: '127.0.0.1', port: inbound.port, ignoreTLS: true });
  return {
    ...inbound,
    async send(to, raw, from = '') {
      const sent = await transport.sendMail({ envelope: { from, to: typeof to === 'string' ? [to] : [...to] }, raw });
      return sent.response;
    },
    settled: () =>
      eventually('all inbound messages are processed', async () => {
        inbound.wake();
        const rows = await inboundMails(installation.db);
        return rows.length > 0 && rows.every(({ state }) => state !== 'waiting') ? rows : undefined;
      }),
  };
}

/** Builds a delivery status notification (RFC 3464). */
export function dsnMail(status = '5.1.1', words = 'smtp; 550 5.1.1 User unknown', action = 'failed'): string {
  return [
    'From: MAILER-DAEMON@mx.there.example',
    'Subject: Undelivered Mail Returned to Sender',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="=_d"',
    '',
    '--=_d',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.there.example',
    '',
    'Final-Recipient: rfc822; ann@there.example',
    `Action: ${action}`,
    `Status: ${status}`,
    `Diagnostic-Code: ${words}`,
    '',
    '--=_d--',
    '',
  ].join('\r\n');
}

/** Builds a feedback report (RFC 5965). */
export function feedbackMail(
  originalMailFrom: string | undefined,
  type = 'abuse',
  header: readonly string[] = [],
): string {
  return [
    'From: feedback@provider.example',
    'Subject: Complaint',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=feedback-report; boundary="=_f"',
    '',
    '--=_f',
    'Content-Type: message/feedback-report',
    '',
    `Feedback-Type: ${type}`,
    'User-Agent: Provider/1.0',
    ...(originalMailFrom === undefined ? [] : [`Original-Mail-From: <${originalMailFrom}>`]),
    '',
    '--=_f',
    'Content-Type: text/rfc822-headers',
    '',
    'From: hello@shop.example',
    ...header,
    '',
    '--=_f--',
    '',
  ].join('\r\n');
}
