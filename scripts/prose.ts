/**
 * Lists the text that people read in this project: strings in the dashboard, documents, and messages of the API, the
 * command line, and the log; and the comments in the code. By hand:
 *
 * - `node bin/bootstrap.cjs scripts/prose.ts list dashboard|docs|messages [PATH-PREFIX]`
 * - `node bin/bootstrap.cjs scripts/prose.ts words [PATH-PREFIX]` lists words to avoid, with replacements.
 * - `node bin/bootstrap.cjs scripts/prose.ts sample [--seed N] [--count N]` prints `--count` sentences (default: 50) of
 *   each of the three kinds, always the same ones for the same `--seed` (default: 1).
 * - `node bin/bootstrap.cjs scripts/prose.ts comments [--seed N] [--count N]` does the same for comments.
 */
import { parseArgs } from 'node:util';
import { randomFrom } from '../test/support/random.ts';
import { KINDS, readComments, readProse, type Sentence } from './prose/read.ts';
import { avoidedWords } from './tidy/words.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string', default: '1' }, count: { type: 'string', default: '50' } },
});
const [command, wanted = '', prefix = ''] = positionals;

if (command === 'words') {
  for (const line of avoidedWords(readProse().filter(({ path }) => path.startsWith(wanted)))) console.log(line);
} else if (command === 'list' && KINDS.some((kind) => kind === wanted)) {
  for (const sentence of readProse().filter(({ kind, path }) => kind === wanted && path.startsWith(prefix)))
    print(sentence);
} else if (command === 'sample') {
  const random = randomFrom(Number(values.seed));
  for (const kind of KINDS) {
    const sentences = readProse().filter((sentence) => sentence.kind === kind);
    for (let count = 0; count < Number(values.count) && sentences.length > 0; count += 1) {
      sentences.splice(Math.floor(random() * sentences.length), 1).forEach(print);
    }
  }
} else if (command === 'comments') {
  const random = randomFrom(Number(values.seed));
  const comments = [...readComments()];
  for (let count = 0; count < Number(values.count) && comments.length > 0; count += 1) {
    comments.splice(Math.floor(random() * comments.length), 1).forEach(print);
  }
} else {
  throw new Error(
    'Usage: prose.ts list dashboard|docs|messages [PATH-PREFIX] | words [PATH-PREFIX] | sample|comments [--seed N] [--count N]',
  );
}

function print({ line, path, text }: Sentence): void {
  console.log(`${path}:${line}\t${text}`);
}
