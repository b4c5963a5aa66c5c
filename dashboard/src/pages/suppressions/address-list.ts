/**
 * Returns the addresses in pasted text such as a column, a list, or a CSV file, with or without names, without
 * duplicates. Pure.
 */
export function addressesIn(text: string): string[] {
  const words = text.split(/[\s,;|"'<>()]+/).filter((word) => word !== '');
  const addresses = words.filter((word) => word.includes('@')).map((word) => word.replace(/^mailto:/i, ''));
  return [...new Set(addresses)];
}
