const CALLS_IN_VAIN = 3;

/**
 * Calls `drop` until several calls in a row have dropped nothing; resolves with all dropped days. A single call may
 * keep an expired day whose tables are in use for half a second, for example by autovacuum.
 */
export async function allThatGo(drop: () => Promise<string[]>): Promise<string[]> {
  const gone: string[] = [];
  for (let inVain = 0; inVain < CALLS_IN_VAIN;) {
    const days = await drop();
    gone.push(...days);
    inVain = days.length === 0 ? inVain + 1 : 0;
  }
  return gone;
}
