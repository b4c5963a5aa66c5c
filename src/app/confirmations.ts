import {
  sendWaitingConfirmations,
  confirmationRoutes,
  confirmPageRoutes,
  createConfirmations,
  purgeSignUps,
  type ConfirmationParts,
  type Confirmations,
  type ConfirmedListener,
} from '../features/campaigns/confirmations/index.ts';
import { enterByLists } from '../features/campaigns/automation-runs/index.ts';
import { badgesOf } from '../features/campaigns/campaign-safeguards/index.ts';
import { redirectOfForm } from '../features/campaigns/forms/index.ts';
import type { Job } from '../base/jobs.ts';
import type { Route } from '../http/route.ts';
import { confirmationRoomOf } from './campaign-safeguards.ts';
import { erasedPeopleOf } from './contact-privacy.ts';
import type { Installation } from './installation.ts';
import { openMailingsOf } from './open-mailings.ts';

const ASK_EVERY_MS = 10_000;
const PURGE_EVERY_MS = 60 * 60_000;

/** Listeners for confirmed contacts. Every feature that sends to newly confirmed contacts must be listed here. */
const CONFIRMED_LISTENERS: readonly ConfirmedListener[] = [enterByLists];

/** Returns the dependencies of double opt-in. `baseUrl()` is the address of the installation's pages. */
function confirmationPartsOf(installation: Installation, baseUrl: () => string): ConfirmationParts {
  const { clock, config, db, log } = installation;
  const openMailings = openMailingsOf(installation, baseUrl);
  return {
    db,
    clock,
    log,
    erasedPeople: erasedPeopleOf(installation),
    ready: async (accountId, campaignId) => openMailings.ready(accountId, campaignId),
    room: confirmationRoomOf(installation),
    // The local sender exists only in inbox mode. In other modes, the sandbox domain sends only to members of the
    // account.
    localSender: config.delivery === 'inbox' ? `onboarding@${config.sandboxDomain}` : undefined,
    onConfirmed: CONFIRMED_LISTENERS,
  };
}

/** Creates the handler for sign-ups. */
export function confirmationsOf(installation: Installation, baseUrl: () => string): Confirmations {
  return createConfirmations(confirmationPartsOf(installation, baseUrl));
}

/** Returns the routes for double opt-in. */
export function confirmationRoutesOf(installation: Installation, baseUrl: () => string): Route[] {
  return confirmationRoutes({ ...confirmationPartsOf(installation, baseUrl), badgesOf });
}

/** Returns the routes for the pages that confirmation emails link to. */
export function confirmPageRoutesOf(installation: Installation): Route[] {
  const { db, log, vault } = installation;
  const erasedPeople = erasedPeopleOf(installation);
  return confirmPageRoutes({
    db,
    log,
    vault,
    erasedPeople,
    onConfirmed: CONFIRMED_LISTENERS,
    redirectOf: redirectOfForm,
  });
}

/**
 * Returns the jobs that send delayed confirmation emails (only if the base URL of links is known) and delete old
 * sign-ups.
 */
export function confirmationJobs(installation: Installation, baseUrl: string | undefined): Job[] {
  const { db } = installation;
  const purge = { name: 'purge sign-ups', everyMs: PURGE_EVERY_MS, run: async () => purgeSignUps(db) };
  if (baseUrl === undefined) return [purge];
  const parts = confirmationPartsOf(installation, () => baseUrl);
  return [
    { name: 'send confirmation emails', everyMs: ASK_EVERY_MS, run: async () => sendWaitingConfirmations(parts) },
    purge,
  ];
}
