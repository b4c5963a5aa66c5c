import { describe, expect, test } from 'vitest';
import { createReceiver } from './receive.ts';

async function* pieces(...texts: readonly string[]): AsyncGenerator<Buffer> {
  for (const text of texts) yield Buffer.from(text);
}

const whole = async (raw: Buffer): Promise<string> => raw.toString();

describe('receiver', () => {
  test('returns the whole message regardless of chunk boundaries', async () => {
    const receiver = createReceiver();
    expect(await receiver.receive(pieces('a\r', '\nb', '\r\n'), 100, whole)).toBe('a\r\nb\r\n');
    expect(await receiver.receive(pieces(), 100, whole)).toBe('');
  });

  test.each([[['a\n']], [['a', '\n']], [['\n']], [['a\rb\r\n']], [['a\r', 'b\r\n']], [['a\r\r\n']], [['a\r\n\n']]])(
    'rejects a line with another line break: %j',
    async (texts) => {
      await expect(createReceiver().receive(pieces(...texts), 100, whole)).rejects.toMatchObject({ responseCode: 554 });
    },
  );

  test('accepts exactly the maximum number of bytes', async () => {
    const receiver = createReceiver();
    expect(await receiver.receive(pieces('12345', '678\r\n'), 10, whole)).toHaveLength(10);
    await expect(receiver.receive(pieces('12345', '6789\r\n'), 10, whole)).rejects.toMatchObject({ responseCode: 552 });
  });

  test('limits the total size of messages that are not stored yet', async () => {
    const receiver = createReceiver(10);
    const held = Promise.withResolvers<void>();
    const first = receiver.receive(pieces('123456\r\n'), 100, async () => held.promise);
    await expect(receiver.receive(pieces('1\r\n'), 100, whole)).rejects.toMatchObject({ responseCode: 452 });
    held.resolve();
    await first;
    expect(await receiver.receive(pieces('12345678\r\n'), 100, whole)).toHaveLength(10);
    await expect(receiver.receive(pieces('123456789\r\n'), 100, whole)).rejects.toMatchObject({ responseCode: 452 });
  });
});
