import { afterEach, describe, expect, it } from 'vitest';
import { connected, faultOf, optionsWith, startRawServer, targetOf } from './peer.ts';

const LOGIN = { user: 'ann', password: 'hunter2' };
const PLAIN = Buffer.from('\0ann\0hunter2').toString('base64');
const [USER, PASSWORD] = [Buffer.from('ann').toString('base64'), Buffer.from('hunter2').toString('base64')];

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/**
 * Starts a server that offers mechanisms and replies to the lines after AUTH according to a table. Lines that are not
 * in the table get a 500 reply.
 */
async function serverWith(
  mechanisms: string,
  answers: Readonly<Record<string, string>>,
): Promise<{ readonly port: number; readonly lines: string[] }> {
  const lines: string[] = [];
  const server = await startRawServer((socket) => {
    socket.write('220 raw.example\r\n');
    socket.on('data', (chunk: Buffer) => {
      for (const line of chunk.toString('latin1').split('\r\n').filter(Boolean)) {
        if (line.startsWith('EHLO')) socket.write(`250-raw.example\r\n250 AUTH ${mechanisms}\r\n`);
        else if (line === 'QUIT') socket.end('221 bye\r\n');
        else {
          lines.push(line);
          socket.write(`${answers[line] ?? '500 what'}\r\n`);
        }
      }
    });
  });
  closers.push(() => server.close());
  return { port: server.port, lines };
}

describe('signing in', () => {
  it.each([
    ['PLAIN in one step', 'PLAIN LOGIN', { [`AUTH PLAIN ${PLAIN}`]: '235 ok' }, 1],
    ['PLAIN with an unknown success code', 'PLAIN', { [`AUTH PLAIN ${PLAIN}`]: '230 ok' }, 1],
    ['PLAIN that is requested again', 'PLAIN', { [`AUTH PLAIN ${PLAIN}`]: '334', [PLAIN]: '235 ok' }, 2],
    [
      'PLAIN in two steps',
      'PLAIN',
      { [`AUTH PLAIN ${PLAIN}`]: '501 5.5.4 no initial response', 'AUTH PLAIN': '334 ', [PLAIN]: '235 ok' },
      3,
    ],
    ['LOGIN', 'LOGIN', { 'AUTH LOGIN': '334 VXNlcm5hbWU6', [USER]: '334 UGFzc3dvcmQ6', [PASSWORD]: '235 ok' }, 3],
    [
      'LOGIN with the user name in the command',
      'LOGIN',
      { 'AUTH LOGIN': '501 where is the name', [`AUTH LOGIN ${USER}`]: '334', [PASSWORD]: '235 ok' },
      3,
    ],
    [
      'LOGIN if PLAIN is announced but not supported',
      'PLAIN LOGIN',
      {
        [`AUTH PLAIN ${PLAIN}`]: '504 5.5.4 unknown',
        'AUTH PLAIN': '504 5.5.4 unknown',
        'AUTH LOGIN': '334 VXNlcm5hbWU6',
        [USER]: '334 UGFzc3dvcmQ6',
        [PASSWORD]: '235 ok',
      },
      5,
    ],
  ])('works with %s', async (_name, mechanisms, answers, lines) => {
    const server = await serverWith(mechanisms, answers);
    const connection = await connected(targetOf(server.port, { login: LOGIN }));
    expect(server.lines).toHaveLength(lines);
    await connection.close();
  });

  it('is not tried again if the credentials are wrong', async () => {
    const server = await serverWith('PLAIN LOGIN', { [`AUTH PLAIN ${PLAIN}`]: '535 5.7.8 wrong' });
    const fault = await faultOf(targetOf(server.port, { login: LOGIN }));
    expect(fault).toMatchObject({ stage: 'auth', reply: { code: 535 } });
    expect(server.lines).toHaveLength(1);
  });

  it('reports the first refusal if no form is accepted, and keeps the secrets out of the conversation', async () => {
    const server = await serverWith('PLAIN LOGIN', { [`AUTH PLAIN ${PLAIN}`]: '504 5.5.4 not here' });
    const fault = await faultOf(targetOf(server.port, { login: LOGIN }), optionsWith());
    expect(fault).toMatchObject({ stage: 'auth', reply: { code: 504 } });
    expect(server.lines).toEqual([`AUTH PLAIN ${PLAIN}`, 'AUTH PLAIN', 'AUTH LOGIN', `AUTH LOGIN ${USER}`]);
    for (const secret of [PLAIN, PASSWORD, 'hunter2']) expect(fault.conversation).not.toContain(secret);
  });

  it('ends if the server asks for more lines than there are', async () => {
    const server = await serverWith('PLAIN', { [`AUTH PLAIN ${PLAIN}`]: '334', [PLAIN]: '334' });
    const fault = await faultOf(targetOf(server.port, { login: LOGIN }));
    expect(fault).toMatchObject({ stage: 'auth', reply: { code: 334 } });
  });
});

describe('after a refused STARTTLS', () => {
  /**
   * Starts a server that rejects STARTTLS. After that, the server closes the connection, continues, or replies to the
   * next command with `then` and closes the connection.
   */
  async function refusing(refusal: string, then: string): Promise<number> {
    const server = await startRawServer((socket) => {
      let isRefused = false;
      socket.write('220 raw.example\r\n');
      socket.on('data', (chunk: Buffer) => {
        const line = chunk.toString('latin1').trim();
        if (line === 'STARTTLS') {
          isRefused = true;
          if (then === 'close') socket.end(`${refusal}\r\n`);
          else socket.write(`${refusal}\r\n`);
        } else if (isRefused && then !== 'go on') socket.end(`${then}\r\n`);
        else if (line.startsWith('EHLO')) socket.write('250-raw.example\r\n250 STARTTLS\r\n');
        else socket.end('221 bye\r\n');
      });
    });
    closers.push(() => server.close());
    return server.port;
  }

  it('the session continues without TLS if the server does', async () => {
    const connection = await connected(targetOf(await refusing('454 4.7.0 no TLS now', 'go on')));
    expect(connection.tls).toBeUndefined();
    await connection.close();
  });

  it.each([
    ['454 4.7.0 TLS not available', 'close'],
    ['500 what', 'close'],
    ['454 4.7.0 TLS not available', '421 4.3.0 bye'],
    ['421 4.3.0 bye', 'close'],
  ])('the session fails with a TLS error if the server replies %s, and then %s', async (refusal, then) => {
    const port = await refusing(refusal, then);
    const fault = { kind: 'fault', stage: 'starttls', tlsFailure: 'starttls-not-supported' };
    expect(await faultOf(targetOf(port))).toMatchObject(fault);
    expect(await faultOf(targetOf(port, { tls: 'required' }))).toMatchObject(fault);
  });
});
