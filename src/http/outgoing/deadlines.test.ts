import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDeadlines } from './deadlines.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

function someLate(): { readonly named: (name: string) => { late(): void }; said: string[] } {
  const said: string[] = [];
  return { said, named: (name) => ({ late: () => void said.push(name) }) };
}

describe('createDeadlines', () => {
  it('calls late once, when the time has passed', async () => {
    const deadlines = createDeadlines(() => performance.now());
    const { named, said } = someLate();
    deadlines.add(named('one'), 100);
    await vi.advanceTimersByTimeAsync(99);
    expect(said).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(said).toEqual(['one']);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(said).toEqual(['one']);
  });

  it('calls each entry at its own time with one timer per duration', async () => {
    const deadlines = createDeadlines(() => performance.now());
    const { named, said } = someLate();
    deadlines.add(named('one'), 100);
    await vi.advanceTimersByTimeAsync(60);
    deadlines.add(named('two'), 100);
    deadlines.add(named('short'), 10);
    expect(vi.getTimerCount()).toBe(2);
    await vi.advanceTimersByTimeAsync(10);
    expect(said).toEqual(['short']);
    await vi.advanceTimersByTimeAsync(30);
    expect(said).toEqual(['short', 'one']);
    await vi.advanceTimersByTimeAsync(59);
    expect(said).toEqual(['short', 'one']);
    await vi.advanceTimersByTimeAsync(1);
    expect(said).toEqual(['short', 'one', 'two']);
  });

  it('never calls a removed entry and keeps later ones', async () => {
    const deadlines = createDeadlines(() => performance.now());
    const { named, said } = someLate();
    const [one, two] = [named('one'), named('two')];
    deadlines.add(one, 100);
    await vi.advanceTimersByTimeAsync(50);
    deadlines.remove(one, 100);
    deadlines.remove(one, 100);
    deadlines.add(two, 100);
    await vi.advanceTimersByTimeAsync(99);
    expect(said).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(said).toEqual(['two']);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('lets an entry add a deadline when it is called', async () => {
    const deadlines = createDeadlines(() => performance.now());
    const { named, said } = someLate();
    deadlines.add({ late: () => deadlines.add(named('next'), 100) }, 100);
    await vi.advanceTimersByTimeAsync(100);
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(99);
    expect(said).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(said).toEqual(['next']);
  });
});
