import { generateKeyPairSync } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { openDatabase, type Database } from '../../../src/base/db.ts';
import { silentLog } from '../../../src/base/log.ts';
import { createSigner, type DkimKey } from '../../../src/mail/dkim.ts';
import { compileSkeleton } from '../../../src/mail/skeleton.ts';
import { mailingOf, RECIPIENT, SENDER, SIGNING } from '../mails.ts';

// The least that a process of Node must do for a campaign that survives its death: recipients are leased from PostgreSQL,
// each mail is composed, signed and sent, and what became of it is recorded. No sites, no fairness, no journal, no timeline,
// no statistics, no second look at anything.

const CONNECTIONS = 16;
const LINE_FEED = 10;
const CLAIM = 250;
const RECORD = 128;
const COMMANDS = `MAIL FROM:<${SENDER}>\r\nRCPT TO:<${RECIPIENT}>\r\nDATA\r\n`;
const ANSWERS_A_MAIL = 4;

const LEASE = `with due as (
    select no from bench_queue where state = 0 and leased_until < now() order by no limit ${CLAIM} for update skip locked
  )
  update bench_queue q set leased_until = now() + interval '30 s' from due where q.no = due.no returning q.no, q.data`;
const FINISH = `with done as (
    update bench_queue q set state = 2 from unnest($1::integer[]) as o (no) where q.no = o.no returning q.no
  )
  insert into bench_record (no, finished_at, host, conversation)
  select no, now(), '127.0.0.1', $2 from done`;

interface Recipient {
  readonly no: number;
  readonly data: Record<string, string>;
}

const [, , port = '', databaseUrl = ''] = process.argv;
const db: Database = openDatabase({ url: databaseUrl, log: silentLog, connections: 4, applicationName: 'bench' });
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const key: DkimKey = { ...SIGNING, algorithm: 'rsa-sha256', privateKey };
const signer = createSigner();
const skeleton = compileSkeleton(mailingOf(SENDER));
const conversation = COMMANDS.repeat(2);

process.on('message', () => {
  void sendAll().then(() => process.send?.('sent'));
});
process.on('disconnect', () => process.exit(0));
process.send?.('ready');

async function sendAll(): Promise<void> {
  const records: Promise<unknown>[] = [];
  let waiting: Recipient[] = [];
  let isOver = false;
  let claiming: Promise<void> | undefined;
  let done: number[] = [];

  async function claim(): Promise<void> {
    const rows = await db.query<{ no: number; data: Record<string, string> }>({ name: 'lease', text: LEASE }, []);
    isOver = rows.length === 0;
    waiting = [...waiting, ...rows];
    claiming = undefined;
  }

  function record(): void {
    records.push(db.query({ name: 'finish', text: FINISH }, [done, conversation]));
    done = [];
  }

  await Promise.all(
    Array.from({ length: CONNECTIONS }, () =>
      sendSome(
        async () => {
          while (waiting.length === 0 && !isOver) await (claiming ??= claim());
          if (waiting.length < CLAIM && !isOver) claiming ??= claim();
          return waiting.shift();
        },
        ({ no }) => {
          if (done.push(no) === RECORD) record();
        },
      ),
    ),
  );
  if (done.length > 0) record();
  await Promise.all(records);
}

/** One connection; the commands of a mail go out with the data of the one before. */
function sendSome(take: () => Promise<Recipient | undefined>, onSent: (recipient: Recipient) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port: Number(port), host: '127.0.0.1', noDelay: true });
    let present: Recipient | undefined;
    let step: 'greeting' | 'ehlo' | 'commands' | 'mail' = 'greeting';
    let awaited = 1;
    const goOn = async (): Promise<void> => {
      present = await take();
      if (!present) {
        socket.destroy();
        resolve();
        return;
      }
      writeMail(socket, present);
      [step, awaited] = ['mail', ANSWERS_A_MAIL];
    };
    socket.on('error', reject);
    socket.on('data', (chunk: Buffer) => {
      awaited -= step === 'ehlo' ? 1 : chunk.filter((byte) => byte === LINE_FEED).length;
      if (awaited > 0) return;
      if (step === 'greeting') {
        socket.write('EHLO bench.example\r\n');
        [step, awaited] = ['ehlo', 1];
      } else if (step === 'ehlo') {
        socket.write(COMMANDS);
        [step, awaited] = ['commands', ANSWERS_A_MAIL - 1];
      } else {
        if (present) onSent(present);
        goOn().catch(reject);
      }
    });
  });
}

function writeMail(socket: Socket, { data, no }: Recipient): void {
  const date = new Date();
  const mail = skeleton.render({
    to: { name: undefined, address: RECIPIENT },
    messageId: `${no}@${SIGNING.domain}`,
    date,
    values: data,
    linkToken: () => '',
  });
  socket.cork();
  socket.write(signer.sign(mail, [key], date));
  socket.write(`.\r\n${COMMANDS}`);
  socket.uncork();
}
