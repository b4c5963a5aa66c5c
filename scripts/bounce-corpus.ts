/**
 * Classifies the bounce reports of a corpus as the inbound listener would and prints how many are classified correctly.
 *
 * By hand: node bin/bootstrap.cjs scripts/bounce-corpus.ts [--minimum PERCENT] LABELS FOLDER
 *
 * With --minimum, the exit code is 1 if fewer reports are classified correctly, or if a report would suppress an
 * address that should not be suppressed.
 *
 * LABELS contains a line for each report: its file in FOLDER, a tab, and a class (recipient, mailbox-full, sender,
 * policy, message, transient) or several acceptable ones, separated by commas. If LABELS is the folder with the tests
 * of rb-sisimai (`test/public`), the labels are derived from its expectations, and FOLDER is `maildir/bsd` of
 * set-of-emails.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { resultOfReport } from '../test/support/bounce-corpus/result.ts';

interface Label {
  readonly file: string;
  readonly right: readonly string[];
}

/**
 * Sisimai's reasons (https://libsisimai.org/en/reason/) and the classes that are correct for them. Reports with other
 * reasons are skipped.
 */
const CLASSES_OF_REASONS: Readonly<Record<string, readonly string[]>> = {
  userunknown: ['recipient'],
  hostunknown: ['recipient'],
  hasmoved: ['recipient'],
  suspend: ['recipient'],
  notaccept: ['recipient', 'policy'],
  // A rejection by the receiver's spam filter does not show whether the mailbox exists.
  filtered: ['recipient', 'policy', 'transient'],
  onhold: ['recipient', 'policy', 'transient', 'unclassified'],
  undefined: ['policy', 'transient', 'message', 'sender', 'unclassified'],
  mailboxfull: ['mailbox-full'],
  exceedlimit: ['message', 'mailbox-full'],
  mesgtoobig: ['message'],
  contenterror: ['message', 'policy'],
  syntaxerror: ['message', 'policy', 'transient'],
  notcompliantrfc: ['message', 'policy'],
  rejected: ['sender', 'policy'],
  authfailure: ['sender', 'policy'],
  requireptr: ['policy', 'sender'],
  badreputation: ['policy'],
  blocked: ['policy', 'transient'],
  policyviolation: ['policy', 'message', 'sender'],
  spamdetected: ['policy', 'message'],
  virusdetected: ['policy', 'message'],
  norelaying: ['policy', 'sender'],
  securityerror: ['policy', 'sender', 'transient'],
  speeding: ['policy', 'transient'],
  toomanyconn: ['policy', 'transient'],
  expired: ['transient'],
  networkerror: ['transient', 'recipient'],
  systemerror: ['transient', 'policy'],
  systemfull: ['transient', 'mailbox-full'],
  mailererror: ['transient', 'policy', 'message'],
};

const {
  values: { minimum },
  positionals: [labelsPath, folder],
} = parseArgs({ allowPositionals: true, options: { minimum: { type: 'string' } } });
const least = minimum === undefined ? undefined : Number(minimum);
if (labelsPath === undefined || folder === undefined || Number.isNaN(least)) {
  throw new Error('Usage: node bin/bootstrap.cjs scripts/bounce-corpus.ts [--minimum PERCENT] LABELS FOLDER');
}
const labels = statSync(labelsPath).isDirectory()
  ? labelsOfSisimai(labelsPath)
  : labelsOf(readFileSync(labelsPath, 'utf8'));
const wrong: string[] = [];
const suppressed: string[] = [];
for (const { file, right } of labels) {
  const got = await resultOfReport(readFileSync(join(folder, file), 'latin1'));
  if (right.includes(got)) continue;
  wrong.push(`${file}: ${right.join(' or ')} read as ${got}`);
  if (got === 'recipient') suppressed.push(file);
}
console.log(wrong.join('\n'));
const share = (100 * (labels.length - wrong.length)) / labels.length;
console.log(`${labels.length} reports, ${share.toFixed(1)}% classified correctly`);
console.log(`${suppressed.length} would wrongly suppress an address: ${suppressed.join(' ')}`);
if (least !== undefined && (share < least || suppressed.length > 0)) process.exitCode = 1;

function labelsOf(text: string): Label[] {
  return text.split('\n').flatMap((line) => {
    const [file = '', classes] = line.split('\t');
    return classes === undefined ? [] : [{ file, right: classes.trim().split(',') }];
  });
}

/** Returns the reports in FOLDER for which Sisimai expects a single known reason. */
function labelsOfSisimai(tests: string): Label[] {
  const files = readdirSync(folder ?? '');
  return readdirSync(tests).flatMap((name) => {
    const kind = basename(name, '.rb');
    const rows = readFileSync(join(tests, name), 'utf8').matchAll(/'(\d{2,})' => \[((?:\[[^\]]*\],?\s*)+)\]/g);
    return [...rows].flatMap(([, number = '', results = '']) => {
      const reasons = new Set(
        [...results.matchAll(/'([a-z]+)',\s*(?:true|false)\]/g)].map(([, reason = '']) => reason),
      );
      const file = `${kind}-${number}.eml`;
      const right = CLASSES_OF_REASONS[[...reasons].join()];
      if (right === undefined || !files.includes(file)) return [];
      // Also accept `transient` for reports with a temporary code, and `ignored` for delay reports.
      const passes = results.includes("['4.") ? ['transient'] : [];
      return [{ file, right: [...right, ...passes, ...(isDelay(file) ? ['ignored'] : [])] }];
    });
  });
}

function isDelay(file: string): boolean {
  const text = readFileSync(join(folder ?? '', file), 'latin1');
  return /^action:\s*delayed/im.test(text) || /^subject:.*(?:delay|warning)/im.test(text);
}
