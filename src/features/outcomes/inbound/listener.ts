import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server';
import type { Clock } from '../../../base/clock.ts';
import type { Db } from '../../../base/db.ts';
import { createUuidGenerator } from '../../../base/ids.ts';
import { networkOf } from '../../../base/ip-address.ts';
import type { Log } from '../../../base/log.ts';
import { isReportAddress, type AddressBook } from './addresses.ts';
import { insertInbound } from './queries.ts';
import { createReceiver, InboundRefusal } from './receive.ts';
import { createSessions, type Session, type Sessions } from './sessions.ts';

/** Maximum size of a bounce or other message, in bytes (inclusive). */
export const MAX_MAIL_BYTES = 1024 * 1024;
/**
 * Maximum size of a TLS or DMARC report, in bytes. RFC 8460 section 3.2 and RFC 9990 allow larger reports than other
 * email.
 */
export const MAX_REPORT_BYTES = 10 * 1024 * 1024;
export const MAX_RECIPIENTS = 10;
export const MAX_CONNECTIONS = 100;
export const MAX_CONNECTIONS_AN_ADDRESS = 20;
/** Number of connections beyond the limit that receive a 421 reply. Further connections are not accepted. */
const MAX_REJECTED_CONNECTIONS = 50;
const IDLE_MS = 60_000;
const SESSION_MS = 5 * 60_000;
const CLOSE_MS = 2_000;

export interface InboundListener {
  readonly port: number;
  /**
   * Stops accepting connections and closes all connections after at most 2 s. Resolves when all messages in progress
   * are stored or rejected.
   */
  close(): Promise<void>;
}

export interface ListenerParts {
  readonly db: Db;
  readonly log: Log;
  readonly clock: Clock;
  readonly book: AddressBook;
  /** Called after each message is stored. */
  readonly onStored: () => void;
}

export interface ListenerOptions {
  readonly host: string;
  /** Port to listen on. 0 selects any free port. */
  readonly port: number;
  /** The host name in the greeting. */
  readonly hostname: string;
  /** Certificate and key (PEM) for STARTTLS. */
  readonly tls: { readonly cert: string; readonly key: string } | undefined;
  /** Maximum duration of a session, in milliseconds. Default: 5 min. */
  readonly sessionMs?: number;
}

/**
 * Starts the SMTP listener for bounces and reports. It accepts email only for addresses of this installation. It
 * replies 250 only after a message is stored, and 451 if the message cannot be stored, for example because the database
 * is unavailable. Rejects if the port cannot be opened, for example with EADDRINUSE.
 */
export async function startListener(parts: ListenerParts, options: ListenerOptions): Promise<InboundListener> {
  const { log } = parts;
  const sessions = createSessions({
    maxAnAddress: MAX_CONNECTIONS_AN_ADDRESS,
    deadlineMs: options.sessionMs ?? SESSION_MS,
    cutOff: (id) => hangUp(server, id, '4.4.2 Timeout exceeded'),
  });
  const inProgress = new Set<Promise<void>>();
  const take = createDataHandler(parts, sessions, (id) => hangUp(server, id, '4.3.0 Goodbye'));
  const server: SMTPServer = new InboundServer(sessions, {
    ...serverOptions(options),
    onConnect(session, next) {
      next(
        sessions.of(session.id) ? undefined : new InboundRefusal(421, '4.7.0 Too many connections from your address'),
      );
    },
    onSecure(socket, session, next) {
      sessions.of(session.id)?.listenTo(socket);
      next();
    },
    onMailFrom(_address, session, next) {
      next(
        sessions.of(session.id)?.hasSpokenEarly
          ? new InboundRefusal(421, '5.5.0 Commands sent without waiting for replies')
          : undefined,
      );
    },
    onRcptTo({ address }, session, next) {
      void answerRecipient(parts, sessions.of(session.id), address, next);
    },
    onData(stream, session, answer) {
      sessions.of(session.id)?.startData();
      const taking = take(stream, session, answer);
      inProgress.add(taking);
      void taking.then(() => inProgress.delete(taking));
    },
    onClose: (session) => sessions.end(session.id),
  });
  // Log connection errors, for example if a peer disconnects. Without a handler, they would end the process.
  server.on('error', (error) => log.debug('Inbound connection failed', { error: error.message }));
  server.server.maxConnections = MAX_CONNECTIONS + MAX_REJECTED_CONNECTIONS;
  const port = await listen(server, options);
  return {
    port,
    async close() {
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await Promise.all(inProgress);
      sessions.clear();
    },
  };
}

/** SMTP server that registers each connection before its first byte arrives. */
class InboundServer extends SMTPServer {
  private readonly sessions: Sessions;

  constructor(sessions: Sessions, options: SMTPServerOptions) {
    super(options);
    this.sessions = sessions;
  }

  override connect(...[socket, options]: Parameters<SMTPServer['connect']>): void {
    const id = options?.id;
    if (id !== undefined) this.sessions.begin(id, networkOf(socket.remoteAddress ?? ''))?.listenTo(socket);
    super.connect(socket, options);
  }
}

function serverOptions({ hostname, tls }: ListenerOptions): SMTPServerOptions {
  return {
    name: hostname,
    banner: 'Postrider',
    ...tls,
    disabledCommands: tls ? ['AUTH'] : ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    hidePIPELINING: true,
    size: MAX_REPORT_BYTES,
    maxRecipients: MAX_RECIPIENTS,
    maxClients: MAX_CONNECTIONS,
    socketTimeout: IDLE_MS,
    closeTimeout: CLOSE_MS,
    logger: false,
  };
}

async function answerRecipient(
  { book, log }: ListenerParts,
  session: Session | undefined,
  address: string,
  answer: Answer,
): Promise<void> {
  try {
    const purpose = await book.purposeOf(address);
    if (purpose) answer();
    else if (session?.refuseRecipient()) answer(new InboundRefusal(421, '4.7.0 Too many unknown recipients'));
    else answer(new InboundRefusal(550, '5.1.1 No such address here'));
  } catch (error) {
    log.warn('Inbound recipient lookup failed', { error });
    answer(new InboundRefusal(451, '4.3.0 Temporary address lookup failure; try again later'));
  }
}

type Answer = (error?: Error | null, message?: string) => void;
type DataHandler = (stream: SMTPServerDataStream, session: SMTPServerSession, answer: Answer) => Promise<void>;

/** Creates the handler that stores each message and replies with the result. */
function createDataHandler(parts: ListenerParts, sessions: Sessions, goodbye: (id: string) => void): DataHandler {
  const receiver = createReceiver();
  const nextUuid = createUuidGenerator();
  return async (stream, smtp, answer) => {
    const session = sessions.of(smtp.id);
    const { mailFrom, rcptTo } = smtp.envelope;
    const recipients = rcptTo.map(({ address }) => address.toLowerCase().toWellFormed());
    let refusal: InboundRefusal | undefined;
    const maxBytes = recipients.some(isReportAddress) ? MAX_REPORT_BYTES : MAX_MAIL_BYTES;
    try {
      // Safe cast: a byte stream without an encoding yields Buffer chunks.
      await receiver.receive(stream as AsyncIterable<Buffer>, maxBytes, async (raw) => {
        if (session?.endData() === false)
          throw new InboundRefusal(554, '5.5.0 Commands sent without waiting for replies');
        const sender = (mailFrom ? mailFrom.address : '').toWellFormed();
        await insertInbound(parts.db, nextUuid(parts.clock.now()), sender, recipients, smtp.remoteAddress, raw);
      });
      parts.onStored();
    } catch (error) {
      session?.endData();
      refusal = asRefusal(error, parts.log);
    }
    if (refusal) answer(refusal);
    else answer(null, '2.0.0 Stored');
    if (session?.answered() === false) goodbye(smtp.id);
  };
}

function asRefusal(error: unknown, log: Log): InboundRefusal {
  if (error instanceof InboundRefusal) return error;
  log.warn('Inbound message could not be stored', { error });
  return new InboundRefusal(451, '4.3.0 The message could not be stored; try again later');
}

function hangUp(server: SMTPServer, id: string, words: string): void {
  for (const connection of server.connections) {
    if (connection.id === id) connection.send(421, words);
  }
}

function listen(server: SMTPServer, { host, port }: ListenerOptions): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      // Safe cast: a TCP server that listens has an address with a port.
      resolve((server.server.address() as AddressInfo).port);
    });
  });
}
