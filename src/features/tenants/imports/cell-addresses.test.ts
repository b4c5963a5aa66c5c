import { describe, expect, it } from 'vitest';
import { addressCell, addressesIn, splitByAddress } from './cell-addresses.ts';

describe('addressesIn', () => {
  it.each<[cell: string, addresses: string[]]>([
    ['a@x.example', ['a@x.example']],
    ['a@x.example;', ['a@x.example;']],
    ['a@x.example; b@x.example;', ['a@x.example', 'b@x.example']],
    ['a@x.example,b@x.example', ['a@x.example', 'b@x.example']],
    ['a@x.example b@x.example', ['a@x.example', 'b@x.example']],
    ['a@x.example / b@x.example', ['a@x.example', 'b@x.example']],
    ['a@x.example ::: b@x.example', ['a@x.example', 'b@x.example']],
    ['a@x.example|b@x.example', ['a@x.example', 'b@x.example']],
    ['a@x.example\nb@x.example\r\nc@x.example', ['a@x.example', 'b@x.example', 'c@x.example']],
    ['Berg, Ann <a@x.example>; Lee, Bo <b@x.example>', ['Berg, Ann <a@x.example>', 'Lee, Bo <b@x.example>']],
    ['Ann Berg <a@x.example>, Bo <b@x.example>', ['Ann Berg <a@x.example>', 'Bo <b@x.example>']],
    ['Berg, Ann <a@x.example>', ['Berg, Ann <a@x.example>']],
    ['a@b@x.example', ['a@b@x.example']],
    ['a@x.example; Bo', ['a@x.example; Bo']],
    ['a@x.example; b@@x.example', ['a@x.example; b@@x.example']],
    ['', ['']],
  ])('%j contains these addresses', (cell, addresses) => {
    expect(addressesIn(cell)).toEqual(addresses);
  });

  it('splits a row into one per address and keeps the other cells', () => {
    expect(splitByAddress({ line: 7, cells: ['Ann', 'a@x.example, b@x.example', 'Ulm'] }, 1)).toEqual([
      { line: 7, cells: ['Ann', 'a@x.example', 'Ulm'] },
      { line: 7, cells: ['Ann', 'b@x.example', 'Ulm'] },
    ]);
    const row = { line: 7, cells: ['Ann'] };
    expect(splitByAddress(row, -1)).toEqual([row]);
  });

  it.each<[cell: string, address: string, name?: string]>([
    ['a@x.example', 'a@x.example'],
    ['Ann Berg <a@x.example>', 'a@x.example', 'Ann Berg'],
    ['"Berg, Ann" <a@x.example>', 'a@x.example', 'Berg, Ann'],
    ["'Ann' < a@x.example >", 'a@x.example', 'Ann'],
    ['<a@x.example>', 'a@x.example'],
    ['a@x.example <a@x.example>', 'a@x.example'],
    ['mailto:a@x.example', 'a@x.example'],
    ['MAILTO:a@x.example?subject=Hello', 'a@x.example'],
    ['Ann <mailto:a@x.example>', 'a@x.example', 'Ann'],
    ['a@x.example;', 'a@x.example'],
    [', a@x.example,', 'a@x.example'],
    ["'a@x.example'", 'a@x.example'],
    ['"a@x.example"', 'a@x.example'],
    ['a@x.example (at home)', 'a@x.example'],
    ["o'neil@x.example", "o'neil@x.example"],
    ['"a b"@x.example', '"a b"@x.example'],
    ['no address', 'no address'],
  ])('%j contains an address and optionally a name', (cell, address, name) => {
    expect(addressCell(cell)).toEqual({ address, name });
  });
});
