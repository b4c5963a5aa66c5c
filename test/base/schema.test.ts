import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { dumpSchema } from '../../scripts/schema/dump.ts';
import { createTestDatabase } from '../support/db.ts';
import { projectRoot } from './embedded.ts';

it('sql/schema.sql is the schema of a migrated database', async () => {
  const { db, drop } = await createTestDatabase();
  try {
    expect(await dumpSchema(db), 'run "npm run schema"').toBe(
      readFileSync(join(projectRoot, 'sql/schema.sql'), 'utf8'),
    );
  } finally {
    await drop();
  }
});
