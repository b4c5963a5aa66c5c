import { generateKeyPairSync } from 'node:crypto';
import type { NewMailing } from '../src/features/sending/mailings/index.ts';
import { parseAddress, type EmailAddress } from '../src/mail/address.ts';
import { compose } from '../src/mail/compose.ts';
import { createSigner } from '../src/mail/dkim.ts';
import { connectSmtp, RFC_TIMEOUTS, type SmtpConnection } from '../src/smtp/connection.ts';

/**
 * About 2.5 KB of text, which is used in both the text part and the HTML part. In quoted-printable encoding, the size
 * of a message is 7 KB.
 */
const PARAGRAPHS = 'Grüße und vielen Dank für Ihre Bestellung, wir haben sie heute verschickt. '.repeat(32);
/** Number of SMTP sessions over which messages are submitted. */
const CONNECTIONS = 20;

/** DKIM domain and selector for the other systems. */
export const SIGNING = { domain: 'bench.example', selector: 'bench' } as const;
export const SENDER = address(`orders@${SIGNING.domain}`);
export const RECIPIENT = address('reader@sink.example');
/** Sender address that every installation has after its first start. */
export const SANDBOX_SENDER = address('onboarding@sandbox.localhost');

/** Creates a PEM key for the other systems, with its TXT record. Postrider's own key has the same size. */
export function createRsaKey(): { privateKey: string; record: string } {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    record: `v=DKIM1; k=rsa; p=${publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`,
  };
}

/**
 * Returns the content of a message, which is the same for all systems. The content contains the number of the message,
 * and its size is nearly constant.
 */
export function contentOf(number: number): { subject: string; html: string; text: string } {
  return {
    subject: `Order ${number}`,
    text: `Order ${number}. ${PARAGRAPHS}`,
    html: `<h1>Order ${number}</h1><p>${PARAGRAPHS}</p>`,
  };
}

/** Returns a mailing with the same content, in which the number is a recipient variable. */
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

/** Composes unsigned messages. */
export function composeMessages(count: number): Buffer[] {
  const signer = createSigner();
  const [from, to] = [
    { name: undefined, address: SENDER },
    { name: undefined, address: RECIPIENT },
  ];
  const others = { from, to: [to], cc: [], replyTo: [], headers: [] };
  return Array.from({ length: count }, (_none, number) => {
    const date = new Date();
    const messageId = `${number}.${date.getTime()}@${SIGNING.domain}`;
    return signer.sign(compose({ ...others, ...contentOf(number), messageId, date }), [], date);
  });
}

/** Submits messages to a server over several sessions. Resolves when the server has accepted all messages. */
export async function submit(
  server: { readonly host: string; readonly port: number },
  messages: readonly Buffer[],
): Promise<void> {
  let next = 0;
  const run = async (): Promise<void> => {
    const connection = await connect(server);
    for (let data = messages[next]; data; data = messages[next]) {
      next += 1;
      const result = await connection.send({ from: SENDER, to: RECIPIENT }, data, false);
      if (result.kind !== 'accepted') throw new Error(`Not accepted: ${result.conversation}`);
    }
    await connection.close();
  };
  await Promise.all(Array.from({ length: Math.min(CONNECTIONS, messages.length) }, run));
}

async function connect(server: { readonly host: string; readonly port: number }): Promise<SmtpConnection> {
  const target = { ...server, address: server.host, tls: 'never', verifyTls: false, login: undefined } as const;
  const opened = await connectSmtp(target, { ehloName: 'bench.example', timeouts: RFC_TIMEOUTS });
  if ('kind' in opened) throw new Error(`No response on port ${server.port}: ${opened.error}`);
  return opened;
}

function address(text: string): EmailAddress {
  const parsed = parseAddress(text);
  if (typeof parsed !== 'string') throw new Error(parsed.fault);
  return parsed;
}
