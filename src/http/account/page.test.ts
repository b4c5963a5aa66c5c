import { describe, expect, it } from 'vitest';
import { objectIdOf, ownObject } from './object-id.ts';
import { MAX_PAGE, offsetOf, page, pageQueryOf } from './page.ts';
import { pageLinks } from './page-links.ts';

const URL_OF_LIST = 'https://mail.example.com/things';

function pageOf(current: number, total: number, perPage = 2, parameters = {}) {
  const request = { page: current, perPage };
  const left = Math.max(0, Math.min(perPage, total - offsetOf(request)));
  const data = Array.from({ length: left }, (_none, index) => index);
  return page({ data, total, request, url: URL_OF_LIST, parameters, defaultPerPage: 2 });
}

describe('page', () => {
  it('has every key that clients read', () => {
    expect(pageOf(2, 5)).toEqual({
      current_page: 2,
      data: [0, 1],
      first_page_url: `${URL_OF_LIST}?page=1`,
      from: 3,
      last_page: 3,
      last_page_url: `${URL_OF_LIST}?page=3`,
      links: [
        { url: `${URL_OF_LIST}?page=1`, label: '&laquo; Previous', active: false },
        { url: `${URL_OF_LIST}?page=1`, label: '1', active: false },
        { url: `${URL_OF_LIST}?page=2`, label: '2', active: true },
        { url: `${URL_OF_LIST}?page=3`, label: '3', active: false },
        { url: `${URL_OF_LIST}?page=3`, label: 'Next &raquo;', active: false },
      ],
      next_page_url: `${URL_OF_LIST}?page=3`,
      path: URL_OF_LIST,
      per_page: 2,
      prev_page_url: `${URL_OF_LIST}?page=1`,
      to: 4,
      total: 5,
    });
  });

  it('is both the first and the last page when there are no records', () => {
    expect(pageOf(1, 0)).toMatchObject({
      from: null,
      to: null,
      last_page: 1,
      next_page_url: null,
      prev_page_url: null,
    });
  });

  it('is empty after the last page and links back to it', () => {
    expect(pageOf(9, 5)).toMatchObject({ data: [], from: null, to: null, last_page: 3, next_page_url: null });
  });

  it('has no next page when the last page is full', () => {
    expect(pageOf(2, 4)).toMatchObject({ last_page: 2, next_page_url: null });
  });

  it('keeps given parameters in its links and omits empty ones', () => {
    const { next_page_url } = pageOf(1, 5, 2, { query: 'a&b', none: undefined, empty: '' });
    expect(next_page_url).toBe(`${URL_OF_LIST}?query=a%26b&page=2`);
  });

  it('keeps a page size other than the default in its links', () => {
    expect(pageOf(1, 5, 3).next_page_url).toBe(`${URL_OF_LIST}?per_page=3&page=2`);
  });
});

describe('pageLinks', () => {
  const labels = (current: number, last: number) =>
    pageLinks(current, last, String)
      .slice(1, -1)
      .map(({ active, label }) => (active ? `[${label}]` : label))
      .join(' ');

  it.each([
    [1, 1, '[1]'],
    [5, 13, '1 2 3 4 [5] 6 7 8 9 10 11 12 13'],
    [1, 14, '[1] 2 3 4 5 6 7 8 9 10 ... 13 14'],
    [7, 20, '1 2 3 4 5 6 [7] 8 9 10 ... 19 20'],
    [8, 20, '1 2 ... 5 6 7 [8] 9 10 11 ... 19 20'],
    [13, 20, '1 2 ... 10 11 12 [13] 14 15 16 ... 19 20'],
    [14, 20, '1 2 ... 11 12 13 [14] 15 16 17 18 19 20'],
    [20, 20, '1 2 ... 11 12 13 14 15 16 17 18 19 [20]'],
    [99, 20, '1 2 ... 11 12 13 14 15 16 17 18 19 20'],
  ])('at page %i of %i are %s', (current, last, shown) => expect(labels(current, last)).toBe(shown));
});

describe('pageQueryOf', () => {
  const parse = (given: { page?: string; per_page?: string }, fallback?: number) => {
    const faults: string[] = [];
    const query = pageQueryOf(given, (field) => faults.push(field), fallback);
    return faults.length > 0 ? faults : query;
  };

  it.each([
    ['an empty query', {}, { page: 1, perPage: 100 }],
    ['empty values', { page: '', per_page: '' }, { page: 1, perPage: 100 }],
    ['the minimum values', { page: '1', per_page: '1' }, { page: 1, perPage: 1 }],
    ['the maximum values', { page: String(MAX_PAGE), per_page: '1000' }, { page: MAX_PAGE, perPage: 1_000 }],
    ['values above the maximum', { page: String(MAX_PAGE + 1), per_page: '1001' }, ['page', 'per_page']],
    ['zeros', { page: '0', per_page: '0' }, ['page', 'per_page']],
    ['values that are not integers', { page: 'x', per_page: '1e2' }, ['page', 'per_page']],
    ['a fraction and a sign', { page: '1.5', per_page: '-1' }, ['page', 'per_page']],
  ])('parses %s', (_name, given, expected) => expect(parse(given)).toEqual(expected));

  it('uses the default page size of the listing', () => expect(parse({}, 10)).toEqual({ page: 1, perPage: 10 }));

  it('allows only pages whose offset is a safe integer', () => {
    expect(Number.isSafeInteger(offsetOf({ page: MAX_PAGE, perPage: 1_000 }))).toBe(true);
  });
});

describe('objectIdOf and ownObject', () => {
  it.each([
    ['1', 1],
    [String(Number.MAX_SAFE_INTEGER), Number.MAX_SAFE_INTEGER],
  ])('accept the ID %s', (given, id) => expect(objectIdOf(given)).toBe(id));

  it.each(['', '0', '007', '-1', '1.0', '1e3', ' 1', 'abc', '9007199254740992', '99999999999999999999', undefined])(
    'reject %j with not_found',
    (given) => {
      expect(() => objectIdOf(given)).toThrow(expect.objectContaining({ code: 'not_found' }));
    },
  );

  it('throw forbidden for an object of another account and not_found for a missing one', async () => {
    expect(await ownObject('mine', () => Promise.reject(new Error('nobody asks')))).toBe('mine');
    await expect(ownObject(undefined, () => Promise.resolve([1]))).rejects.toMatchObject({ code: 'forbidden' });
    await expect(ownObject(undefined, () => Promise.resolve([]))).rejects.toMatchObject({ code: 'not_found' });
  });
});
