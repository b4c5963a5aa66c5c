import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { parseMailbox, isFault } from '../../../../mail/address.ts';
import { createPreparer, type PrepareParts } from './prepare.ts';
import { MailTooLarge, MessageDeleted, outcomeOfFailure, UnpreparableMail } from './unprepared.ts';
import type { MailKey, OutgoingMail } from '../types.ts';

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

function outgoing(messageId: string, composed: number[] = []): OutgoingMail {
  const from = parseMailbox('post@acme.example');
  if (isFault(from)) throw new Error(from.fault);
  const mail = {
    from,
    to: [from],
    cc: [],
    replyTo: [],
    subject: 'S',
    html: '<p>all</p>',
    text: 'T',
    headers: [],
    messageId: `${messageId}@acme.example`,
    date: new Date(1_700_000_000_000),
  };
  const isTracked = messageId.startsWith('tracked');
  return {
    mail,
    signingDomain: 'acme.example',
    envelopeFrom: from.address,
    ...(messageId === 'alone' && { isForOne: true }),
    ...(isTracked && {
      forRecipient: (no: number) => {
        composed.push(no);
        return { ...mail, html: `<p>recipient ${no}</p>` };
      },
    }),
  };
}

/**
 * Creates a preparer that can load every message except `gone`. Records each load and the recipients for which messages
 * were composed.
 */
function preparer() {
  const loads: string[] = [];
  const composed: number[] = [];
  const prepare = createPreparer({
    loadMails: (keys: readonly MailKey[]) => {
      loads.push(...keys.map(({ messageId }) => messageId));
      const known = keys.filter(({ messageId }) => messageId !== 'gone');
      return Promise.resolve(new Map(known.map(({ messageId }) => [messageId, outgoing(messageId, composed)])));
    },
    signingKeys: () =>
      Promise.resolve([{ selector: 's', domain: 'acme.example', algorithm: 'rsa-sha256', privateKey }]),
  });
  return { prepare, loads, composed };
}

function key(messageId: string, recipientNo: number) {
  return { accountId: 1, messageId, mailClass: 'transactional', recipientNo } as const;
}

describe('a message that is the same for all recipients', () => {
  it('is composed once for all recipients', async () => {
    const { prepare, loads } = preparer();
    const [first, second] = [await prepare.mail(key('plain', 0)), await prepare.mail(key('plain', 1))];
    expect(second).toBe(first);
    expect(loads).toEqual(['plain']);
  });
});

describe('a message that differs by recipient', () => {
  it('is loaded once and composed for each recipient', async () => {
    const { prepare, loads } = preparer();
    const [first, second] = [await prepare.mail(key('tracked', 0)), await prepare.mail(key('tracked', 1))];
    expect(first.data.toString()).toContain('<p>recipient 0</p>');
    expect(second.data.toString()).toContain('<p>recipient 1</p>');
    expect(loads).toEqual(['tracked']);
  });

  it('is kept for one use and composed again with the same bytes for the next', async () => {
    const { prepare } = preparer();
    const first = await prepare.mail(key('tracked', 0));
    const again = await prepare.mail(key('tracked', 0));
    expect(again).not.toBe(first);
    expect(again.data.equals(first.data)).toBe(true);
  });

  it('has the same bytes when another process prepares it again', async () => {
    const [first, second] = [preparer().prepare, preparer().prepare];
    const mails = [await first.mail(key('tracked', 3)), await second.mail(key('tracked', 3))];
    expect(mails[1]?.data.equals(mails[0]?.data ?? Buffer.alloc(0))).toBe(true);
  });

  it('is evicted when more messages are prepared than the cache holds', async () => {
    const { composed, prepare } = preparer();
    for (let no = 0; no <= 40; no += 1) prepare.begin(key('tracked', no));
    await prepare.mail(key('tracked', 0));
    expect(composed.filter((no) => no === 0)).toHaveLength(2);
    await prepare.mail(key('tracked', 40));
    expect(composed.filter((no) => no === 40)).toHaveLength(1);
  });
});

describe('a message with one recipient', () => {
  it('is loaded once for `begin` and `mail`, and is not kept after that', async () => {
    const { loads, prepare } = preparer();
    prepare.begin(key('alone', 0));
    await prepare.mail(key('alone', 0));
    expect(loads).toEqual(['alone']);
    await prepare.mail(key('alone', 0));
    expect(loads).toEqual(['alone', 'alone']);
  });

  it('fails immediately if it is larger than receivers accept', async () => {
    const large = outgoing('alone');
    const mail = { ...large.mail, text: 'ä'.repeat(4_000_000) };
    const prepare = createPreparer({
      loadMails: () => Promise.resolve(new Map([['alone', { ...large, mail }]])),
      signingKeys: () =>
        Promise.resolve([{ selector: 's', domain: 'acme.example', algorithm: 'rsa-sha256', privateKey }]),
    });
    const error: unknown = await prepare.mail(key('alone', 0)).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(MailTooLarge);
    expect(outcomeOfFailure(error, { attempts: 0 })).toMatchObject({
      kind: 'failed',
      status: '5.3.4',
      reason: expect.stringMatching(
        /10,9\d\d,\d{3} bytes, and many servers reject emails larger than 10,240,000 bytes/,
      ),
    });
  });

  it('is prepared again for `mail` if `begin` failed', async () => {
    let isAway = true;
    const prepare = createPreparer({
      loadMails: (keys) => {
        if (isAway) return Promise.reject(new Error('connect ECONNREFUSED'));
        return Promise.resolve(new Map(keys.map(({ messageId }) => [messageId, outgoing(messageId)])));
      },
      signingKeys: () => Promise.resolve([]),
    });
    prepare.begin(key('alone', 0));
    await expect(prepare.mail(key('alone', 0))).rejects.toThrow(UnpreparableMail);
    isAway = false;
    expect((await prepare.mail(key('alone', 0))).data.length).toBeGreaterThan(0);
  });
});

it('rejects with MessageDeleted when the message no longer exists', async () => {
  await expect(preparer().prepare.mail(key('gone', 0))).rejects.toThrow(MessageDeleted);
});

describe('a message that cannot be loaded', () => {
  const words = 'Unknown frame descriptor';
  const good = ['a', 'b', 'c', 'd'];
  /** Prepares messages concurrently and returns the settled results. */
  const ask = async (loadMails: PrepareParts['loadMails'], ids: readonly string[]) => {
    const prepare = createPreparer({ loadMails, signingKeys: () => Promise.resolve([]) });
    return Promise.allSettled(ids.map((id) => prepare.mail(key(id, 0))));
  };
  const mailsOf = (keys: readonly MailKey[]) =>
    new Map(keys.map(({ messageId }) => [messageId, outgoing(messageId)] as const));

  it('fails alone when the statement that loads it with others fails', async () => {
    const settled = await ask(
      (keys) => {
        if (keys.some(({ messageId }) => messageId === 'bad')) return Promise.reject(new Error(words));
        return Promise.resolve(mailsOf(keys));
      },
      ['a', 'b', 'bad', 'c', 'd'],
    );
    expect(settled.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
    ]);
    const reason = settled[2]?.status === 'rejected' ? (settled[2].reason as UnpreparableMail) : undefined;
    expect(reason).toBeInstanceOf(UnpreparableMail);
    expect(reason?.message).not.toContain(words);
    expect(reason?.cause).toMatchObject({ message: words });
  });

  it('waits with all others while the database is unavailable', async () => {
    const away = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    const settled = await ask(() => Promise.reject(away), good);
    expect(settled).toEqual(good.map(() => ({ status: 'rejected', reason: away })));
  });
});

describe('the outcome of an attempt whose message could not be prepared', () => {
  const damage = new UnpreparableMail('the stored content of this message', new Error('x'));

  it('is a deferral for seven attempts, and then a failure', () => {
    const kinds = Array.from({ length: 8 }, (_none, attempts) => outcomeOfFailure(damage, { attempts }).kind);
    expect(kinds).toEqual([...Array.from({ length: 7 }, () => 'deferred'), 'failed']);
  });

  it('does not show internal error messages to the sender', () => {
    const { reason, unprepared } = outcomeOfFailure(new TypeError('x is not a function'), { attempts: 0 });
    expect(reason).toBe(
      'This message could not be prepared because of an internal error; the operator of this server was notified',
    );
    expect(unprepared?.cause).toBe('x is not a function');
  });
});
