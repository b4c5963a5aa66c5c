import type { IncomingMessage } from 'node:http';
import type { Place } from './admission.ts';
import { decodeBody, receiveBody, receiveBytes } from './body.ts';
import { looseForm } from './loose-form.ts';
import type { Principal } from './principal.ts';
import type { Route } from './route.ts';
import type { FindSigner } from './signed.ts';
import type { Upload, UploadSpec } from './upload-types.ts';

const METHODS_WITHOUT_BODY = ['GET', 'HEAD', 'OPTIONS'];
const NO_BYTES = Buffer.alloc(0);

/** Takes room for bytes that arrive; false refuses them. */
type Reserve = (bytes: number) => boolean;

/** What of a request its route gets. */
interface Received {
  readonly principal: Principal;
  readonly body: unknown;
  /** Of a route that takes a file. */
  readonly upload: Upload | undefined;
}

/** What receiving takes. */
interface Receiving {
  readonly place: Pick<Place, 'rest' | 'resume'>;
  readonly reserve: Reserve;
  /** Lets the caller in: who has signed the request, or whoever its headers say. */
  readonly letIn: (signer?: Principal) => Promise<Principal>;
  readonly takeUpload: (spec: UploadSpec) => Promise<Upload>;
}

/**
 * Lets the caller of a request in and receives what it brings: the caller first, but where the body is signed too. The place
 * at work rests while bytes come. Rejects with whatever keeps the caller out, and as `receiveBody` does.
 */
export async function receive(route: Route, request: IncomingMessage, how: Receiving): Promise<Received> {
  if (route.findSigner) return receiveSigned(route, route.findSigner, request, how);
  const { letIn, place, reserve, takeUpload } = how;
  const principal = await letIn();
  place.rest(performance.now());
  // A file is put away as it comes: it waits for its sender more than for us, and holds no place.
  const upload = route.upload && (await takeUpload(route.upload));
  const body = upload || !takesBody(request) ? undefined : await takeBody(route, request, reserve);
  if (!upload) place.resume(performance.now());
  return { principal, body, upload };
}

/** Whether a request of this method is read to its end. */
export function takesBody({ method = '' }: IncomingMessage): boolean {
  return !METHODS_WITHOUT_BODY.includes(method);
}

async function takeBody(
  { bodyLimitBytes, decoder, isPublicForm }: Route,
  request: IncomingMessage,
  reserve: Reserve,
): Promise<unknown> {
  if (!isPublicForm) return receiveBody(request, bodyLimitBytes, reserve, decoder);
  return receiveBody(request, bodyLimitBytes, reserve, (type = '') => looseForm(type));
}

/** The body is decoded when its signer is let in. */
async function receiveSigned(
  { bodyLimitBytes, decoder }: Route,
  findSigner: FindSigner,
  request: IncomingMessage,
  { letIn, place, reserve }: Receiving,
): Promise<Received> {
  const { headers, method = '', url: target = '' } = request;
  const signer = await findSigner({ method, target, headers });
  place.rest(performance.now());
  const bytes = takesBody(request) ? await receiveBytes(request, bodyLimitBytes, reserve) : NO_BYTES;
  place.resume(performance.now());
  signer.requireBody(bytes);
  const principal = await letIn(signer.principal);
  const body = bytes.length === 0 ? undefined : await decodeBody(bytes, headers, decoder);
  return { principal, body, upload: undefined };
}
