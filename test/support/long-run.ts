/** Whether random tests run with more seeds, as in `npm run test:long`. */
const IS_LONG_RUN = process.env['POSTRIDER_TEST_LONG'] === '1';

/** Returns the number of seeds, requests, or seconds for `npm test`, or for `npm run test:long`. */
export function inRun(usual: number, long: number): number {
  return IS_LONG_RUN ? long : usual;
}
