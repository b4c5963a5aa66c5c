import { describe, expect, it } from 'vitest';
import { createHashLine } from './hash-line.ts';

/** Creates work that finishes when `end` is called. */
function held() {
  const ended = Promise.withResolvers<void>();
  const begun: string[] = [];
  const work = (name: string) => async (): Promise<string> => {
    begun.push(name);
    await ended.promise;
    return name;
  };
  return { begun, end: ended.resolve, work };
}

describe('createHashLine', () => {
  it('runs a limited number at once and the others in order', async () => {
    const inLine = createHashLine(2, 3);
    const { begun, end, work } = held();
    const all = ['a', 'b', 'c', 'd', 'e'].map(async (name) => inLine(work(name)));
    await Promise.resolve();
    expect(begun).toEqual(['a', 'b']);
    end();
    expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(begun).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('rejects work while the queue is full and accepts it afterwards', async () => {
    const inLine = createHashLine(1, 1);
    const { end, work } = held();
    const first = inLine(work('a'));
    const second = inLine(work('b'));
    await expect(inLine(work('c'))).rejects.toMatchObject({ code: 'service_unavailable' });
    end();
    expect(await Promise.all([first, second])).toEqual(['a', 'b']);
    expect(await inLine(work('d'))).toBe('d');
  });

  it('continues after failed work', async () => {
    const inLine = createHashLine(1, 1);
    await expect(inLine(async () => Promise.reject(new Error('wrong')))).rejects.toThrow('wrong');
    expect(await inLine(async () => Promise.resolve('next'))).toBe('next');
  });
});
