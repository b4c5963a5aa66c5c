/** `npm run generate`: writes the documents that are made from the code. `test/docs.test.ts` compares them. */
import { writeFileSync } from 'node:fs';
import { generatedPages } from './generated-pages.ts';

for (const { path, text } of generatedPages()) {
  writeFileSync(new URL(`../${path}`, import.meta.url), text);
  console.log(path);
}
