/** Parses a `tag=value;` list (RFC 6376 section 3.2). Preserves the order. */
export function tagsOf(text: string): Map<string, string> {
  const pairs = text.split(';').map((part) => {
    const at = part.indexOf('=');
    return at === -1 ? undefined : ([part.slice(0, at).trim(), part.slice(at + 1).trim()] as const);
  });
  return new Map(pairs.filter((pair) => pair !== undefined));
}
