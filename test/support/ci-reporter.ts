import type { Reporter, TestModule } from 'vitest/node';

/** Prints `N passed, N failed, N skipped` alone on the very last line, where whoever runs the tests looks for it. */
export default class CiReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const counts = { passed: 0, failed: unhandledErrors.length, skipped: 0, pending: 0 };
    for (const module of modules) {
      // A file that could not be loaded has no tests to count; it must not pass unseen.
      counts.failed += module.errors().length;
      for (const test of module.children.allTests()) counts[test.result().state] += 1;
    }
    // A test that never got to its end has not passed.
    const failed = counts.failed + counts.pending;
    // Only at the exit, because other reporters and the global teardown still have their say.
    process.once('exit', () => {
      process.stdout.write(`${counts.passed} passed, ${failed} failed, ${counts.skipped} skipped\n`);
    });
  }
}
