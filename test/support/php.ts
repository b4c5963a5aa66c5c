import { execFileSync } from 'node:child_process';

/**
 * Returns the path of a PHP interpreter that finds these files on its include path. If no such interpreter is
 * installed, prints a message and returns undefined.
 */
export function phpWith(files: readonly string[]): string | undefined {
  const given = process.env['POSTRIDER_TEST_PHP'] ?? 'php';
  try {
    execFileSync(given, ['-r', files.map((file) => `require '${file}';`).join(' ')], { stdio: 'ignore' });
    return given;
  } catch {
    process.stdout.write(
      `No PHP that finds ${files.join(', ')}: what it does is not tried. Install php-cli, php-mbstring, php-symfony-http-client ` +
        'and the php-symfony-*-mailer of Mailgun, Postmark, Sendgrid and Amazon, or name such a PHP in POSTRIDER_TEST_PHP.\n',
    );
    return undefined;
  }
}
