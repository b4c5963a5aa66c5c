import { expect, it } from 'vitest';
import { createReceiver, MAX_MAIL_BYTES } from './receive.ts';

const CHUNK = Buffer.alloc(1024 * 1024, 'x');
const CHUNKS_IN_HAND = 64;

async function* mail(...chunks: readonly Buffer[]): AsyncGenerator<Buffer> {
  yield* chunks;
}

/** Creates a stream of the given number of MiB that does not end until `end` is called. */
function unfinished(chunks: number) {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const { promise: read, resolve: isRead } = Promise.withResolvers<void>();
  async function* stream(): AsyncGenerator<Buffer> {
    for (let index = 0; index < chunks; index += 1) yield CHUNK;
    isRead();
    await ended;
  }
  return { stream: stream(), read, end };
}

const size = (raw: Buffer): Promise<number> => Promise.resolve(raw.length);

it('passes on a whole message in order', async () => {
  const raw = await createReceiver().receive(mail(Buffer.from('ab'), Buffer.from('c')), (raw) => Promise.resolve(raw));
  expect(raw.toString()).toBe('abc');
});

it('accepts a message of the maximum size, and rejects a larger one after reading it to the end', async () => {
  const receiver = createReceiver();
  expect(await receiver.receive(mail(Buffer.alloc(MAX_MAIL_BYTES)), size)).toBe(MAX_MAIL_BYTES);
  const pieces = [Buffer.alloc(MAX_MAIL_BYTES), Buffer.alloc(1), Buffer.alloc(5)];
  let pulled = 0;
  async function* counted(): AsyncGenerator<Buffer> {
    for (const piece of pieces) {
      pulled += 1;
      yield piece;
    }
  }
  await expect(receiver.receive(counted(), size)).rejects.toMatchObject({ responseCode: 552 });
  expect(pulled).toBe(3);
});

it('limits the total size of all messages and temporarily rejects more', async () => {
  const receiver = createReceiver();
  const held = Array.from({ length: 8 }, () => unfinished(8));
  const taken = held.map(({ stream }) => receiver.receive(stream, size));
  await Promise.all(held.map(({ read }) => read));
  expect(held.length * 8).toBe(CHUNKS_IN_HAND);
  await expect(receiver.receive(mail(Buffer.from('x')), size)).rejects.toMatchObject({ responseCode: 452 });
  held[0]?.end();
  await taken[0];
  expect(await receiver.receive(mail(Buffer.from('x')), size), 'there is room again').toBe(1);
  for (const { end } of held) end();
  await Promise.all(taken);
});

it('counts a message until it is stored', async () => {
  const receiver = createReceiver();
  const { promise: stored, resolve: store } = Promise.withResolvers<void>();
  const full = Array.from({ length: 8 }, () =>
    receiver.receive(mail(...Array.from({ length: 8 }, () => CHUNK)), () => stored),
  );
  // A few event loop iterations later, all messages have been read.
  for (let turn = 0; turn < 100; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  await expect(receiver.receive(mail(Buffer.from('x')), size)).rejects.toMatchObject({ responseCode: 452 });
  store();
  await Promise.all(full);
  expect(await receiver.receive(mail(Buffer.from('x')), size)).toBe(1);
});

it('releases the size of messages that were rejected, aborted or not stored', async () => {
  const receiver = createReceiver();
  async function* cutOff(): AsyncGenerator<Buffer> {
    yield* Array.from({ length: 9 }, () => CHUNK);
    throw new Error('Connection closed');
  }
  const tooLarge = Array.from({ length: 11 }, () => CHUNK);
  for (let round = 0; round < 8; round += 1) {
    await expect(receiver.receive(mail(...tooLarge), size)).rejects.toMatchObject({ responseCode: 552 });
    await expect(receiver.receive(cutOff(), size)).rejects.toThrow('Connection closed');
    const fails = receiver.receive(mail(CHUNK), () => Promise.reject(new Error('away')));
    await expect(fails).rejects.toThrow('away');
  }
  const held = Array.from({ length: 8 }, () => unfinished(8));
  const taken = held.map(({ stream }) => receiver.receive(stream, size));
  await Promise.all(held.map(({ read }) => read));
  await expect(receiver.receive(mail(Buffer.from('x')), size)).rejects.toMatchObject({ responseCode: 452 });
  for (const { end } of held) end();
  expect(await Promise.all(taken)).toEqual(Array.from({ length: 8 }, () => 8 * CHUNK.length));
});
