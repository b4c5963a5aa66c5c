import { Type } from 'typebox';
import { afterEach, describe, expect, it } from 'vitest';
import { parserOf } from '../../src/http/parser.ts';
import { route, type Reply } from '../../src/http/route.ts';
import { openWire, problemIn, requestText, startListener, type Wire } from './http-listener.ts';

const JSON_TYPE = 'Content-Type: application/json';
const open: { close(): Promise<void> | void }[] = [];

afterEach(async () => {
  for (const thing of open.splice(0).toReversed()) await thing.close();
});

/** Starts a listener with a single slot, which is occupied until `free` is called. */
async function startFull() {
  let free: (() => void) | undefined;
  let reached = (): void => {};
  const atWork = new Promise<void>((resolve) => (reached = resolve));
  const held = route({
    method: 'POST',
    path: '/held',
    summary: '',
    scope: undefined,
    body: parserOf(Type.Unknown()),
    handle: () =>
      new Promise<Reply>((resolve) => {
        free = () => resolve({ status: 200, body: { passed: true } });
        reached();
      }),
  });
  const listener = await startListener({ limits: { maxRequests: 1 }, routes: [held] });
  open.push(listener);
  const wire = async (): Promise<Wire> => {
    const opened = await openWire(listener.port);
    open.push({ close: () => opened.destroy() });
    return opened;
  };
  const holder = await wire();
  holder.write(requestText('POST /held', [JSON_TYPE, 'Content-Length: 2'], '{}'));
  await atWork;
  const release = async (): Promise<void> => {
    free?.();
    await holder.until(/passed/);
  };
  return { wire, release };
}

/** Returns the headers of a response by name, without Date, which a 503 response does not need. */
function headersOf(answer: string): Record<string, string> {
  const lines = answer.slice(0, answer.indexOf('\r\n\r\n')).split('\r\n').slice(1);
  const named = lines.map((line) => [
    line.slice(0, line.indexOf(':')).toLowerCase(),
    line.slice(line.indexOf(':') + 2),
  ]);
  const { date: _date, ...others } = Object.fromEntries(named) as Record<string, string>;
  return others;
}

describe('client that retries while all slots are used', () => {
  it('gets the same response from the fast path as from the normal one, with a new request ID each time', async () => {
    const { wire, release } = await startFull();
    const caller = await wire();
    const send = requestText('POST /held', [JSON_TYPE, 'Content-Length: 2'], '{}');
    const ENDS = /request_id":"\w+"}/g;
    const answers: string[] = [];
    let before = 0;
    for (let count = 1; count <= 4; count += 1) {
      caller.write(send);
      const all = await caller.until(new RegExp(`(?:[^]*?${ENDS.source}){${count}}`));
      answers.push(all.slice(before));
      before = all.length;
    }
    // The pattern also checks that the second response is sent in a single write.
    const [usual = '', _seen, short = '', again = ''] = answers;
    expect([/^date:/im.test(usual), /^date:/im.test(short)]).toEqual([true, false]);
    for (const answer of [usual, short, again]) {
      expect(answer).toMatch(/^HTTP\/1\.1 503 Service Unavailable\r\n/);
      expect(headersOf(answer)).toEqual({ ...headersOf(usual), 'x-request-id': problemIn(answer).request_id });
      expect(problemIn(answer)).toEqual({ ...problemIn(usual), request_id: problemIn(answer).request_id });
      expect(headersOf(answer)['retry-after']).toBe('1');
    }
    expect(new Set(answers.map((answer) => problemIn(answer).request_id)).size).toBe(4);
    await release();
  });

  it('is served on the same connection when a slot is free', async () => {
    const { wire, release } = await startFull();
    const caller = await wire();
    const send = requestText('POST /held', [JSON_TYPE, 'Content-Length: 2'], '{}');
    caller.write(send);
    await caller.until(/request_id/);
    caller.write(send);
    await caller.until(/request_id[^]*request_id":"\w+"}$/);
    await release();
    caller.write(requestText('POST /echo', [JSON_TYPE, 'Content-Length: 2'], '{}'));
    expect(await caller.until(/"given":\{}}$/)).toMatch(/503 [^]*503 [^]*HTTP\/1\.1 200 /);
  });

  it('can still call the reading routes and probes', async () => {
    const { wire, release } = await startFull();
    const caller = await wire();
    for (const _again of [1, 2]) caller.write(requestText('GET /livez'));
    expect(await caller.until(/200 OK[^]*200 OK/)).not.toMatch(/HTTP\/1\.1 503/);
    await release();
  });
});
