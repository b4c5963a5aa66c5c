export { createQuotaBoard, type QuotaBoard } from './board.ts';
export { listPlans, setOverage, setPlan, setReportSuppressed, updatePlan, type Plan } from './plans.ts';
export { createRateLimiter, setKeyRate } from './rate.ts';
export { readQuota, readUsage } from './read.ts';
export { usageRoutes } from './routes.ts';
export { usageTools } from './tools.ts';
