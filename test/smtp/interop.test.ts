import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { describe, expect, it } from 'vitest';
import { makeCertificate } from '../support/certificate.ts';
import { connected, DATA, ENVELOPE, optionsWith, targetOf } from './peer.ts';

interface Taken {
  readonly from: string;
  readonly to: readonly string[];
  readonly data: string;
  readonly user: string | undefined;
  readonly isSecure: boolean;
}

describe('a third-party server', () => {
  it.each([
    ['starttls', 'required', 'PLAIN'],
    ['starttls', 'required', 'LOGIN'],
    ['implicit', 'implicit', 'PLAIN'],
  ] as const)('accepts messages over %s (%s, %s)', async (offered, wanted, mechanism) => {
    const certificate = makeCertificate(['mx.example']);
    const taken: Taken[] = [];
    const server = new SMTPServer({
      ...certificate,
      secure: offered === 'implicit',
      authMethods: [mechanism],
      logger: false,
      disableReverseLookup: true,
      onAuth(auth, _session, callback) {
        if (auth.username === 'ann' && auth.password === 'hunter2') callback(null, { user: 'ann' });
        else callback(new Error('wrong'));
      },
      onRcptTo({ address }, _session, callback) {
        const refusal = Object.assign(new Error('5.1.1 no such user'), { responseCode: 550 });
        callback(address.startsWith('nobody') ? refusal : null);
      },
      onData(stream, session, callback) {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const { mailFrom, rcptTo } = session.envelope;
          taken.push({
            from: mailFrom === false ? '' : mailFrom.address,
            to: rcptTo.map(({ address }) => address),
            data: Buffer.concat(chunks).toString(),
            user: session.user,
            isSecure: session.secure,
          });
          callback(null, 'taken');
        });
      },
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', () => resolve());
    });
    const { port } = server.server.address() as AddressInfo;
    const login = { user: 'ann', password: 'hunter2' };
    const target = targetOf(port, { host: 'mx.example', tls: wanted, verifyTls: true, login });
    const connection = await connected(target, optionsWith({}, { trustedCertificates: [certificate.cert] }));

    const dotty = 'Subject: dots\r\n\r\n.\r\n..\r\n.a\r\n';
    expect((await connection.send(ENVELOPE, DATA, false)).kind).toBe('accepted');
    const nobody = { ...ENVELOPE, to: 'nobody@y.example' as typeof ENVELOPE.to };
    expect(await connection.send(nobody, DATA, false)).toMatchObject({
      kind: 'refused',
      stage: 'rcpt',
      reply: { code: 550 },
    });
    expect((await connection.send({ ...ENVELOPE, from: '' }, Buffer.from(dotty), false)).kind).toBe('accepted');
    await connection.close();
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
    });

    const about = { to: ['bob@y.example'], user: 'ann', isSecure: true };
    expect(taken).toEqual([
      { ...about, from: 'ann@x.example', data: DATA.toString() },
      { ...about, from: '', data: dotty },
    ]);
  });
});
