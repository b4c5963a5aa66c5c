/**
 * `npm run generate`: writes the files that are generated from the code. `node scripts/generate.ts built` writes only those that
 * are not in git, as builds, checks and tests need them.
 */
import { writeGeneratedPages } from './generated-pages.ts';

writeGeneratedPages(process.argv[2] === 'built' ? 'built' : 'all');
