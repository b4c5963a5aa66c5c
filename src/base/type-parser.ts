import { types } from 'pg';

/** The driver gives the elements of these as texts. */
const INT8_ARRAY_OID = 1016;

/** The driver's own parsers, but 8-byte integers and arrays of them become numbers. */
export function getTypeParser(...[oid, format]: Parameters<typeof types.getTypeParser>): (value: never) => unknown {
  // Ids and counters stay far below 2^53.
  if (oid === types.builtins.INT8 && String(format) !== 'binary') return (value: string) => Number(value);
  const typeId: number = oid;
  if (typeId === INT8_ARRAY_OID && String(format) !== 'binary') return parseNumbers;
  return types.getTypeParser(oid, format) as (value: never) => unknown;
}

/** An array of numbers as PostgreSQL writes it: `{1,2}`. */
function parseNumbers(text: string): (number | null)[] {
  const inside = text.slice(1, -1);
  return inside === '' ? [] : inside.split(',').map((element) => (element === 'NULL' ? null : Number(element)));
}
