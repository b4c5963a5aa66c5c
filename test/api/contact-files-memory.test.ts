// Place in a run: slow.
import { execFile } from 'node:child_process';
import type { Poller } from '../../src/base/poller.ts';
import { promisify } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually, startApp, type TestApp } from '../support/app.ts';
import { IMPORTS, newAudience, runImports, uuidOf } from '../support/contact-files.ts';

const ROWS = 200_000;
/**
 * Timeout whose only purpose is to end a hanging test. The test takes minutes on a slow machine that also runs other
 * tests.
 */
const LIMIT_MS = 900_000;
const PADDING = 'a column that nobody needs '.repeat(6);

let app: TestApp;
let runner: Poller;
beforeAll(async () => {
  app = await startApp();
  runner = runImports(app);
});
afterAll(async () => {
  await runner.close();
  await app.close();
});

setFlagsFromString('--expose-gc');
const collect: unknown = runInNewContext('gc');
const held = (): number => {
  // The memory of buffers that the first garbage collection finds is only freed by the second.
  for (let round = 0; round < 3; round += 1) if (typeof collect === 'function') collect();
  const { arrayBuffers, heapUsed } = process.memoryUsage();
  return arrayBuffers + heapUsed;
};

/**
 * Sends requests from a separate process, so that the memory of the client is not measured. Resolves with the number of
 * received bytes.
 */
async function outside(program: string): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', program]);
  return stdout;
}

describe(`${ROWS} contacts`, () => {
  it('are never completely in memory during import or export', { timeout: LIMIT_MS }, async () => {
    const ann = await newAudience(app);
    const headers = `{ authorization: 'Bearer ${ann.person.token}', 'content-type': 'text/csv' }`;
    const answer = await outside(`
      const rows = async function* () {
        yield 'email,note\\n';
        for (let n = 0; n < ${ROWS}; n += 1000)
          yield Array.from({ length: 1000 }, (_, at) => 'reader' + (n + at) + '@example.org,${PADDING}\\n').join('');
      };
      const body = require('node:stream').Readable.from(rows(), { objectMode: false });
      fetch('${app.api.baseUrl}${IMPORTS}', { method: 'POST', headers: ${headers}, body, duplex: 'half' })
        .then((answer) => answer.text()).then((text) => process.stdout.write(text));`);
    const { bytes, id } = JSON.parse(answer);
    expect(bytes).toBeGreaterThan(35_000_000);
    const before = held();
    let most = 0;
    await ann.person.call('POST', `${IMPORTS}/${id}/start`, { mapping: ['email', 'ignore'] });
    for (const line of [50_000, 100_000, 150_000]) {
      await eventually(
        `line ${line} is processed`,
        async () => {
          const [row] = await ann.rows<{ line: number }>(
            `select line from import where account_id = $1 and id = '${uuidOf(id)}'`,
          );
          return Number(row?.line) >= line || undefined;
        },
        LIMIT_MS,
      );
      most = Math.max(most, held() - before);
    }
    expect(await ann.ended(id, undefined, LIMIT_MS)).toMatchObject({ state: 'done', added: ROWS });
    expect(most).toBeLessThan(bytes / 2);

    const sampling = setInterval(() => (most = Math.max(most, held() - before)), 2_000);
    const size = await outside(`
      fetch('${app.api.baseUrl}/contacts/export?format=jsonl', { headers: ${headers} }).then(async ({ body }) => {
        let size = 0;
        for await (const piece of body) size += piece.length;
        process.stdout.write(String(size));
      });`);
    clearInterval(sampling);
    expect(Number(size)).toBeGreaterThan(70_000_000);
    expect(most).toBeLessThan(bytes / 2);
  });
});
