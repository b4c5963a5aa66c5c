import { describe, expect, it } from 'vitest';
import { capacityOf, fitsChunk } from './capacity.ts';

function holding(transactional: number, campaign: number) {
  return {
    size: transactional + campaign,
    held: (mailClass: string) =>
      mailClass === 'transactional' ? transactional : mailClass === 'campaign' ? campaign : 0,
  };
}

describe('room for claims', () => {
  it('is one batch of each class at first', () => {
    expect(capacityOf(holding(0, 0), 0)).toEqual([200, 200, 200, 200]);
  });

  it("is reserved for login codes, regardless of the length of a campaign's queue", () => {
    expect(capacityOf(holding(0, 700), 0)).toEqual([200, 0, 0, 0]);
  });

  it('is reserved for other classes, regardless of how many login codes wait', () => {
    expect(capacityOf(holding(900, 0), 0)).toEqual([0, 100, 100, 100]);
  });

  it('does not count messages whose connection is being opened', () => {
    expect(capacityOf(holding(1_000, 0), 300)).toEqual([200, 200, 200, 200]);
  });

  it('allows a chunk only if the whole chunk fits', () => {
    expect(fitsChunk(holding(0, 450), 0)).toBe(true);
    expect(fitsChunk(holding(0, 451), 0)).toBe(false);
    expect(fitsChunk(holding(751, 0), 0)).toBe(false);
  });
});
