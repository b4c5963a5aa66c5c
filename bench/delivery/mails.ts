import { generateKeyPairSync } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseAddress, type EmailAddress, type Mailbox } from '../../src/mail/address.ts';
import type { NewMailing } from '../../src/features/sending/mailings/index.ts';
import { compose } from '../../src/mail/compose.ts';
import { createSigner } from '../../src/mail/dkim.ts';
import { connectSmtp, RFC_TIMEOUTS, type SmtpConnection, type SmtpTarget } from '../../src/smtp/connection.ts';

/** 7 KB a mail: about 2.5 KB of text in both forms, quoted-printable. */
const PARAGRAPH = 'Grüße und vielen Dank für Ihre Bestellung, wir haben sie heute verschickt. ';
const REPEATS = 32;
/** Sessions over which mails are handed to a candidate that takes them by SMTP. */
const CONNECTIONS = 20;
const CONNECT_ATTEMPTS = 100;

/** Domain and selector that the other systems sign with. */
export const SIGNING = { domain: 'bench.example', selector: 'bench' } as const;
/** Where the mails come from and go to. */
export const SENDER = address(`orders@${SIGNING.domain}`);
export const RECIPIENT = address('reader@sink.example');
/** The sender that every installation has from its first start. */
export const SANDBOX_SENDER = address('onboarding@sandbox.localhost');

/** A key for the other systems, in PEM, and its TXT record; Postrider makes its own of the same size. */
export function createRsaKey(): { privateKey: string; record: string } {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    record: `v=DKIM1; k=rsa; p=${publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`,
  };
}

/** What all candidates send: the same size, a body of its own for each number. */
export function contentOf(number: number): { subject: string; html: string; text: string } {
  return {
    subject: `Order ${number}`,
    text: `Order ${number}. ${PARAGRAPH.repeat(REPEATS)}`,
    html: `<h1>Order ${number}</h1><p>${PARAGRAPH.repeat(REPEATS)}</p>`,
  };
}

/** The same content for a mailing: the number is a value of each recipient. */
export function mailingOf(sender: EmailAddress): NewMailing {
  const { html, subject, text } = contentOf(0);
  const withSlot = (content: string, as: 'text' | 'html'): NewMailing['subject'] => {
    const [before = '', ...after] = content.split('Order 0');
    return [before, ...after.flatMap((rest) => ['Order ', { slot: 'number', as }, rest])];
  };
  return {
    mailClass: 'campaign',
    from: { name: undefined, address: sender },
    replyTo: [],
    headers: [],
    linkPrefixes: [],
    subject: withSlot(subject, 'text'),
    html: withSlot(html, 'html'),
    text: withSlot(text, 'text'),
  };
}

/** The bytes of mails without a signature, made before the clock runs. */
export function composeMails(count: number): Buffer[] {
  const signer = createSigner();
  const from: Mailbox = { name: undefined, address: SENDER };
  const to: Mailbox = { name: undefined, address: RECIPIENT };
  const others = { cc: [], replyTo: [], headers: [] };
  return Array.from({ length: count }, (_none, number) => {
    const date = new Date();
    const messageId = `${number}.${date.getTime()}@${SIGNING.domain}`;
    const composed = compose({ from, to: [to], ...others, ...contentOf(number), messageId, date });
    return signer.sign(composed, [], date);
  });
}

/** Hands mails to a server on this machine over several sessions at once; resolves when it has taken all. */
export async function submit(port: number, mails: readonly Buffer[]): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: Math.min(CONNECTIONS, mails.length) }, async () => {
      const connection = await connect(port);
      for (let data = mails[next]; data; data = mails[next]) {
        next += 1;
        const result = await connection.send({ from: SENDER, to: RECIPIENT }, data, false);
        if (result.kind !== 'accepted') throw new Error(`Not accepted: ${result.conversation}`);
      }
      await connection.close();
    }),
  );
}

/** Waits until the server answers. */
async function connect(port: number): Promise<SmtpConnection> {
  const target: SmtpTarget = {
    host: '127.0.0.1',
    address: '127.0.0.1',
    port,
    tls: 'never',
    verifyTls: false,
    login: undefined,
  };
  for (let attempt = 1; ; attempt += 1) {
    const opened = await connectSmtp(target, { ehloName: 'bench.example', timeouts: RFC_TIMEOUTS });
    if (!('kind' in opened)) return opened;
    if (attempt === CONNECT_ATTEMPTS) throw new Error(`No response on port ${port}: ${opened.error}`);
    await sleep(100);
  }
}

function address(text: string): EmailAddress {
  const parsed = parseAddress(text);
  if (typeof parsed !== 'string') throw new Error(parsed.fault);
  return parsed;
}
