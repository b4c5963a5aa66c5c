import { createTransport } from 'nodemailer';
import { contentOf, RECIPIENT, SENDER, SIGNING } from '../mails.ts';

// The loop that many write: a pool of connections, signed by the library, no queue, one process.

const CONNECTIONS = 20;
const [, , port = '', privateKey = ''] = process.argv;

const transport = createTransport({
  pool: true,
  host: '127.0.0.1',
  port: Number(port),
  secure: false,
  ignoreTLS: true,
  maxConnections: CONNECTIONS,
  maxMessages: Number.POSITIVE_INFINITY,
  dkim: { domainName: SIGNING.domain, keySelector: SIGNING.selector, privateKey },
});

process.on('message', (count: number) => {
  void sendAll(count).then(() => process.send?.('sent'));
});
process.on('disconnect', () => transport.close());
process.send?.('ready');

async function sendAll(count: number): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (next < count) {
        next += 1;
        await transport.sendMail({ from: SENDER, to: RECIPIENT, ...contentOf(next) });
      }
    }),
  );
}
