export { type FaultProxy, furtherUrl, isOfThisMachine, startFaultProxy } from './fault-proxy'
export type { Faults, RecordedRequest, ScheduledFault, StubResponse } from './faults'
