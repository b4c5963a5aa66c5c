import type { AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import type { Clock } from '../../base/clock.ts';
import type { Db } from '../../base/db.ts';
import { createUuidGenerator } from '../../base/ids.ts';
import type { Log } from '../../base/log.ts';
import { insertMail, pruneMails } from './queries.ts';
import { toSummary, type InboxSummary } from './read.ts';

const HOST = '127.0.0.1';
const MAX_MAIL_BYTES = 10 * 1024 * 1024;
const MAX_CLIENTS = 200;
const KEPT_MAILS = 10_000;
const PRUNE_EVERY = 100;
const PRUNE_AT_ONCE = 500;
const IDLE_MS = 60_000;
const CLOSE_MS = 2_000;

/** The running listener of the local inbox. */
export interface Inbox {
  readonly port: number;
  /** Tells of each mail after it is stored. */
  onMail(listener: (mail: InboxSummary) => void): void;
  close(): Promise<void>;
}

/**
 * Listens for SMTP on loopback and stores what comes before it says 250; 451 when it cannot. Keeps the newest 10,000
 * mails. Rejects with the listener's error, for example EADDRINUSE.
 */
export async function startInbox(
  parts: { readonly db: Db; readonly log: Log; readonly clock: Clock },
  options: { readonly port: number },
): Promise<Inbox> {
  const listeners: ((mail: InboxSummary) => void)[] = [];
  const keep = createKeeper(parts, (mail) => {
    for (const listener of listeners) listener(mail);
  });
  const onData = createReceiver(keep, parts.log);
  const server = new SMTPServer({
    banner: 'Postrider local inbox',
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: MAX_MAIL_BYTES,
    maxClients: MAX_CLIENTS,
    socketTimeout: IDLE_MS,
    closeTimeout: CLOSE_MS,
    onData: (stream, session, answer) => void onData(stream, session, answer),
  });
  // A peer that hangs up in the middle is its own affair; without a listener it would end this process.
  server.on('error', (error) => parts.log.debug('Inbox connection failed', { error: error.message }));
  const port = await listen(server, options.port);
  return {
    port,
    onMail: (listener) => void listeners.push(listener),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

type Keep = (session: SMTPServerSession, raw: Buffer) => Promise<string>;

type Answer = (error?: Error | null, message?: string) => void;

/** Answers the end of a mail: stored, or why not. */
function createReceiver(keep: Keep, log: Log) {
  return async (stream: SMTPServerDataStream, session: SMTPServerSession, answer: Answer): Promise<void> => {
    try {
      answer(null, `2.0.0 Stored as ${await receive(stream, session, keep)}`);
    } catch (error) {
      answer(asSmtpError(error, log));
    }
  };
}

/** A refusal with its SMTP reply. */
class InboxRefusal extends Error {
  readonly responseCode: number;

  constructor(responseCode: number, message: string) {
    super(message);
    this.responseCode = responseCode;
  }
}

function createKeeper(parts: { readonly db: Db; readonly clock: Clock }, onKept: (mail: InboxSummary) => void): Keep {
  const nextUuid = createUuidGenerator();
  let kept = 0;
  return async (session, raw) => {
    const { mailFrom, rcptTo } = session.envelope;
    const head = await parseHead(raw);
    const [row] = await insertMail(
      parts.db,
      nextUuid(parts.clock.now()),
      mailFrom ? mailFrom.address : '',
      rcptTo.map((recipient) => recipient.address.toLowerCase()),
      head.sender,
      head.subject,
      raw,
    );
    if (!row) throw new Error('A stored mail came back without its row');
    kept += 1;
    if (kept % PRUNE_EVERY === 0) await pruneMails(parts.db, KEPT_MAILS, PRUNE_AT_ONCE);
    onKept(toSummary(row));
    return row.id;
  };
}

async function receive(stream: SMTPServerDataStream, session: SMTPServerSession, keep: Keep): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    // What is over the limit is read to its end and thrown away: the peer listens only then.
    if (bytes <= MAX_MAIL_BYTES) chunks.push(chunk);
  }
  if (bytes > MAX_MAIL_BYTES) throw new InboxRefusal(552, `5.3.4 A mail may have at most ${MAX_MAIL_BYTES} bytes`);
  return keep(session, Buffer.concat(chunks));
}

/** Sender and subject, without a look at the body. */
async function parseHead(raw: Buffer): Promise<{ sender: string; subject: string }> {
  const end = raw.indexOf('\r\n\r\n');
  const head = await PostalMime.parse(end === -1 ? raw : raw.subarray(0, end + 4));
  const clean = (text: string): string => text.replaceAll('\u0000', '').toWellFormed();
  return { sender: clean(head.from?.address ?? ''), subject: clean(head.subject ?? '') };
}

function asSmtpError(error: unknown, log: Log): Error {
  if (error instanceof InboxRefusal) return error;
  log.warn('The local inbox could not store a mail', { error });
  return new InboxRefusal(451, '4.3.0 The mail could not be stored; try again');
}

function listen(server: SMTPServer, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, HOST, () => {
      server.off('error', reject);
      // A listening TCP server has an address with a port.
      resolve((server.server.address() as AddressInfo).port);
    });
  });
}
