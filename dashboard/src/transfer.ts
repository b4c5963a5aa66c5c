import {
  addressOf,
  ApiProblem,
  outcomeOf,
  requireSession,
  whileSignedIn,
  type Answer,
  type OperationName,
  type Parts,
} from './api.ts';

/** If no data of a file is transferred for this many milliseconds, the connection is considered broken. */
const STALLED_MS = 60_000;

/** Progress of a file transfer in bytes. */
export interface Progress {
  readonly done: number;
  readonly total: number;
}

/**
 * Functions that read or upload a file that the user has selected. Both report progress, can be canceled, and reject
 * with ApiProblem.
 */
export interface Transfer {
  /** Reads the file as text, in chunks. */
  readonly read: (file: File) => Promise<string>;
  /**
   * Uploads the file as the request body of an operation. Browsers stream the file from disk, so that large files need
   * little memory.
   */
  readonly upload: <Name extends OperationName>(name: Name, file: File, given: Given) => Promise<Answer<Name>>;
}

interface Given extends Pick<Parts, 'params' | 'query'> {
  /**
   * Content type of the request. The content type that the browser reports for the file is not used, because it depends
   * on the machine.
   */
  readonly contentType: string;
}

/** Returns functions that transfer a file. `signal` cancels the transfer. */
export function transferOf(signal: AbortSignal, onProgress: (progress: Progress) => void): Transfer {
  return {
    read: async (file) => readText(file, { signal, onProgress }),
    upload: async (name, file, given) => {
      // Check the session first. The server can reject an upload without a session before it has read the whole body,
      // and browsers may report this as a lost connection instead of a 401 response.
      await requireSession();
      return whileSignedIn(() => send(name, file, { ...given, signal, onProgress }));
    },
  };
}

/** Returns whether the user has canceled the transfer. No error is shown in this case. */
export function isCancelled(problem: ApiProblem): boolean {
  return problem.code === CANCELLED.name;
}

interface Watch {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
}

async function readText(file: File, { onProgress, signal }: Watch): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let done = 0;
  onProgress({ done, total: file.size });
  try {
    for (const reader = file.stream().getReader(); ;) {
      const { value } = await reader.read();
      if (signal.aborted) break;
      if (!value) return text + decoder.decode();
      text += decoder.decode(value, { stream: true });
      done += value.length;
      onProgress({ done, total: file.size });
    }
  } catch {
    throw new ApiProblem(UNREADABLE);
  }
  throw new ApiProblem(CANCELLED);
}

/** Uploads the file with XMLHttpRequest, because `fetch` does not report the progress of uploads. */
async function send<Name extends OperationName>(
  name: Name,
  file: File,
  { contentType, onProgress, signal, ...parts }: Given & Watch,
): Promise<Answer<Name>> {
  // Check whether the file was changed or deleted after it was selected. If so, the upload would fail midway, and the
  // browser would report no reason.
  await file
    .slice(0, 1)
    .arrayBuffer()
    .catch(() => {
      throw new ApiProblem(UNREADABLE);
    });
  if (signal.aborted) throw new ApiProblem(CANCELLED);
  const [method = 'POST', path = '/'] = name.split(' ');
  const request = new XMLHttpRequest();
  request.open(method, addressOf(path, parts));
  request.setRequestHeader('content-type', contentType);
  try {
    const { status, text, isJson } = await settled(request, file, { onProgress, signal });
    // Safe cast: the API document defines the type of the response, and a test of the server checks responses against
    // the document.
    return outcomeOf({ status, text, isJson }) as Answer<Name>;
  } finally {
    request.abort();
  }
}

type Settled = Parameters<typeof outcomeOf>[0];

async function settled(request: XMLHttpRequest, file: File, { onProgress, signal }: Watch): Promise<Settled> {
  let stall: ReturnType<typeof setTimeout> | undefined;
  const { promise, reject, resolve } = Promise.withResolvers<Settled>();
  const moved = (done: number): void => {
    onProgress({ done, total: file.size });
    clearTimeout(stall);
    stall = setTimeout(() => reject(new ApiProblem(LOST)), STALLED_MS);
  };
  request.upload.addEventListener('progress', ({ loaded }) => moved(loaded));
  request.addEventListener('error', () => reject(new ApiProblem(LOST)));
  request.addEventListener('load', () => {
    const isJson = request.getResponseHeader('content-type')?.includes('json') === true;
    resolve({ status: request.status, text: request.responseText, isJson });
  });
  signal.addEventListener('abort', () => reject(new ApiProblem(CANCELLED)), { once: true });
  moved(0);
  request.send(file);
  try {
    return await promise;
  } finally {
    clearTimeout(stall);
  }
}

const CANCELLED = { status: 0, name: 'cancelled', message: 'The upload was canceled.', fix: '' };
const UNREADABLE = {
  status: 0,
  name: 'unreadable_file',
  message: 'Your browser can’t read the file.',
  fix: 'The file may have been changed, moved, or locked. Choose the file again.',
};
const LOST = {
  status: 0,
  name: 'no_answer',
  message: 'The upload was interrupted.',
  fix: 'Check your connection to the server, then try again.',
};
