import { generateKeyPairSync, sign } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { contentOf, RECIPIENT, SENDER } from '../mails.ts';

// The least that a process of Node must do for a signed mail: a signature with RSA-2048, and the bytes on a socket. No
// queue, no database, nothing composed, nothing remembered.

const CONNECTIONS = 16;
const LINE_FEED = 10;
/** What a signature covers in a mail of this size. */
const SIGNED_BYTES = 600;
const COMMANDS = `MAIL FROM:<${SENDER}>\r\nRCPT TO:<${RECIPIENT}>\r\nDATA\r\n`;
const ANSWERS_TO_COMMANDS = 3;

const [, , port = ''] = process.argv;
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const covered = Buffer.alloc(SIGNED_BYTES, 'h');
const { html, text } = contentOf(1);
const body = Buffer.from(`\r\n${text}\r\n${html}\r\n`);

process.on('message', (count: number) => {
  void sendAll(count).then(() => process.send?.('sent'));
});
process.on('disconnect', () => process.exit(0));
process.send?.('ready');

async function sendAll(count: number): Promise<void> {
  const share = Math.ceil(count / CONNECTIONS);
  await Promise.all(
    Array.from({ length: CONNECTIONS }, (_none, index) => sendSome(Math.min(share, count - index * share))),
  );
}

function sendSome(count: number): Promise<void> {
  if (count <= 0) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const socket = connect({ port: Number(port), host: '127.0.0.1', noDelay: true });
    // The answers that are awaited at each step: greeting, EHLO, then the commands and the final dot of each mail in turn.
    let left = count;
    let step: 'greeting' | 'ehlo' | 'commands' | 'dot' = 'greeting';
    let awaited = 1;
    const next = (): void => {
      if (left === 0) {
        socket.end();
        resolve();
        return;
      }
      left -= 1;
      socket.write(COMMANDS);
      [step, awaited] = ['commands', ANSWERS_TO_COMMANDS];
    };
    socket.on('error', reject);
    socket.on('data', (chunk: Buffer) => {
      awaited -= step === 'ehlo' ? 1 : chunk.filter((byte) => byte === LINE_FEED).length;
      if (awaited > 0) return;
      if (step === 'greeting') {
        socket.write('EHLO bench.example\r\n');
        [step, awaited] = ['ehlo', 1];
      } else if (step === 'commands') {
        sendMail(socket);
        [step, awaited] = ['dot', 1];
      } else next();
    });
  });
}

function sendMail(socket: Socket): void {
  const signature = sign('sha256', covered, privateKey).toString('base64');
  socket.cork();
  socket.write(`DKIM-Signature: b=${signature}\r\n`);
  socket.write(body);
  socket.write('.\r\n');
  socket.uncork();
}
