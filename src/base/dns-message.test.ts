import { decode, DNSSEC_OK, encode, RECURSION_DESIRED, type Answer, type Packet } from 'dns-packet';
import { describe, expect, it } from 'vitest';
import { makeQuery, readMessage, UDP_PAYLOAD_BYTES } from './dns-message.ts';

const QUESTION = { name: 'x.example', type: 'A' } as const;
const ASKED = { ...QUESTION, class: 'IN' } as const;
const ADDRESS: Answer = { type: 'A', name: 'x.example', ttl: 300, data: '192.0.2.1' };

function respond(id: number, answers: Answer[], flags = 0, authorities: Answer[] = []): Buffer {
  return encode({ type: 'response', id, flags, questions: [{ ...QUESTION, class: 'IN' }], answers, authorities });
}

describe('makeQuery', () => {
  it('sets the recursion-desired flag and announces the UDP payload size', () => {
    const query = makeQuery(QUESTION);
    const packet = decode(query.bytes);
    expect(packet).toMatchObject({
      id: query.id,
      type: 'query',
      flag_rd: true,
      questions: [{ ...QUESTION, class: 'IN' }],
    });
    expect(packet.flags).toBe(RECURSION_DESIRED);
    // The OPT record of EDNS(0) only advertises a larger UDP payload size (RFC 6891).
    const plain = { extendedRcode: 0, ednsVersion: 0, flags: 0, flag_do: false };
    expect(packet.additionals).toMatchObject([{ type: 'OPT', udpPayloadSize: UDP_PAYLOAD_BYTES, ...plain }]);
    expect(UDP_PAYLOAD_BYTES).toBeLessThanOrEqual(1_232);
  });
});

describe('readMessage', () => {
  it('reads a complete message and rejects one truncated at any byte', () => {
    const query = makeQuery(QUESTION);
    const bytes = respond(query.id, [ADDRESS]);
    expect(readMessage(bytes, query)).toMatchObject({ kind: 'answer', kept: { answer: { records: ['192.0.2.1'] } } });
    for (let size = 0; size < bytes.length; size += 1) {
      expect(readMessage(bytes.subarray(0, size), query)).toBeUndefined();
    }
  });

  it('ignores records of other names, types and classes', () => {
    const query = makeQuery(QUESTION);
    const others: Answer[] = [
      { ...ADDRESS, name: 'y.example' },
      { type: 'AAAA', name: 'x.example', ttl: 1, data: '2001:db8::1' },
      { ...ADDRESS, class: 'CH' },
    ];
    expect(readMessage(respond(query.id, others), query)).toMatchObject({ kept: { answer: { kind: 'absent' } } });
  });

  it.each<[string, Partial<Packet>]>([
    ['with another id', { id: 4_711 }],
    ['that is a question itself', { type: 'query' }],
    ['about another name', { questions: [{ ...QUESTION, name: 'y.example', class: 'IN' }] }],
    ['about another type', { questions: [{ ...QUESTION, type: 'AAAA', class: 'IN' }] }],
    ['of another class', { questions: [{ ...QUESTION, class: 'CH' }] }],
    ['about two names', { questions: [ASKED, ASKED] }],
    ['about nothing', { questions: [] }],
  ])('rejects a message %s', (_name, changed) => {
    const query = { ...makeQuery(QUESTION), id: 815 };
    const whole: Packet = { type: 'response', id: 815, questions: [{ ...QUESTION, class: 'IN' }], answers: [ADDRESS] };
    expect(readMessage(encode(whole), query)).toMatchObject({ kind: 'answer' });
    expect(readMessage(encode({ ...whole, ...changed }), query)).toBeUndefined();
  });

  it.each([
    [1, 'FORMERR'],
    [2, 'SERVFAIL'],
    [4, 'NOTIMP'],
    [5, 'REFUSED'],
    [9, 'response code 9'],
  ])('maps the response code %i to the failure %s', (code, reason) => {
    const query = makeQuery(QUESTION);
    expect(readMessage(respond(query.id, [], code), query)).toEqual({ kind: 'failure', reason, isSilence: false });
  });

  it('reports a message with the TC flag as truncated', () => {
    const query = makeQuery(QUESTION);
    const truncated = 1 << 9;
    expect(readMessage(respond(query.id, [ADDRESS], truncated), query)).toEqual({ kind: 'truncated' });
  });

  it('follows up to ten aliases', () => {
    const query = makeQuery(QUESTION);
    const through = (count: number): unknown => {
      const names = ['x.example', ...Array.from({ length: count }, (_, no) => `a${no}.example`)];
      const aliases = names
        .slice(1)
        .map((data, no): Answer => ({ type: 'CNAME', name: names[no] ?? '', ttl: 9, data }));
      const reading = readMessage(respond(query.id, [...aliases, { ...ADDRESS, name: names.at(-1) ?? '' }]), query);
      return reading?.kind === 'answer' && reading.kept;
    };
    expect(through(10)).toMatchObject({ answer: { kind: 'found', canonicalName: 'a9.example' }, keepSeconds: 9 });
    const reason = 'x.example has a chain of more than 10 CNAME records';
    expect(through(11)).toEqual({ answer: { kind: 'failed', reason }, keepSeconds: 5 });
  });

  it.each([
    [2, { keepSeconds: 5, answer: { ttlSeconds: 5 } }],
    [3_600, { keepSeconds: 3_600, answer: { ttlSeconds: 3_600 } }],
    [3_601, { keepSeconds: 3_600, answer: { ttlSeconds: 3_600, zoneTtlSeconds: 3_601 } }],
  ])('limits a TTL of %i s to between 5 s and an hour', (ttl, kept) => {
    const query = makeQuery(QUESTION);
    const reading = readMessage(respond(query.id, [{ ...ADDRESS, ttl }]), query);
    expect(reading).toMatchObject({ kept });
    if (ttl <= 3_600) expect(JSON.stringify(reading)).not.toContain('zoneTtlSeconds');
  });

  it('joins the strings of a TXT record and reads the exchange and preference of an MX record', () => {
    const parts = ['v=spf1 ', 'grüße ', '-all'].map((part) => Buffer.from(part));
    const rows = [
      ['TXT', { type: 'TXT', name: 'x.example', ttl: 9, data: parts }, 'v=spf1 grüße -all'],
      ['MX', { type: 'MX', name: 'x.example', ttl: 9, data: { exchange: 'MX.example', preference: 10 } }, undefined],
    ] as const;
    for (const [type, answer, text] of rows) {
      const question = { name: 'x.example', type };
      const query = makeQuery(question);
      const questions = [{ ...question, class: 'IN' as const }];
      const bytes = encode({ type: 'response', id: query.id, questions, answers: [answer] });
      const records = [text ?? { exchange: 'mx.example', preference: 10 }];
      expect(readMessage(bytes, query)).toMatchObject({ kept: { answer: { records } } });
    }
  });

  it('uses the shortest TTL of a chain of aliases', () => {
    const query = makeQuery(QUESTION);
    const answers: Answer[] = [
      { type: 'CNAME', name: 'x.example', ttl: 20, data: 'y.example' },
      { ...ADDRESS, name: 'y.example', ttl: 300 },
      { ...ADDRESS, name: 'y.example', ttl: 100, data: '192.0.2.2' },
    ];
    expect(readMessage(respond(query.id, answers), query)).toMatchObject({ kept: { keepSeconds: 20 } });
  });

  it.each([
    [10, 600, 10],
    [600, 20, 20],
    [600, 600, 60],
    [0, 0, 5],
  ])('caches a negative answer with an SOA TTL of %i s and a minimum of %i s for %i s', (ttl, minimum, keepSeconds) => {
    const query = makeQuery(QUESTION);
    const soa: Answer = { type: 'SOA', name: 'example', ttl, data: { mname: 'a', rname: 'b', minimum } };
    const nxdomain = 3;
    expect(readMessage(respond(query.id, [], nxdomain, [soa]), query)).toMatchObject({
      kept: { answer: { kind: 'nonexistent' }, keepSeconds },
    });
  });
});

describe('authenticated answers', () => {
  const FLAGS = { AD: 1 << 5 };

  it('are requested with AD and DO only if the servers validate', () => {
    const flagsOf = (isValidated: boolean) => {
      const { additionals, flag_ad } = decode(makeQuery(QUESTION, isValidated).bytes);
      const option = additionals?.[0];
      return [flag_ad, option?.type === 'OPT' && option.flag_do, option?.type === 'OPT' && option.flags];
    };
    expect([flagsOf(true), flagsOf(false)]).toEqual([
      [true, true, DNSSEC_OK],
      [false, false, 0],
    ]);
  });

  it.each([
    [true, FLAGS.AD, true],
    [true, 0, undefined],
    [false, FLAGS.AD, undefined],
  ])('with validation %s and the flags %i have isAuthenticated %s', (isValidated, flags, isAuthenticated) => {
    const query = makeQuery(QUESTION, isValidated);
    for (const answers of [[ADDRESS], []]) {
      const reading = readMessage(respond(query.id, answers, flags), query);
      const answer = reading?.kind === 'answer' ? reading.kept.answer : undefined;
      expect(answer).toHaveProperty('kind', answers.length > 0 ? 'found' : 'absent');
      expect(answer && 'isAuthenticated' in answer ? answer.isAuthenticated : undefined).toBe(isAuthenticated);
    }
  });
});

describe('TLSA records', () => {
  const question = { name: '_25._tcp.mx.example', type: 'TLSA' } as const;

  it('are read with their numbers and data, also through an alias', () => {
    const query = makeQuery(question);
    const bytes = encode({
      type: 'response',
      id: query.id,
      questions: [{ ...question, class: 'IN' }],
      answers: [
        { type: 'CNAME', name: question.name, ttl: 9, data: '_dane.example' },
        {
          type: 'TLSA',
          name: '_dane.example',
          ttl: 9,
          data: { usage: 3, selector: 1, matchingType: 2, certificate: Buffer.from([0, 0xab, 0xff]) },
        },
      ],
    });
    expect(readMessage(bytes, query)).toMatchObject({
      kept: {
        answer: {
          records: [{ usage: 3, selector: 1, matching: 2, data: '00abff' }],
          canonicalName: '_dane.example',
        },
      },
    });
    for (let size = 0; size < bytes.length; size += 1) {
      expect(readMessage(bytes.subarray(0, size), query)).toBeUndefined();
    }
  });
});
