/** Returns the name of a time zone in its usual spelling, or undefined if there is no zone with this name. */
export function timeZoneNamed(given: string): string | undefined {
  try {
    // UTC offsets are rejected because they have no daylight saving time.
    if (!/^[A-Za-z][\w+\-/]{0,63}$/.test(given)) return undefined;
    const known = new Intl.DateTimeFormat('en', { timeZone: given }).resolvedOptions().timeZone;
    // An alias of a time zone is kept as given, because the library's canonical name can be outdated.
    return known.toLowerCase() === given.toLowerCase() ? known : given;
  } catch {
    // The library throws an error for an unknown zone.
    return undefined;
  }
}
