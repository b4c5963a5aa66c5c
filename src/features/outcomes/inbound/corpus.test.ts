import { expect, test } from 'vitest';
import { BOUNCE_CORPUS, type CorpusMail } from '../../../../test/support/bounce-corpus/index.ts';
import { resultOfReport } from '../../../../test/support/bounce-corpus/result.ts';

const results = Promise.all(
  BOUNCE_CORPUS.map(async (mail) => ({ ...mail, got: await resultOfReport(Buffer.from(mail.raw).toString('latin1')) })),
);

function shown(wrong: readonly (CorpusMail & { readonly got: string })[]): string[] {
  return wrong.map(({ got, is, name }) => `${is} read as ${got}: ${name}`);
}

test('at least 95 of 100 reports of a corpus in all forms are read as what they are', async () => {
  const all = await results;
  const wrong = all.filter(({ got, is }) => got !== is);
  const share = (100 * (all.length - wrong.length)) / all.length;
  console.log(`${all.length} reports, ${share.toFixed(1)}% classified correctly\n${shown(wrong).join('\n')}`);
  expect(all.length).toBeGreaterThanOrEqual(300);
  expect(share).toBeGreaterThanOrEqual(95);
});

test('nobody is suppressed for a full mailbox, a refusal of the mail or what may pass', async () => {
  const suppressed = (await results).filter(({ got, is }) => got === 'recipient' && is !== 'recipient');
  expect(shown(suppressed)).toEqual([]);
});

test('every form of a report occurs', () => {
  const forms = new Set(BOUNCE_CORPUS.map(({ name }) => name.split(':', 1)[0]));
  expect(forms.size).toBeGreaterThanOrEqual(30);
});
