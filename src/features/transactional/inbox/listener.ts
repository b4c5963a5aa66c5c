import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import type { Clock } from '../../../base/clock.ts';
import type { Db } from '../../../base/db.ts';
import type { Log } from '../../../base/log.ts';
import { createKeeper, type Keeper } from './keep.ts';
import type { InboxSummary } from './read.ts';
import { createReceiver, InboxRefusal, MAX_MAIL_BYTES } from './receive.ts';
import { createWatch } from './watch.ts';

const HOST = '127.0.0.1';
const MAX_CLIENTS = 200;
/** RFC 5321 section 4.5.3.1.8 requires support for at least 100 recipients. */
const MAX_RECIPIENTS = 1_000;
const IDLE_MS = 60_000;
/**
 * Time limit for the first message of a connection, and for each further message after the previous one, in
 * milliseconds. Limits peers that avoid the idle timeout by sending a few bytes at a time.
 */
const PROGRESS_MS = 5 * 60_000;
const CLOSE_MS = 2_000;

export interface Inbox {
  readonly port: number;
  /** Registers a listener that is called after each message is stored. */
  onMail(listener: (mail: InboxSummary) => void): void;
  /**
   * Stops accepting connections, and closes the open ones after up to 2 s. Resolves when the messages that were being
   * stored are committed or have failed, and no deletion is in progress.
   */
  close(): Promise<void>;
}

/** The port (0 selects a free port), and the time limit for each message in milliseconds (default: 5 min). */
export interface InboxOptions {
  readonly port: number;
  readonly progressMs?: number;
}

/**
 * Starts an SMTP listener on loopback. It replies 250 only after a message is stored. Rejects if the port cannot be
 * opened, for example with EADDRINUSE.
 */
export async function startInbox(
  parts: { readonly db: Db; readonly log: Log; readonly clock: Clock },
  { port, progressMs = PROGRESS_MS }: InboxOptions,
): Promise<Inbox> {
  const { log } = parts;
  const keeper = createKeeper(parts);
  const listeners: ((mail: InboxSummary) => void)[] = [];
  const progress = createWatch(progressMs, (id) => hangUp(server, id));
  const onData = createDataHandler(keeper, log, (mail) => report(listeners, mail, log));
  const server: SMTPServer = new SMTPServer({
    banner: 'Postrider local inbox',
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    // Accept DSN parameters (RFC 3461), because our own deliveries identify the account by ENVID.
    hideDSN: false,
    size: MAX_MAIL_BYTES,
    maxRecipients: MAX_RECIPIENTS,
    maxClients: MAX_CLIENTS,
    socketTimeout: IDLE_MS,
    closeTimeout: CLOSE_MS,
    onConnect(session, next) {
      progress.begin(session.id);
      next();
    },
    onClose: (session) => progress.end(session.id),
    onData(stream, session, answer) {
      void onData(stream, session, (error, message) => {
        progress.note(session.id);
        answer(error, message);
      });
    },
  });
  // Log connection errors, for example if a peer disconnects. Without a handler, they would crash the process.
  server.on('error', (error) => log.debug('Inbox connection failed', { error: error.message }));
  const listening = await listen(server, port);
  void keeper.prune();
  return {
    port: listening,
    onMail: (listener) => void listeners.push(listener),
    async close() {
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await onData.idle();
      await keeper.idle();
    },
  };
}

type Answer = (error?: Error | null, message?: string) => void;

interface DataHandler {
  (stream: SMTPServerDataStream, session: SMTPServerSession, answer: Answer): Promise<void>;
  /** Resolves when all messages in progress are stored or rejected. */
  idle(): Promise<unknown>;
}

/** Creates the handler that stores each message and replies with the result. */
function createDataHandler(keeper: Keeper, log: Log, onKept: (mail: InboxSummary) => void): DataHandler {
  const receiver = createReceiver();
  const inProgress = new Set<Promise<void>>();

  async function take(stream: SMTPServerDataStream, { envelope }: SMTPServerSession, answer: Answer): Promise<void> {
    const recipients = envelope.rcptTo.map(({ address }) => address);
    const mailFrom = envelope.mailFrom ? envelope.mailFrom.address : '';
    try {
      // Safe cast: a byte stream without an encoding yields Buffer chunks.
      const chunks = stream as AsyncIterable<Buffer>;
      const accountId = accountOf(envelope.dsn?.envid);
      const mail = await receiver.receive(chunks, (raw) => keeper.keep({ mailFrom, recipients, accountId }, raw));
      onKept(mail);
      answer(null, `2.0.0 Stored as ${mail.id}`);
    } catch (error) {
      answer(asSmtpError(error, log));
    }
  }

  const handle = async (stream: SMTPServerDataStream, session: SMTPServerSession, answer: Answer): Promise<void> => {
    const taking = take(stream, session, answer);
    inProgress.add(taking);
    await taking;
    inProgress.delete(taking);
  };
  return Object.assign(handle, { idle: () => Promise.all(inProgress) });
}

/**
 * Returns the account that is encoded in an envelope ID of our own delivery. Returns undefined for all other envelope
 * IDs.
 */
function accountOf(envelopeId: string | null | undefined): number | undefined {
  const [, account] = /^([1-9]\d{0,14})\.[0-9a-f-]{36}$/.exec(envelopeId ?? '') ?? [];
  return account === undefined ? undefined : Number(account);
}

function asSmtpError(error: unknown, log: Log): Error {
  if (error instanceof InboxRefusal) return error;
  log.warn('Storing an email in the local inbox failed', { error });
  return new InboxRefusal(451, '4.3.0 The message could not be stored; try again');
}

/** Calls the listeners. The message is already stored, so a failing listener must not make the sender retry. */
function report(listeners: readonly ((mail: InboxSummary) => void)[], mail: InboxSummary, log: Log): void {
  for (const listener of listeners) {
    try {
      listener(mail);
    } catch (error) {
      log.error('Local inbox listener failed', { error });
    }
  }
}

function hangUp(server: SMTPServer, id: string): void {
  for (const connection of server.connections) {
    if (connection.id !== id) continue;
    connection.send(421, '4.4.2 Connection timed out');
    connection.close();
  }
}

function listen(server: SMTPServer, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, HOST, () => {
      server.off('error', reject);
      // Safe cast: a listening TCP server has an address with a port.
      resolve((server.server.address() as AddressInfo).port);
    });
  });
}
