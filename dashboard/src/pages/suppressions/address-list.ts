/** Addresses in pasted text: of a column, a list or a CSV file, with or without names, each once. Pure. */
export function addressesIn(text: string): string[] {
  const words = text.split(/[\s,;|"'<>()]+/).filter((word) => word !== '');
  const addresses = words.filter((word) => word.includes('@')).map((word) => word.replace(/^mailto:/i, ''));
  return [...new Set(addresses)];
}
