/**
 * Returns the header fields of an email in order. Fields that span several lines are unfolded (RFC 5322 section 2.2.3).
 */
export function headersOf(source: string): readonly (readonly [name: string, value: string])[] {
  const [head = ''] = source.split(/\r?\n\r?\n/, 1);
  return head
    .replaceAll(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/)
    .flatMap((line) => {
      const colon = line.indexOf(':');
      return colon < 1 ? [] : [[line.slice(0, colon), line.slice(colon + 1).trim()] as const];
    });
}
