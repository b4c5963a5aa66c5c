const CALLS_IN_VAIN = 3;

/**
 * The days that go in calls one after the other, until nothing went in some of them. One call may leave a day that is due: one
 * that is in use for half a second, by an autovacuum too, waits for the next.
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
