import { expect, it } from 'vitest';
import { judge, judgeOwned } from './judge.ts';

const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148';
const OUTLOOK = 'Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 10.0; WOW64; Trident/7.0; Microsoft Outlook 16.0.17928)';
const GMAIL = 'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)';
const YAHOO = 'YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html';
const APPLE = 'Mozilla/5.0';

it.each([
  ['opened', SAFARI, 100, 'person'],
  ['opened', SAFARI, undefined, 'person'],
  ['opened', OUTLOOK, 100, 'person'],
  ['opened', 'Mozilla/5.0 (Linux; Android 9; CUBOT_X19) AppleWebKit/537.36', 100, 'person'],
  ['opened', GMAIL, 100, 'proxy'],
  ['opened', YAHOO, 100, 'proxy'],
  ['opened', APPLE, 100, 'prefetch'],
  ['opened', ` ${APPLE} `, 100, 'prefetch'],
  ['opened', undefined, 100_000, 'scanner'],
  ['opened', ' ', 100_000, 'scanner'],
  ['opened', 'Googlebot/2.1 (+http://www.google.com/bot.html)', 100_000, 'scanner'],
  ['opened', 'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5', 100_000, 'scanner'],
  ['opened', 'curl/8.9.1', 100_000, 'scanner'],
  ['opened', 'python-requests/2.32', 100_000, 'scanner'],
  ['opened', 'Go-http-client/2.0', 100_000, 'scanner'],
  ['opened', 'node', 100_000, 'scanner'],
  ['clicked', SAFARI, 2_000, 'person'],
  ['clicked', SAFARI, 1_999, 'scanner'],
  ['clicked', SAFARI, -5, 'scanner'],
  ['clicked', SAFARI, undefined, 'scanner'],
  ['clicked', GMAIL, 100_000, 'scanner'],
  ['clicked', APPLE, 100_000, 'scanner'],
  ['clicked', 'Slackbot-LinkExpanding 1.0', 100_000, 'scanner'],
] as const)('attributes %s by "%s" after %s ms to a %s', (kind, userAgent, ageMs, expected) => {
  expect(judge({ kind, userAgent, ageMs })).toBe(expected);
});

it.each([
  ['opened', SAFARI, 1_999, 'scanner'],
  ['opened', SAFARI, -5, 'scanner'],
  ['opened', SAFARI, 2_000, 'person'],
  ['opened', SAFARI, undefined, 'person'],
  ['opened', GMAIL, 2_000, 'proxy'],
  ['opened', APPLE, 100_000, 'prefetch'],
  ['opened', 'curl/8.9.1', undefined, 'scanner'],
  ['clicked', SAFARI, 1_999, 'scanner'],
  ['clicked', SAFARI, undefined, 'person'],
  ['clicked', GMAIL, undefined, 'scanner'],
  ['clicked', APPLE, undefined, 'scanner'],
  ['clicked', 'Slackbot-LinkExpanding 1.0', undefined, 'scanner'],
] as const)('attributes %s in bulk email by "%s" after %s ms to a %s', (kind, userAgent, ageMs, expected) => {
  expect(judgeOwned({ kind, userAgent, ageMs })).toBe(expected);
});
