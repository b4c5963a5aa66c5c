import { createRequire } from 'node:module';
import type * as resend3 from 'resend-3';

const require = createRequire(import.meta.url);

/**
 * Returns a new copy of a version of Resend's client. These versions read the base URL when they are loaded, so a copy that
 * another test file of the same process has loaded would call that file's server.
 */
export function loadOlderResend(version: '3' | '4', baseUrl: string): typeof resend3 {
  process.env['RESEND_BASE_URL'] = baseUrl;
  const file = version === '3' ? require.resolve('resend-3') : require.resolve('resend-4');
  delete require.cache[file];
  // Safe cast: the methods that the tests call have the same signature in both versions.
  return require(file) as typeof resend3;
}
