/**
 * `npm run generate`: writes the generated files. `node scripts/generate.ts built` writes only those that are not in
 * git, which builds, checks and tests need.
 */
import { writeGeneratedPages } from './generated-pages.ts';

writeGeneratedPages(process.argv[2] === 'built' ? 'built' : 'all');
