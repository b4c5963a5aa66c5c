import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type Answer, type TestApp } from '../support/app.ts';
import { newAudience, runImports, type Audience } from '../support/contact-files.ts';

const COMPOSED = 'Zoé Ångström';
/** Decomposed accents, as in file names and exports on macOS. */
const DECOMPOSED = COMPOSED.normalize('NFD');

let app: TestApp;
let ann: Audience;
let runner: ReturnType<typeof runImports>;

beforeAll(async () => {
  app = await startApp();
  runner = runImports(app);
  ann = await newAudience(app);
});
afterAll(async () => {
  await runner.close();
  await app.close();
});

async function call(method: string, path: string, body?: unknown): Promise<Answer> {
  const answer = await ann.person.session.call(method, path, body);
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer;
}

async function found(path: string, text: string): Promise<number> {
  return (await call('GET', `${path}?query=${encodeURIComponent(text)}`)).body.total;
}

describe('name with composed or decomposed accents', () => {
  it('is found in either form, including names stored decomposed by an earlier version', async () => {
    const [firstName = '', lastName = ''] = DECOMPOSED.split(' ');
    await call('POST', '/contacts', { email: 'one@example.org', first_name: firstName, last_name: lastName });
    await call('POST', '/contacts', { email: 'two@example.org' });
    await ann.rows(
      `update contact set first_name = '${firstName}', last_name = '${lastName}'
       where account_id = $1 and email = 'two@example.org'`,
    );
    for (const text of ['Zoé', 'zoé', 'ZOÉ', 'Zoé Ångström', 'ångs', 'oé']) {
      for (const form of ['NFC', 'NFD'] as const) {
        // Short words only match the start of a name.
        expect(await found('/contacts', text.normalize(form)), `${text} ${form}`).toBe(text === 'oé' ? 0 : 2);
      }
    }
    expect((await ann.contacts())['one@example.org']).toMatchObject({ first_name: 'Zoé', last_name: 'Ångström' });
  });

  it.each([
    ['/lists', (name: string) => ({ name })],
    ['/forms', (title: string) => ({ title })],
    ['/landing-pages', (title: string) => ({ title, body: 'Text' })],
  ])('is found in either form at %s', async (path, bodyOf) => {
    const lists = [await ann.newGroup('list', 'Other')];
    const form = (await call('POST', '/forms', { title: 'Other', lists })).body.id;
    await call('POST', path, { lists, form_id: form, ...bodyOf(DECOMPOSED) });
    expect([await found(path, COMPOSED), await found(path, DECOMPOSED)]).toEqual([1, 1]);
  });

  it('is one tag for either form in imports and requests', async () => {
    const tag = await call('POST', '/contact-tags', { name: DECOMPOSED });
    expect(tag.body.name).toBe(COMPOSED);
    expect((await ann.person.session.call('POST', '/contact-tags', { name: COMPOSED })).status).toBe(422);
    await ann.import(`email,tags\nsix@example.org,${DECOMPOSED}\n`, { mapping: ['email', 'tags'] });
    expect((await ann.contacts())['six@example.org']).toMatchObject({ tags: [COMPOSED] });
    expect((await call('GET', '/contact-tags')).body.total).toBe(1);
  });
});
