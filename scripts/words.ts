import { readProse } from './prose/read.ts';
import { avoidedWords } from './tidy/words.ts';
const all = avoidedWords(readProse());
console.log(all.join('\n'));
console.log(all.length);
