import type { Signer, SignRequest } from '../../../../mail/dkim.ts';

/** Maximum number of messages signed in one call, because signing blocks the event loop. */
const MAX_BATCH = 8;

interface Waiting {
  readonly request: SignRequest;
  readonly resolve: (mail: Buffer) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Creates a function that signs the messages that are requested in the same tick together. The function resolves with
 * the signed message. If one message cannot be signed, only its promise rejects.
 */
export function createSignQueue(signer: Signer): (request: SignRequest) => Promise<Buffer> {
  let waiting: Waiting[] = [];

  function flush(): void {
    const batch = waiting;
    waiting = [];
    for (let first = 0; first < batch.length; first += MAX_BATCH) settle(signer, batch.slice(first, first + MAX_BATCH));
  }

  return (request) =>
    new Promise((resolve, reject) => {
      if (waiting.push({ request, resolve, reject }) === 1) queueMicrotask(flush);
    });
}

function settle(signer: Signer, batch: readonly Waiting[]): void {
  try {
    const mails = signer.signBatch(batch.map(({ request }) => request));
    for (const [index, { reject, resolve }] of batch.entries()) {
      const mail = mails[index];
      if (mail) resolve(mail);
      else reject(new Error('The signer returned no message'));
    }
  } catch (error) {
    const [only] = batch;
    if (batch.length === 1) only?.reject(error);
    else for (const one of batch) settle(signer, [one]);
  }
}
