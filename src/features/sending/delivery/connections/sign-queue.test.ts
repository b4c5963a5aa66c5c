import { generateKeyPairSync } from 'node:crypto';
import { expect, it } from 'vitest';
import { createSigner, type DkimKey, type Signer, type SignRequest } from '../../../../mail/dkim.ts';
import { createSignQueue } from './sign-queue.ts';

const { privateKey } = generateKeyPairSync('ed25519');
const key: DkimKey = { selector: 's', domain: 'acme.example', algorithm: 'ed25519-sha256', privateKey };
/** The key's type does not match its algorithm, so signing fails. */
const wrong: DkimKey = { ...key, algorithm: 'rsa-sha256', privateKey: generateKeyPairSync('x25519').privateKey };

function request(subject: string, keys: readonly DkimKey[] = [key]): SignRequest {
  const headers = [
    { name: 'From', value: 'post@acme.example' },
    { name: 'Subject', value: subject },
  ];
  return {
    mail: { headers, body: Buffer.from('Hi\r\n'), smtpUtf8: false },
    keys,
    signedAt: new Date(1_700_000_000_000),
  };
}

function counting(): { signer: Signer; batches: number[] } {
  const signer = createSigner();
  const batches: number[] = [];
  return {
    batches,
    signer: {
      ...signer,
      signBatch(requests) {
        batches.push(requests.length);
        return signer.signBatch(requests);
      },
    },
  };
}

it('messages that are ready in the same tick are signed together, at most eight at a time, with the right bytes each', async () => {
  const { batches, signer } = counting();
  const sign = createSignQueue(signer);
  const mails = await Promise.all(Array.from({ length: 19 }, (_none, index) => sign(request(`Mail ${index}`))));
  expect(batches).toEqual([8, 8, 3]);
  for (const [index, mail] of mails.entries()) {
    const { keys, mail: composed, signedAt } = request(`Mail ${index}`);
    expect(mail).toEqual(createSigner().sign(composed, keys, signedAt));
  }
});

it('a message of a later tick is signed separately', async () => {
  const { batches, signer } = counting();
  const sign = createSignQueue(signer);
  await sign(request('first'));
  await sign(request('second'));
  expect(batches).toEqual([1, 1]);
});

it('a message that cannot be signed fails alone', async () => {
  const sign = createSignQueue(createSigner());
  const results = await Promise.allSettled([sign(request('a')), sign(request('b', [wrong])), sign(request('c'))]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});
