export { createQuotaBoard, type QuotaBoard } from './board.ts';
export { addPlan, changePlan, listPlanDetails, requirePlan, type PlanDetails } from './plan-details.ts';
export { listPlans, setOverage, setPlan, setReportSuppressed, updatePlan, type Plan } from './plans.ts';
export { createRateLimiter, setKeyRate } from './rate.ts';
export { readQuota, readUsage } from './read.ts';
export { runsOutOn } from './runs-out.ts';
export { usageRoutes, usageSchema } from './routes.ts';
export { usageTools } from './tools.ts';
