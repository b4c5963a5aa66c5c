/**
 * `npm run generate`: writes the generated files. `node scripts/generate.ts built` writes only the files that are not
 * in git. Builds, checks, and tests need these files.
 */
import { writeGeneratedPages } from './generated-pages.ts';

writeGeneratedPages(process.argv[2] === 'built' ? 'built' : 'all');
