import { decode, encode, type Answer } from 'dns-packet';
import { describe, expect, it } from 'vitest';
import { makeQuery, readMessage, UDP_PAYLOAD_BYTES } from './dns-message.ts';

const QUESTION = { name: 'x.example', type: 'A' } as const;
const ADDRESS: Answer = { type: 'A', name: 'x.example', ttl: 300, data: '192.0.2.1' };

function respond(id: number, answers: Answer[], flags = 0, authorities: Answer[] = []): Buffer {
  return encode({ type: 'response', id, flags, questions: [{ ...QUESTION, class: 'IN' }], answers, authorities });
}

describe('a query', () => {
  it('asks for recursion and tells how long an answer may be', () => {
    const query = makeQuery(QUESTION);
    const packet = decode(query.bytes);
    expect(packet).toMatchObject({
      id: query.id,
      type: 'query',
      flag_rd: true,
      questions: [{ ...QUESTION, class: 'IN' }],
    });
    expect(packet.additionals).toMatchObject([{ type: 'OPT', udpPayloadSize: UDP_PAYLOAD_BYTES }]);
  });
});

describe('a message', () => {
  it('that is whole is an answer; cut off anywhere, it is none', () => {
    const query = makeQuery(QUESTION);
    const bytes = respond(query.id, [ADDRESS]);
    expect(readMessage(bytes, query)).toMatchObject({ kind: 'answer', kept: { answer: { records: ['192.0.2.1'] } } });
    for (let size = 0; size < bytes.length; size += 1) {
      expect(readMessage(bytes.subarray(0, size), query)).toBeUndefined();
    }
  });

  it('about other names and types says nothing about the one asked for', () => {
    const query = makeQuery(QUESTION);
    const others: Answer[] = [
      { ...ADDRESS, name: 'y.example' },
      { type: 'AAAA', name: 'x.example', ttl: 1, data: '2001:db8::1' },
      { ...ADDRESS, class: 'CH' },
    ];
    expect(readMessage(respond(query.id, others), query)).toMatchObject({ kept: { answer: { kind: 'absent' } } });
  });

  it('is kept as long as the shortest of its links', () => {
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
  ])(
    'that says no, with a zone that wants it kept for %i s and %i s, is kept for %i s',
    (ttl, minimum, keepSeconds) => {
      const query = makeQuery(QUESTION);
      const soa: Answer = { type: 'SOA', name: 'example', ttl, data: { mname: 'a', rname: 'b', minimum } };
      const nxdomain = 3;
      expect(readMessage(respond(query.id, [], nxdomain, [soa]), query)).toMatchObject({
        kept: { answer: { kind: 'nonexistent' }, keepSeconds },
      });
    },
  );
});

describe('an authenticated answer', () => {
  const FLAGS = { AD: 1 << 5 };

  it('is asked for only where servers validate, with AD and DO', () => {
    const flagsOf = (isValidated: boolean) => {
      const { additionals, flag_ad } = decode(makeQuery(QUESTION, isValidated).bytes);
      return [flag_ad, additionals?.[0]?.type === 'OPT' && additionals[0].flag_do];
    };
    expect([flagsOf(true), flagsOf(false)]).toEqual([
      [true, true],
      [false, false],
    ]);
  });

  it.each([
    [true, FLAGS.AD, true],
    [true, 0, undefined],
    [false, FLAGS.AD, undefined],
  ])('with validation %s and the flags %i is authenticated: %s', (isValidated, flags, isAuthenticated) => {
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

  it('are read with their numbers and bytes, and where an alias leads', () => {
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
