import { describe, expect, it } from 'vitest';
import { shareOut } from './ownership.ts';

const SITES = Array.from({ length: 1_000 }, (_, no) => `mx${no}.example`);

describe('the owner of a site', () => {
  it('is the same for all processes that see the same workers, in any order', () => {
    const [one, other] = [shareOut([1, 2, 3]), shareOut([3, 1, 2])];
    for (const site of SITES) expect(one.ownerOf(site)).toBe(other.ownerOf(site));
  });

  it('is distributed about equally over the workers', () => {
    const ownership = shareOut([1, 2, 3, 4]);
    for (const worker of [1, 2, 3, 4]) {
      const owned = SITES.filter((site) => ownership.ownerOf(site) === worker).length;
      expect(owned).toBeGreaterThan(200);
      expect(owned).toBeLessThan(300);
    }
  });

  it('changes only for the sites of a worker that leaves', () => {
    const [before, after] = [shareOut([1, 2, 3]), shareOut([1, 3])];
    for (const site of SITES) {
      if (before.ownerOf(site) !== 2) expect(after.ownerOf(site)).toBe(before.ownerOf(site));
    }
  });

  it('is undefined without workers', () => {
    expect(shareOut([]).ownerOf('mx.example')).toBeUndefined();
  });
});
