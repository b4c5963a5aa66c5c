import type { Reporter, TestCase, TestModule } from 'vitest/node';

/**
 * Lists the tests that passed only on retry, with their first error. The last line of the output is always
 * `N passed, N failed, N skipped`, because programs that run the tests parse it.
 */
export default class CiReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const repeated: string[] = [];
    const counts = { passed: 0, failed: unhandledErrors.length, skipped: 0, pending: 0 };
    for (const module of modules) {
      // If a file could not be loaded, it has no tests, so the file itself counts as a failure.
      counts.failed += module.errors().length;
      // If a group has no tests, or its setup failed and its tests are skipped, the group itself counts as a failure.
      for (const suite of module.children.allSuites()) counts.failed += suite.errors().length;
      for (const test of module.children.allTests()) {
        counts[isLeftOut(test) ? 'skipped' : test.result().state] += 1;
        if (test.diagnostic()?.flaky)
          repeated.push(`${module.relativeModuleId}: ${test.fullName}: ${firstError(test)}`);
      }
    }
    // Count tests that did not finish as failed.
    const failed = counts.failed + counts.pending;
    // Print the line on exit, because other reporters and the global teardown write output before that.
    process.once('exit', () => {
      for (const name of repeated) process.stdout.write(`Passed when repeated: ${name}\n`);
      process.stdout.write(`${counts.passed} passed, ${failed} failed, ${counts.skipped} skipped\n`);
    });
  }
}

/** Returns the first line of the error of the first run. */
function firstError(test: TestCase): string {
  return test.result().errors?.[0]?.message.split('\n', 1)[0] ?? '';
}

/**
 * Returns whether a test is in a skipped group. vitest has no result for tests of a skipped group within another group.
 */
function isLeftOut({ parent }: TestCase): boolean {
  for (let group = parent; group.type === 'suite'; group = group.parent) if (group.options.mode === 'skip') return true;
  return false;
}
