import type { Database } from '../../../base/db.ts';
import { route, type Route } from '../../../http/route.ts';
import { recordOperatorAct } from '../../tenants/accounts/index.ts';
import { addPlan, changePlan, listPlanDetails } from '../../tenants/usage/index.ts';
import { requireOperator, SCOPE } from '../../../http/operator.ts';
import { installationDocs } from './installation-docs.ts';
import { newPlanRequest, planChangeRequest, stopRequest } from './installation-schema.ts';
import { readQueues, resume, stop } from './queues.ts';
import { readSystem, type SystemParts } from './system.ts';

const PATH = '/dashboard/operator';

interface Parts extends SystemParts {
  readonly db: Database;
}

/** Returns the operator's routes for managing plans, queues and the installation. */
export function installationRoutes(parts: Parts): Route[] {
  return [...planRoutes(parts), ...queueRoutes(parts)];
}

function planRoutes({ db }: Parts): Route[] {
  return [
    route({
      method: 'GET',
      path: `${PATH}/plans`,
      summary: 'List plans',
      scope: SCOPE,
      doc: installationDocs.plans,
      async handle({ principal }) {
        requireOperator(principal);
        return { status: 200, body: { data: await listPlanDetails(db) } };
      },
    }),
    route({
      method: 'POST',
      path: `${PATH}/plans`,
      summary: 'Create a plan',
      scope: SCOPE,
      body: newPlanRequest,
      doc: installationDocs.createPlan,
      async handle({ principal, body: { given, name } }) {
        requireOperator(principal);
        const plan = await db.transaction(async (tx) => {
          const made = await addPlan(tx, name, given);
          await recordOperatorAct(tx, principal, principal.accountId, {
            action: 'plan.create',
            subject: name,
            after: { ...made },
          });
          return made;
        });
        return { status: 201, body: plan };
      },
    }),
    route({
      method: 'PATCH',
      path: `${PATH}/plans/:name`,
      summary: 'Update a plan',
      scope: SCOPE,
      body: planChangeRequest,
      doc: installationDocs.changePlan,
      async handle({ principal, params, body }) {
        requireOperator(principal);
        const plan = await db.transaction(async (tx) => {
          const { after, before } = await changePlan(tx, params['name'] ?? '', body);
          await recordOperatorAct(tx, principal, principal.accountId, {
            action: 'plan.change',
            subject: after.name,
            before: { ...before },
            after: { ...after },
          });
          return after;
        });
        return { status: 200, body: plan };
      },
    }),
  ];
}

function queueRoutes(parts: Parts): Route[] {
  const { db } = parts;
  return [
    route({
      method: 'GET',
      path: `${PATH}/queues`,
      summary: 'Get the delivery queues',
      scope: SCOPE,
      doc: installationDocs.queues,
      async handle({ principal }) {
        requireOperator(principal);
        return { status: 200, body: await readQueues(db) };
      },
    }),
    route({
      method: 'POST',
      path: `${PATH}/queues/stops`,
      summary: 'Pause sending to a destination site',
      scope: SCOPE,
      body: stopRequest,
      doc: installationDocs.stop,
      async handle({ principal, body }) {
        requireOperator(principal);
        return { status: 201, body: await stop(db, principal, body) };
      },
    }),
    route({
      method: 'DELETE',
      path: `${PATH}/queues/stops/:site`,
      summary: 'Resume sending to a destination site',
      scope: SCOPE,
      doc: installationDocs.resume,
      async handle({ principal, params }) {
        requireOperator(principal);
        await resume(db, principal, params['site'] ?? '');
        return { status: 200, body: { message: 'Sending to the site has resumed.' } };
      },
    }),
    route({
      method: 'GET',
      path: `${PATH}/system`,
      summary: 'Get the status of the installation',
      scope: SCOPE,
      doc: installationDocs.system,
      async handle({ principal }) {
        requireOperator(principal);
        return { status: 200, body: await readSystem(parts) };
      },
    }),
  ];
}
