/** Whether tests run with more seeds and cases, as in `npm run test:long`. */
const IS_LONG_RUN = process.env['POSTRIDER_TEST_LONG'] === '1';

/** Returns `usual` for `npm test`, or `long` for `npm run test:long`. */
export function inRun<T>(usual: T, long: T): T {
  return IS_LONG_RUN ? long : usual;
}
