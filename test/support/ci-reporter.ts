import type { Reporter, TestCase, TestModule } from 'vitest/node';

/** Prints `N passed, N failed, N skipped` as the very last line, where callers of the tests expect it. */
export default class CiReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const counts = { passed: 0, failed: unhandledErrors.length, skipped: 0, pending: 0 };
    for (const module of modules) {
      // A file that could not be loaded has no tests to count, so it counts as a failure.
      counts.failed += module.errors().length;
      // A group without tests, or whose setup failed so that its tests are skipped, also counts as a failure.
      for (const suite of module.children.allSuites()) counts.failed += suite.errors().length;
      for (const test of module.children.allTests()) counts[isLeftOut(test) ? 'skipped' : test.result().state] += 1;
    }
    // A test that never finished has not passed.
    const failed = counts.failed + counts.pending;
    // Printed on exit, because other reporters and the global teardown still write output.
    process.once('exit', () => {
      process.stdout.write(`${counts.passed} passed, ${failed} failed, ${counts.skipped} skipped\n`);
    });
  }
}

/** Returns whether a test is skipped. vitest has no result for tests in a skipped group inside another group. */
function isLeftOut({ parent }: TestCase): boolean {
  for (let group = parent; group.type === 'suite'; group = group.parent) if (group.options.mode === 'skip') return true;
  return false;
}
