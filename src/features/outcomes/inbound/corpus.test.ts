import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { BOUNCE_CORPUS, type CorpusMail } from '../../../../test/support/bounce-corpus/index.ts';
import { resultOfReport } from '../../../../test/support/bounce-corpus/result.ts';
import { scratchFolder } from '../../../../test/support/scratch.ts';

const results = Promise.all(
  BOUNCE_CORPUS.map(async (mail) => ({ ...mail, got: await resultOfReport(Buffer.from(mail.raw).toString('latin1')) })),
);

function shown(wrong: readonly (CorpusMail & { readonly got: string })[]): string[] {
  return wrong.map(({ got, is, name }) => `${is} read as ${got}: ${name}`);
}

test('classifies at least 95% of a corpus with all kinds of reports correctly', async () => {
  const all = await results;
  const wrong = all.filter(({ got, is }) => got !== is);
  const share = (100 * (all.length - wrong.length)) / all.length;
  console.log(`${all.length} reports, ${share.toFixed(1)}% classified correctly\n${shown(wrong).join('\n')}`);
  expect(all.length).toBeGreaterThanOrEqual(300);
  expect(share).toBeGreaterThanOrEqual(95);
});

test('suppresses no recipient for a full mailbox, rejected content, or a temporary error', async () => {
  const suppressed = (await results).filter(({ got, is }) => got === 'recipient' && is !== 'recipient');
  expect(shown(suppressed)).toEqual([]);
});

test('covers every form of report', () => {
  const forms = new Set(BOUNCE_CORPUS.map(({ name }) => name.split(':', 1)[0]));
  expect(forms.size).toBeGreaterThanOrEqual(30);
});

test.each([
  ['the share is reached', 'mailbox-full', '50', 0],
  ['the share is not reached', 'mailbox-full', '51', 1],
  ['an address would be suppressed', 'recipient', '0', 1],
])('the script for other corpora checks a minimum: %s', (_what, wrong, minimum, code) => {
  const folder = scratchFolder('postrider-corpus-');
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const kind of ['message', wrong]) {
    writeFileSync(join(folder, `${kind}.eml`), BOUNCE_CORPUS.find(({ is }) => is === kind)?.raw ?? '');
  }
  const labels = join(folder, 'labels');
  writeFileSync(labels, `message.eml\tmessage\n${wrong}.eml\tpolicy\n`);
  const script = fileURLToPath(new URL('../../../../scripts/bounce-corpus.ts', import.meta.url));
  const { status, stdout } = spawnSync(process.execPath, [script, '--minimum', minimum, labels, folder]);
  expect([status, String(stdout)]).toEqual([code, expect.stringContaining('2 reports, 50.0% classified correctly')]);
});
