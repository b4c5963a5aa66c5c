import { afterEach, describe, expect, it } from 'vitest';
import { mayCarryPassword } from '../../src/smtp/auth.ts';
import { makeCertificate } from '../support/certificate.ts';
import { startSmtpSink, type SinkScript, type SmtpSink } from '../support/smtp-sink.ts';
import { connected, DATA, ENVELOPE, faultOf, optionsWith, startRawServer, targetOf } from './peer.ts';

const LOGIN = { user: 'ann@x.example', password: 'hunter2 \u00fc' };
const sinks: SmtpSink[] = [];

afterEach(async () => {
  for (const sink of sinks.splice(0)) await sink.close();
});

async function sinkWith(script: SinkScript): Promise<SmtpSink> {
  const sink = await startSmtpSink(script);
  sinks.push(sink);
  return sink;
}

/** Makes the certificate of a sink trusted, as if a CA had signed it. */
function trusting(sink: SmtpSink) {
  return optionsWith({}, { trustedCertificates: [sink.certificate ?? ''] });
}

describe('TLS', () => {
  it.each([
    ['starttls', 'opportunistic'],
    ['starttls', 'required'],
    ['implicit', 'implicit'],
  ] as const)('of a server with %s is used if it is %s, with any certificate', async (offered, wanted) => {
    const sink = await sinkWith({ tls: offered, certificateNames: ['another.example'] });
    const connection = await connected(targetOf(sink.port, { tls: wanted }));
    expect(connection.tls).toMatch(/^TLSv1\.3 TLS_AES_\d+_GCM_SHA\d+$/);
    for (let number = 0; number < 3; number += 1) {
      expect((await connection.send(ENVELOPE, DATA, false)).kind).toBe('accepted');
    }
    expect(sink.messages.map(({ tls }) => tls)).toEqual([true, true, true]);
    await connection.close();
    await sink.until(({ lines }) => lines.at(-1) === 'QUIT');
  });

  it('is not used with `never`, even if the server offers it', async () => {
    const sink = await sinkWith({ tls: 'starttls' });
    const connection = await connected(targetOf(sink.port, { tls: 'never' }));
    expect(connection.tls).toBeUndefined();
    expect(sink.lines).toEqual(['EHLO client.example']);
    connection.destroy();
  });

  it('fails if it is required and not offered, but not if it is optional', async () => {
    const sink = await sinkWith({});
    expect(await faultOf(targetOf(sink.port, { tls: 'required' }))).toMatchObject({
      stage: 'starttls',
      reply: undefined,
      error: 'the server does not offer STARTTLS, and TLS is required',
    });
    const connection = await connected(targetOf(sink.port));
    expect(connection.tls).toBeUndefined();
    connection.destroy();
  });

  it('fails if it is required and the server has no EHLO', async () => {
    const sink = await sinkWith({ tls: 'starttls', on: { ehlo: { say: '502 what' } } });
    expect(await faultOf(targetOf(sink.port, { tls: 'required' }))).toMatchObject({ stage: 'starttls' });
  });

  it('starts a new dialogue: EHLO is sent again, and earlier announcements are dropped', async () => {
    let times = 0;
    const sink = await sinkWith({
      tls: 'starttls',
      on: {
        ehlo: () => {
          times += 1;
          return times === 1 ? { say: '250-sink\r\n250-STARTTLS\r\n250 SMTPUTF8' } : { say: '250 sink' };
        },
      },
    });
    const connection = await connected(targetOf(sink.port));
    expect(times).toBe(2);
    expect(await connection.send(ENVELOPE, DATA, true)).toMatchObject({
      kind: 'refused',
      reply: { enhanced: '5.6.7' },
    });
    connection.destroy();
  });

  it('ignores unencrypted data that was injected after the 220', async () => {
    const sink = await sinkWith({
      tls: 'starttls',
      extensions: [],
      on: { starttls: { say: '220 go\r\n250-evil\r\n250 SMTPUTF8\r\n250 more' } },
    });
    const connection = await connected(targetOf(sink.port));
    expect(connection.tls).toMatch(/^TLSv1\.3/);
    expect(await connection.send(ENVELOPE, DATA, true)).toMatchObject({
      kind: 'refused',
      reply: { enhanced: '5.6.7' },
    });
    expect((await connection.send(ENVELOPE, DATA, false)).kind).toBe('accepted');
    await connection.close();
  });

  it('1.2 is accepted', async () => {
    const sink = await sinkWith({ tls: 'starttls', maxTlsVersion: 'TLSv1.2' });
    const connection = await connected(targetOf(sink.port));
    expect(connection.tls).toMatch(/^TLSv1\.2 ECDHE-/);
    await connection.close();
  });

  it('1.1 is rejected', async () => {
    const sink = await sinkWith({ tls: 'starttls', maxTlsVersion: 'TLSv1.1' });
    const fault = await faultOf(targetOf(sink.port));
    expect(fault.stage).toBe('starttls');
    expect(fault.error).toMatch(/^the TLS handshake failed: /);
  });

  it.each(['drops the connection', 'is silent', 'drips', 'answers in the clear'] as const)(
    'fails at that stage with a server that %s in the handshake, so that TLS can be skipped',
    async (what) => {
      const server = await startRawServer((socket) => {
        let isTls = false;
        socket.write('220 raw\r\n');
        socket.on('data', (chunk: Buffer) => {
          if (isTls) {
            if (what === 'drops the connection') socket.destroy();
            if (what === 'answers in the clear') socket.write('500 what\r\n');
            if (what === 'drips') {
              const timer = setInterval(() => socket.write(Buffer.from([0x16])), 20);
              socket.on('close', () => clearInterval(timer));
            }
          } else if (chunk.toString().startsWith('STARTTLS')) {
            isTls = true;
            socket.write('220 go\r\n');
          } else socket.write('250-raw\r\n250 STARTTLS\r\n');
        });
      });
      const fault = await faultOf(targetOf(server.port), optionsWith({ connectMs: 1_500 }));
      expect(fault.stage).toBe('starttls');
      expect(fault.error).toMatch(/TLS handshake/);
      const connection = await connected(targetOf(server.port, { tls: 'never' }));
      connection.destroy();
      await server.close();
    },
  );

  it('from the first byte fails with a server that does not use TLS', async () => {
    const sink = await sinkWith({});
    expect(await faultOf(targetOf(sink.port, { tls: 'implicit' }))).toMatchObject({ stage: 'starttls' });
  });
});

describe('a certificate', () => {
  it.each([
    ['starttls', 'required'],
    ['starttls', 'opportunistic'],
    ['implicit', 'implicit'],
  ] as const)('for the name, signed by a trusted authority, is accepted (%s)', async (offered, wanted) => {
    const sink = await sinkWith({ tls: offered, certificateNames: ['mx.example'] });
    const target = targetOf(sink.port, { host: 'mx.example', tls: wanted, verifyTls: true });
    const connection = await connected(target, trusting(sink));
    expect(connection.tls).toBeDefined();
    await connection.close();
  });

  it('for an IP address is accepted if the target is that address', async () => {
    const sink = await sinkWith({ tls: 'implicit', certificateNames: ['127.0.0.1'] });
    const target = targetOf(sink.port, { host: '127.0.0.1', tls: 'implicit', verifyTls: true });
    await (await connected(target, trusting(sink))).close();
  });

  it('for another name causes a failure that names the host', async () => {
    const sink = await sinkWith({ tls: 'starttls', certificateNames: ['other.example'] });
    const target = targetOf(sink.port, { host: 'mx.example', tls: 'required', verifyTls: true });
    const fault = await faultOf(target, trusting(sink));
    expect(fault.stage).toBe('starttls');
    expect(fault.error).toMatch(/^the TLS certificate of mx\.example is not valid: .*other\.example/);
    expect(sink.messages).toHaveLength(0);
  });

  it('causes a failure if it must be verified and is not signed by an authority', async () => {
    const sink = await sinkWith({ tls: 'implicit' });
    const fault = await faultOf(targetOf(sink.port, { tls: 'implicit', verifyTls: true }));
    expect(fault.error).toMatch(/^the TLS certificate of localhost is not valid: /);
  });

  it('of another owner with the same name causes a failure', async () => {
    const sink = await sinkWith({ tls: 'implicit', certificateNames: ['mx.example'] });
    const trusted = [makeCertificate(['mx.example']).cert];
    const target = targetOf(sink.port, { host: 'mx.example', tls: 'implicit', verifyTls: true });
    const fault = await faultOf(target, optionsWith({}, { trustedCertificates: trusted }));
    expect(fault.error).toMatch(/certificate of mx\.example is not valid/);
  });
});

describe('a login', () => {
  it.each([
    ['PLAIN', ['PLAIN', 'LOGIN'], ['PLAIN']],
    ['LOGIN', ['CRAM-MD5', 'LOGIN'], ['LOGIN']],
  ])('works with %s, and is not shown', async (mechanism, mechanisms) => {
    const sink = await sinkWith({ tls: 'starttls', login: { ...LOGIN, mechanisms } });
    const connection = await connected(targetOf(sink.port, { tls: 'required', login: LOGIN }));
    const { conversation } = await connection.send(ENVELOPE, DATA, false);
    expect(sink.messages[0]?.authenticated).toBe(LOGIN.user);
    expect(conversation).toContain(`> AUTH ${mechanism}`);
    expect(conversation).toContain('***');
    for (const secret of secretsOf(LOGIN)) expect(conversation).not.toContain(secret);
    await connection.close();
  });

  it.each([['PLAIN'], ['LOGIN']])('fails if it is wrong (%s), and is not shown', async (mechanism) => {
    const sink = await sinkWith({ tls: 'implicit', login: { ...LOGIN, password: 'other', mechanisms: [mechanism] } });
    const fault = await faultOf(targetOf(sink.port, { tls: 'implicit', login: LOGIN }));
    expect(fault).toMatchObject({ stage: 'auth', reply: { code: 535, enhanced: '5.7.8' } });
    expect(fault.error).toBe('the server did not accept the login: 535 5.7.8 *** is wrong');
    for (const secret of secretsOf(LOGIN)) expect(JSON.stringify(fault)).not.toContain(secret);
  });

  it('fails if the server offers only unsupported mechanisms', async () => {
    const sink = await sinkWith({ tls: 'implicit', login: { ...LOGIN, mechanisms: ['CRAM-MD5', 'XOAUTH2'] } });
    expect(await faultOf(targetOf(sink.port, { tls: 'implicit', login: LOGIN }))).toMatchObject({
      stage: 'auth',
      error: 'the server offers AUTH CRAM-MD5 XOAUTH2, but Postrider supports only PLAIN and LOGIN',
    });
  });

  it('fails if the server offers no AUTH', async () => {
    const sink = await sinkWith({ tls: 'implicit' });
    expect(await faultOf(targetOf(sink.port, { tls: 'implicit', login: LOGIN }))).toMatchObject({
      stage: 'auth',
      error: 'the server offers no AUTH, but Postrider supports only PLAIN and LOGIN',
    });
  });

  it('is sent without TLS only to this machine', async () => {
    const sink = await sinkWith({ login: LOGIN });
    const connection = await connected(targetOf(sink.port, { login: LOGIN }));
    expect((await connection.send(ENVELOPE, DATA, false)).kind).toBe('accepted');
    await connection.close();
    expect(mayCarryPassword(undefined, '127.0.0.1')).toBe(true);
    expect(mayCarryPassword(undefined, '127.9.9.9')).toBe(true);
    expect(mayCarryPassword(undefined, '::1')).toBe(true);
    expect(mayCarryPassword(undefined, '10.0.0.1')).toBe(false);
    expect(mayCarryPassword(undefined, '128.0.0.1')).toBe(false);
    expect(mayCarryPassword(undefined, '::2')).toBe(false);
    expect(mayCarryPassword('TLSv1.3 X', '10.0.0.1')).toBe(true);
  });
});

function secretsOf({ user, password }: typeof LOGIN): string[] {
  const base64 = (text: string): string => Buffer.from(text).toString('base64');
  return [password, base64(password), base64(`\0${user}\0${password}`)];
}
