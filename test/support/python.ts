import { execFileSync } from 'node:child_process';

/** Returns the Python that has these modules; returns undefined and prints a message if there is none. */
export function pythonWith(modules: readonly string[]): string | undefined {
  const given = process.env['POSTRIDER_TEST_PYTHON'] ?? 'python3';
  try {
    execFileSync(given, ['-c', `import ${modules.join(', ')}`], { stdio: 'ignore' });
    return given;
  } catch {
    process.stdout.write(
      `No Python with ${modules.join(', ')}: what it does is not tried. Install test/clients/python-requirements.txt, and ` +
        'name the Python in POSTRIDER_TEST_PYTHON.\n',
    );
    return undefined;
  }
}
