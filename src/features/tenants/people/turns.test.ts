import { describe, expect, it } from 'vitest';
import { createTurns } from './turns.ts';

/** Work that ends when it is told to. */
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

describe('turns', () => {
  it('run so many at once and the others in their order', async () => {
    const turns = createTurns(2, 3);
    const { begun, end, work } = held();
    const all = ['a', 'b', 'c', 'd', 'e'].map(async (name) => turns(work(name)));
    await Promise.resolve();
    expect(begun).toEqual(['a', 'b']);
    end();
    expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(begun).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('refuse who comes when the line is full, and nobody afterwards', async () => {
    const turns = createTurns(1, 1);
    const { end, work } = held();
    const first = turns(work('a'));
    const second = turns(work('b'));
    await expect(turns(work('c'))).rejects.toMatchObject({ code: 'service_unavailable' });
    end();
    expect(await Promise.all([first, second])).toEqual(['a', 'b']);
    expect(await turns(work('d'))).toBe('d');
  });

  it('go on after work that failed', async () => {
    const turns = createTurns(1, 1);
    await expect(turns(async () => Promise.reject(new Error('wrong')))).rejects.toThrow('wrong');
    expect(await turns(async () => Promise.resolve('next'))).toBe('next');
  });
});
