export { createDeliveryInstruments, createHttpInstruments, createInboundInstruments } from './instruments.ts';
export type { DeliveryInstruments, HttpInstruments, InboundInstruments } from './instruments.ts';
export { registerInstallation } from './installation.ts';
