import type { Reporter, TestCase, TestModule } from 'vitest/node';

/** Prints `N passed, N failed, N skipped` alone on the very last line, where whoever runs the tests looks for it. */
export default class CiReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const counts = { passed: 0, failed: unhandledErrors.length, skipped: 0, pending: 0 };
    for (const module of modules) {
      // A file that could not be loaded has no tests to count; it must not pass unseen.
      counts.failed += module.errors().length;
      // Nor must a group without tests, or one that could not be prepared, of which the tests are skipped.
      for (const suite of module.children.allSuites()) counts.failed += suite.errors().length;
      for (const test of module.children.allTests()) counts[isLeftOut(test) ? 'skipped' : test.result().state] += 1;
    }
    // A test that never got to its end has not passed.
    const failed = counts.failed + counts.pending;
    // Only at the exit, because other reporters and the global teardown still have their say.
    process.once('exit', () => {
      process.stdout.write(`${counts.passed} passed, ${failed} failed, ${counts.skipped} skipped\n`);
    });
  }
}

/** A group that is left out within another one has tests that vitest never decided about. */
function isLeftOut({ parent }: TestCase): boolean {
  for (let group = parent; group.type === 'suite'; group = group.parent) if (group.options.mode === 'skip') return true;
  return false;
}
