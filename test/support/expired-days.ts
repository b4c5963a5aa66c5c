const MAX_EMPTY_CALLS = 3;

/**
 * Calls `drop` until several calls in a row have dropped nothing, and resolves with all dropped days. One call is not
 * enough, because it keeps an expired day if other sessions, such as autovacuum, use its tables for more than half a
 * second.
 */
export async function dropUntilStable(drop: () => Promise<string[]>): Promise<string[]> {
  const gone: string[] = [];
  for (let inVain = 0; inVain < MAX_EMPTY_CALLS;) {
    const days = await drop();
    gone.push(...days);
    inVain = days.length === 0 ? inVain + 1 : 0;
  }
  return gone;
}
