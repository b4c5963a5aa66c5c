/** Returns whether the header lists a content coding and does not exclude it with `q=0` (RFC 9110 section 12.5.3). */
export function acceptsCoding(header: string | string[] | undefined, coding: string): boolean {
  return String(header ?? '')
    .split(',')
    .some((part) => {
      const [name = '', ...parameters] = part.split(';').map((each) => each.trim().toLowerCase());
      return name === coding && !parameters.some((each) => /^q=0(?:\.0*)?$/.test(each));
    });
}
