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

/** Reserves memory for arriving bytes. Returns false if there is not enough memory. */
type Reserve = (bytes: number) => boolean;

/** The request data that is passed to the handler of the route. */
interface Received {
  readonly principal: Principal;
  readonly body: unknown;
  /** The uploaded file, if the route accepts one. */
  readonly upload: Upload | undefined;
}

interface Receiving {
  readonly place: Pick<Place, 'rest' | 'resume'>;
  readonly reserve: Reserve;
  /** Authenticates the caller: the signer of the request, or the caller that the headers identify. */
  readonly letIn: (signer?: Principal) => Promise<Principal>;
  readonly takeUpload: (spec: UploadSpec) => Promise<Upload>;
}

/**
 * Authenticates the caller, and then receives the body. If a signature covers the body, receives it first. Releases the
 * admission slot while bytes arrive. Rejects if the caller is not admitted, and for the same reasons as `receiveBody`.
 */
export async function receive(route: Route, request: IncomingMessage, how: Receiving): Promise<Received> {
  if (route.findSigner) return receiveSigned(route, route.findSigner, request, how);
  const { letIn, place, reserve, takeUpload } = how;
  const principal = await letIn();
  place.rest(performance.now());
  // A file is stored while it arrives. An upload needs no slot, because it mostly waits for the client.
  const upload = route.upload && (await takeUpload(route.upload));
  const body = upload || !takesBody(request) ? undefined : await takeBody(route, request, reserve);
  if (!upload) place.resume(performance.now());
  return { principal, body, upload };
}

/** Returns whether a request with this method may have a body, which is then read. */
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

/** Receives the body of a signed request, authenticates the signer, and then decodes the body. */
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
