export { type FaultProxy, startFaultProxy } from './fault-proxy'
export type { Faults, RecordedRequest, ScheduledFault, StubResponse } from './faults'
