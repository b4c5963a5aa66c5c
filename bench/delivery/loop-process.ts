import { generateKeyPairSync, sign } from 'node:crypto';
import { connect } from 'node:net';
import { openDatabase } from '../../src/base/db.ts';
import { silentLog } from '../../src/base/log.ts';
import { createSigner } from '../../src/mail/dkim.ts';
import { compileSkeleton } from '../../src/mail/skeleton.ts';
import { contentOf, mailingOf, RECIPIENT, SENDER, SIGNING } from '../messages.ts';

// Minimal Node.js process that sends signed messages. 'bare' only computes an RSA-2048 signature and writes the bytes
// to a socket, without a queue, a database, or composing. 'durable' leases recipients from PostgreSQL, composes, signs,
// and sends each message, and records its outcome, without destination sites, fairness, a journal, a timeline, or
// statistics.

const CONNECTIONS = 16;
const LINE_FEED = 10;
const CLAIM = 250;
const RECORD = 128;
/** Size in bytes of the message headers that a signature covers. */
const SIGNED_BYTES = 600;
const ENVELOPE = `MAIL FROM:<${SENDER}>\r\nRCPT TO:<${RECIPIENT}>\r\nDATA\r\n`;
const ENVELOPE_REPLIES = 3;

const LEASE = `with due as (
    select no from bench_queue where state = 0 and leased_until < now() order by no limit ${CLAIM} for update skip locked
  )
  update bench_queue q set leased_until = now() + interval '30 s' from due where q.no = due.no returning q.no, q.data`;
const FINISH = `with done as (
    update bench_queue q set state = 2 from unnest($1::integer[]) as o (no) where q.no = o.no returning q.no
  )
  insert into bench_record (no, finished_at, host, conversation)
  select no, now(), '127.0.0.1', $2 from done`;

/** The parts of a signed message, without the final dot of the SMTP data. */
interface Outgoing {
  readonly parts: readonly (Buffer | string)[];
  onSent?(): void;
}

const [, , port = '', kind = '', databaseUrl = ''] = process.argv;
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const sendAll = kind === 'bare' ? createBareLoop() : createDurableLoop();

process.on('message', (count: number) => {
  void sendAll(count).then(() => process.send?.('sent'));
});
process.on('disconnect', () => process.exit(0));
process.send?.('ready');

function createBareLoop(): (count: number) => Promise<void> {
  const covered = Buffer.alloc(SIGNED_BYTES, 'h');
  const { html, text } = contentOf(1);
  const body = Buffer.from(`\r\n${text}\r\n${html}\r\n`);
  return async (count) => {
    let left = count;
    await overConnections(false, async () => {
      if (left === 0) return undefined;
      left -= 1;
      const signature = sign('sha256', covered, privateKey).toString('base64');
      return { parts: [`DKIM-Signature: b=${signature}\r\n`, body] };
    });
  };
}

function createDurableLoop(): () => Promise<void> {
  const db = openDatabase({ url: databaseUrl, log: silentLog, connections: 4, applicationName: 'bench' });
  const keys = [{ ...SIGNING, algorithm: 'rsa-sha256', privateKey } as const];
  const signer = createSigner();
  const skeleton = compileSkeleton(mailingOf(SENDER));
  const conversation = ENVELOPE.repeat(2);
  return async () => {
    const records: Promise<unknown>[] = [];
    const due: { readonly no: number; readonly data: Record<string, string> }[] = [];
    let [isOver, done] = [false, [] as number[]];
    let claiming: Promise<void> | undefined;
    const claim = async (): Promise<void> => {
      const rows = await db.query<(typeof due)[number]>({ name: 'lease', text: LEASE }, []);
      isOver = rows.length === 0;
      due.push(...rows);
      claiming = undefined;
    };
    const record = (): void => {
      if (done.length > 0) records.push(db.query({ name: 'finish', text: FINISH }, [done, conversation]));
      done = [];
    };
    await overConnections(true, async () => {
      while (due.length === 0 && !isOver) await (claiming ??= claim());
      if (due.length < CLAIM && !isOver) claiming ??= claim();
      const recipient = due.shift();
      if (!recipient) return undefined;
      const { data: values, no } = recipient;
      const [date, to, messageId] = [new Date(), { name: undefined, address: RECIPIENT }, `${no}@${SIGNING.domain}`];
      const message = skeleton.render({ to, messageId, date, values, linkToken: () => '' });
      return { parts: [signer.sign(message, keys, date)], onSent: () => void (done.push(no) === RECORD && record()) };
    });
    record();
    await Promise.all(records);
  };
}

async function overConnections(isPipelined: boolean, take: () => Promise<Outgoing | undefined>): Promise<void> {
  await Promise.all(Array.from({ length: CONNECTIONS }, () => overOneConnection(isPipelined, take)));
}

/**
 * Sends messages until `take` returns none. If `isPipelined` is set, sends each envelope together with the preceding
 * message.
 */
function overOneConnection(isPipelined: boolean, take: () => Promise<Outgoing | undefined>): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port: Number(port), host: '127.0.0.1', noDelay: true });
    let present: Outgoing | undefined;
    let step: 'greeting' | 'ehlo' | 'envelope' | 'message' = 'greeting';
    let awaited = 1;
    const write = (text: string, next: typeof step, replies: number): void => {
      socket.write(text);
      [step, awaited] = [next, replies];
    };
    const sendNext = async (): Promise<void> => {
      present = await take();
      if (!present) {
        socket.destroy();
        resolve();
        return;
      }
      socket.cork();
      for (const part of present.parts) socket.write(part);
      if (isPipelined) write(`.\r\n${ENVELOPE}`, 'message', 1 + ENVELOPE_REPLIES);
      else write('.\r\n', 'message', 1);
      socket.uncork();
    };
    socket.on('error', reject);
    socket.on('data', (chunk: Buffer) => {
      awaited -= step === 'ehlo' ? 1 : chunk.filter((byte) => byte === LINE_FEED).length;
      if (awaited > 0) return;
      if (step === 'message') present?.onSent?.();
      if (step === 'greeting') write('EHLO bench.example\r\n', 'ehlo', 1);
      else if (step === 'ehlo' || (step === 'message' && !isPipelined)) write(ENVELOPE, 'envelope', ENVELOPE_REPLIES);
      else sendNext().catch(reject);
    });
  });
}
