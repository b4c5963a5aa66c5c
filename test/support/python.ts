import { execFileSync } from 'node:child_process';

/**
 * Returns the path of a Python interpreter that has these modules. If no such interpreter is installed, prints a
 * message and returns undefined.
 */
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
