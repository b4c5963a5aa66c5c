import { expect, test } from 'vitest';
import { BOUNCE_CORPUS, type CorpusMail } from '../../../../test/support/bounce-corpus/index.ts';
import { resultOfReport } from '../../../../test/support/bounce-corpus/result.ts';

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
